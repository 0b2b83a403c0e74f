import { catalog, toolNamed } from '@fiq/shared/catalog/catalog'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { snippetsOf } from './snippets.ts'
import { toolAnswer } from './tool-answer.ts'
import { readToolForm } from './tool-form.ts'
import { payText, priceCall, priceTable, toolPage } from './tool-page.ts'

const contract = { schema: buildSchema(schemaText), tariff }
const facts = { version: '1', dataMode: 'live', devnet: false, contract }
const origin = 'https://fiq.test'
const textOf = (markup: unknown) =>
  String(markup)
    .replace(/^.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')

test.each(catalog.map((tool) => [tool.name, tool] as const))(
  'default: the form of %s holds its example, which is priced',
  (_, tool) => {
    const { variables } = tool
    const page = toolPage({ tool, variables, facts, style: '', origin, sample: undefined })
    expect(textOf(page)).toContain('Pay 0.015 USDC and run')
    // The fields of the page, parsed as a browser sends them, give the example.
    const fields = new URLSearchParams()
    const markup = String(page)
    for (const [, name, value] of markup.matchAll(
      /<input (?:class="input"[^>]*|type="hidden") name="([^"]+)" value="([^"]*)"/g,
    ))
      fields.append(name!, value!)
    for (const [, name, value] of markup.matchAll(/name="([^"]+)" value="([^"]*)" checked/g))
      fields.append(name!, value!)
    for (const [, name, options] of markup.matchAll(
      /<select[^>]* name="([^"]+)"[^>]*>(.*?)<\/select>/gs,
    ))
      fields.append(name!, /value="([^"]*)" selected/.exec(options!)?.[1] ?? '')
    expect(readToolForm(tool, fields)).toMatchObject(variables)
  },
)

test('behavior: keeps the types of inputs, and omits empty ones', () => {
  const tool = toolNamed('screen')!
  const fields =
    'filter.minPrice=10.5&filter.limit=7&filter.maxPrice=&filter.universe=DAY_LOSERS&x=1'
  expect(readToolForm(tool, new URLSearchParams(fields))).toEqual({
    filter: { minPrice: 10.5, limit: 7, universe: 'DAY_LOSERS' },
  })
  const tickers = new URLSearchParams({ tickers: ' aapl, MSFT;aapl ' })
  expect(readToolForm(toolNamed('quotes')!, tickers)).toEqual({ tickers: ['AAPL', 'MSFT'] })
})

test('default: choices are words, and send the names of the schema', () => {
  const tool = toolNamed('screen')!
  const page = String(
    toolPage({ tool, variables: tool.variables, facts, style: '', origin, sample: undefined }),
  )
  expect(page).toMatch(/<option value="DAY_GAINERS" selected\s*>Day gainers<\/option>/)
})

test('behavior: a pressed button of a chip removes its ticker, also without scripts', () => {
  const tool = toolNamed('quotes')!
  const fields = new URLSearchParams('tickers=AAPL&tickers=MSFT&tickers=nvda+aapl&drop=MSFT')
  expect(readToolForm(tool, fields)).toEqual({ tickers: ['AAPL', 'NVDA'] })
})

test('error: an invalid input gives a message in place of a price', () => {
  const priced = priceCall(contract, toolNamed('institutionalHoldings')!, { cik: '1', limit: 'x' })
  expect(priced).toEqual({ problem: expect.stringMatching(/limit/) })
  expect(payText(priced)).toBe('Check the inputs')
  expect(payText(priceCall(contract, toolNamed('quotes')!, {}))).toBe('Check the inputs')
})

test('behavior: a quotation mark in an input does not end a shell word', () => {
  const [fiq, curl] = snippetsOf('sanctionsScreen', { name: "O'Neil; rm -rf" }, origin)
  expect(fiq!.text).toBe("fiq tool sanctionsScreen 'name=O'\\''Neil; rm -rf'")
  expect(curl!.text).toContain(`-d '{"name":"O'\\''Neil; rm -rf"}'`)
})

test('default: names the sources below an answer, with the word sandbox for invented figures', () => {
  const source = (mode: string) => ({ path: 'quotes', source: 'S', asOf: '2026-11-20', mode })
  const retrieved = { retrievedAt: '2026-11-20T20:00:00Z' }
  const footOf = (mode: string) =>
    textOf(
      toolAnswer(toolNamed('quotes')!, {
        data: { quotes: [{ ticker: 'A', price: 1 }] },
        extensions: { sources: [{ ...source(mode), ...retrieved }] },
      }),
    )
  expect(footOf('sandbox')).toContain('1 row. S (sandbox), today')
  expect(footOf('live')).toContain('1 row. S, today')
})

test('default: draws bars as candles, values as lines, and other data without a chart', () => {
  const bar = { open: 1, high: 3, low: 0.5, close: 2, volume: 10 }
  const dates = ['2026-11-19', '2026-11-20']
  const bars = dates.map((date) => ({ date, ...bar }))
  const history = { data: { priceHistory: [{ ticker: 'AAPL', bars }] } }
  expect(String(toolAnswer(toolNamed('priceHistory')!, history))).toContain('rose: hollow')
  const two = { data: { priceHistory: ['A', 'B'].map((ticker) => ({ ticker, bars })) } }
  expect(String(toolAnswer(toolNamed('priceHistory')!, two))).toContain('class="l2"')
  const points = dates.map((date, at) => ({ date, value: at, unit: 'percent' }))
  expect(String(toolAnswer(toolNamed('gdp')!, { data: { gdp: points } }))).toContain('class="l1"')
  const quotes = { data: { quotes: [{ ticker: '<b>', price: 1 }] } }
  const markup = String(toolAnswer(toolNamed('quotes')!, quotes))
  expect([markup.includes('>Chart<'), markup.includes('&lt;b&gt;')]).toEqual([false, true])
})

test('behavior: a table leaves out empty columns, and marks the direction of a change', () => {
  const rows = [
    { ticker: 'A', changePercent: -1.5, gapPercent: null, relativeVolume: 1.5588 },
    { ticker: 'B', changePercent: 2, gapPercent: null, relativeVolume: 0.704 },
  ]
  const markup = String(toolAnswer(toolNamed('screen')!, { data: { screen: rows } }))
  expect(markup).not.toContain('gap %</th>')
  expect(markup).toContain('<span class="down">−1.50%</span>')
  expect(markup).toContain('<span class="up">+2.00%</span>')
  expect(markup).toContain('>1.56</td>')
  expect(markup).toContain('>0.70</td>')
  expect(markup).toContain('2 rows, prices in USD.')
})

test('behavior: the price of a nested field names it below its root field', () => {
  const tool = toolNamed('entityByTicker')!
  const markup = String(priceTable(priceCall(contract, tool, { ticker: 'AAPL' })))
  expect(markup).toMatch(/<tr class="sub">\s*<th scope="row">market<\/th>/)
})

test('default: a table has the same words and figures as in the terminal', () => {
  const quote = {
    ticker: 'AAPL',
    price: 88.6,
    change: -0.99,
    changePercent: -1.0948,
    marketCap: 2.5e12,
  }
  const text = textOf(toolAnswer(toolNamed('quotes')!, { data: { quotes: [quote] } }))
  expect(text).toMatch(/ticker\s+price\s+change\s+change %\s+cap/)
  expect(text).toMatch(/AAPL\s+88\.60\s+−0\.99\s+−1\.09%\s+2\.50T/)
})

test.each([undefined, { data: null }, { data: { gdp: [] } }])(
  'error: draws %j as no rows',
  (body) => expect(textOf(toolAnswer(toolNamed('gdp')!, body))).toContain('The answer has no rows'),
)
