import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAnswer } from '../checked-answer.ts'
import { csvRows } from '../csv.ts'
import type { UpstreamRequest } from '../transport.ts'
import { priceBook } from './market/price-book.ts'
import { nyseCalendar } from './market/sessions.ts'
import { sandboxTransport, secSite } from './sandbox.ts'

const at = (time: string, seed?: number) =>
  sandboxTransport({ now: () => new Date(time), ...defined({ seed }) })
const noon = '2026-11-18T17:00:00Z'

const text = async (url: string, expects: UpstreamRequest['expects'] = 'json', time = noon) => {
  const request = { url: new URL(url), expects }
  const answer = await at(time).fetch(request)
  expect(answer).toMatchObject({ mode: 'sandbox', retrievedAt: new Date(time).toISOString() })
  checkAnswer(request, null, answer.body)
  return Buffer.from(answer.body).toString()
}
const json = async (url: string, time?: string) => JSON.parse(await text(url, 'json', time))

describe('Yahoo', () => {
  const quotes = 'https://query1.finance.yahoo.com/v7/finance/quote?symbols='
  const chart = 'https://query2.finance.yahoo.com/v8/finance/chart/'

  test('default: one row per known symbol, in the requested order', async () => {
    const { quoteResponse } = await json(`${quotes}MSFT,NOPE,AAPL,%5EGSPC,BTC-USD`)
    expect(quoteResponse.error).toBeNull()
    expect(quoteResponse.result.map((row: { symbol: string }) => row.symbol)).toEqual([
      'MSFT',
      'AAPL',
      '^GSPC',
      'BTC-USD',
    ])
    const [msft, , gspc] = quoteResponse.result
    expect(msft.regularMarketChange).toBeCloseTo(
      msft.regularMarketPrice - msft.regularMarketPreviousClose,
      9,
    )
    expect(msft.marketState).toBe('REGULAR')
    expect(gspc).not.toHaveProperty('marketCap')
  })

  test('behavior: US shares have a price before and after the session, and none within it', async () => {
    const at = async (time: string) =>
      (await json(`${quotes}AAPL,%5EGSPC,VOD.L`, time)).quoteResponse.result
    const [morning] = await at('2026-11-18T13:00:00Z')
    expect(morning).toMatchObject({ marketState: 'PRE', preMarketTime: 1_795_006_800 })
    const [evening, ...others] = await at('2026-11-19T02:00:00Z')
    expect(evening).toMatchObject({ marketState: 'POSTPOST', postMarketTime: 1_795_050_000 })
    expect(others.map((row: object) => 'postMarketPrice' in row)).toEqual([false, false])
    const [within] = await at('2026-11-18T16:00:00Z')
    expect(Object.keys(within).join()).not.toMatch(/(pre|post)Market/)
  })

  test('behavior: the chart ends with the quote', async () => {
    const [row] = (await json(`${quotes}AAPL`)).quoteResponse.result
    for (const interval of ['1d', '5m']) {
      const { result } = (await json(`${chart}AAPL?range=5d&interval=${interval}`)).chart
      const { close } = result[0].indicators.quote[0]
      expect(close.at(-1)).toBe(row.regularMarketPrice)
      expect(result[0].timestamp).toHaveLength(close.length)
    }
    const [{ indicators }] = (await json(`${chart}AAPL?range=5d&interval=1d`)).chart.result
    expect(indicators.quote[0].close).toHaveLength(5)
    expect(indicators.quote[0].close.at(-2)).toBe(row.regularMarketPreviousClose)
  })

  test.each([
    ['1mo', 22],
    ['1y', 252],
    ['5y', 1257],
    ['ytd', 222],
    ['max', 4247],
  ])('behavior: %s has about %i sessions', async (range, sessions) => {
    const { result } = (await json(`${chart}AAPL?range=${range}&interval=1d`)).chart
    expect(Math.abs(result[0].timestamp.length - sessions)).toBeLessThan(4)
  })

  test('behavior: the exchange is four hours behind UTC in summer, five in winter', async () => {
    const offset = async (time: string) =>
      (await json(`${chart}AAPL?range=1d`, time)).chart.result[0].meta.gmtoffset
    expect(await offset('2026-07-01T17:00:00Z')).toBe(-4 * 3600)
    expect(await offset(noon)).toBe(-5 * 3600)
  })

  test.each(['NOPE?range=1d', 'AAPL?range=1y&interval=1m', 'AAPL?range=1y&interval=7d'])(
    'error: has nothing for %s',
    async (path) => {
      await expect(json(chart + path)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    },
  )
})

describe('SEC', () => {
  test('behavior: forms use the closes of the charts', async () => {
    const { filings } = await json('https://data.sec.gov/submissions/CIK0000320193.json')
    const { form, accessionNumber } = filings.recent
    const accession = accessionNumber[form.indexOf('4')].replaceAll('-', '')
    const insider = await text(
      `https://www.sec.gov/Archives/edgar/data/320193/${accession}/form4.xml`,
      'xml',
    )
    const [, day = '', price] =
      /<transactionDate><value>(.{10})[\s\S]*PricePerShare><value>([\d.]+)</.exec(insider) ?? []
    expect(Number(price)).toBe(await closeOf('AAPL', day))

    const submissions = await json('https://data.sec.gov/submissions/CIK0000102909.json')
    const report = submissions.filings.recent.accessionNumber[0]
    const holdings = await text(
      `https://www.sec.gov/Archives/edgar/data/102909/${report.replaceAll('-', '')}/${report}.txt`,
      'binary',
    )
    const [, quarter = ''] = /PERIOD OF REPORT:\t(\d{8})/.exec(holdings) ?? []
    const [, name, value, shares] =
      /<nameOfIssuer>(.*?)<[\s\S]*?<value>(\d+)<[\s\S]*?<sshPrnamt>(\d+)</.exec(holdings) ?? []
    const { data } = await json('https://www.sec.gov/files/company_tickers_exchange.json')
    const [, , symbol] = data.find(([, company]: [number, string]) => company === name)
    const period = quarter.replace(/(....)(..)(..)/, '$1-$2-$3')
    expect(Number(value) / Number(shares)).toBeCloseTo(await closeOf(symbol, period), 6)
  })

  async function closeOf(symbol: string, day: string): Promise<number> {
    const { chart } = await json(
      `https://query2.finance.yahoo.com/v8/finance/chart/${symbol}?range=1y&interval=1d`,
    )
    const { timestamp, indicators } = chart.result[0]
    const until = Date.parse(`${day}T23:59:59Z`) / 1_000
    const at = timestamp.findLastIndex((seconds: number) => seconds <= until)
    return indicators.quote[0].close[at]
  }
})

describe('FRED', () => {
  const graph = 'https://fred.stlouisfed.org/graph/fredgraph.csv?id='

  test('default: a header and one row per period, published with a delay', async () => {
    const rows = csvRows(await text(`${graph}CPIAUCSL`, 'csv'))
    expect(rows[0]).toEqual(['observation_date', 'CPIAUCSL'])
    expect(rows[1]?.[0]).toBe('1960-01-01')
    expect(rows.at(-1)?.[0]).toBe('2026-10-01')
  })

  test('behavior: weekends are omitted, a holiday is empty, and everything else is a number', async () => {
    const rows = csvRows(await text(`${graph}DGS10`, 'csv')).slice(1)
    expect(rows.find(([day]) => day === '2025-12-25')?.[1]).toBe('')
    for (const [day = '', value = ''] of rows) {
      expect([0, 6]).not.toContain(new Date(day).getUTCDay())
      expect(value === '' || Number.isFinite(Number(value))).toBe(true)
    }
    const weekly = csvRows(await text(`${graph}WALCL`, 'csv')).at(-1)?.[0] ?? ''
    expect(new Date(weekly).getUTCDay()).toBe(3)
    expect(csvRows(await text(`${graph}GDP`, 'csv')).at(-1)?.[0]).toBe('2026-07-01')
  })

  test('error: refuses an unknown series', async () => {
    await expect(text(`${graph}NOPE`, 'csv')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('World Bank and IMF', () => {
  const indicator = (country: string, id: string) =>
    json(`https://api.worldbank.org/v2/country/${country}/indicator/${id}?format=json`)

  test('default: newest year first', async () => {
    const [meta, rows] = await indicator('DEU', 'NY.GDP.MKTP.CD')
    expect(meta.total).toBe(rows.length)
    expect(rows[0]).toMatchObject({ countryiso3code: 'DEU', date: '2025' })
    expect(rows[0].value).toBeGreaterThan(1e8)
    expect((await indicator('USA', 'FP.CPI.TOTL.ZG'))[1][0].value).toBeLessThan(10)
  })

  test('behavior: economies have plausible relative sizes', async () => {
    const sizes: number[] = []
    for (const country of ['WLD', 'USA', 'EUU', 'DEU', 'NLD', 'LUX'])
      sizes.push((await indicator(country, 'NY.GDP.MKTP.CD'))[1][0].value)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  })

  test('behavior: an unknown country or indicator is an error inside a 200', async () => {
    expect(await indicator('XXX', 'NY.GDP.MKTP.CD')).toMatchObject([{ message: [{ id: '120' }] }])
    expect(await indicator('USA', 'NOPE')).toMatchObject([{ message: [{ id: '120' }] }])
  })

  test('behavior: the outlook extends into the future', async () => {
    const outlook = 'https://api.imf.org/external/sdmx/3.0/data/dataflow/IMF.RES/WEO/+/'
    const rows = csvRows(await text(`${outlook}USA.NGDP_RPCH.A`, 'csv'))
    expect(rows[0]?.slice(-2)).toEqual(['TIME_PERIOD', 'OBS_VALUE'])
    expect(rows.at(-1)?.at(-2)).toBe('2030')
    expect(csvRows(await text(`${outlook}XXX.NGDP_RPCH.A`, 'csv'))).toHaveLength(1)
  })
})

test('behavior: another seed gives other data, the same seed the same', async () => {
  const url = new URL('https://fred.stlouisfed.org/graph/fredgraph.csv?id=GDP')
  const body = async (seed: number) => {
    const answer = await at(noon, seed).fetch({ url, expects: 'csv' })
    return Buffer.from(answer.body).toString()
  }
  expect(await body(1)).toBe(await body(1))
  expect(await body(1)).not.toBe(await body(2))
})

test('error: an error about a missing response names the host; its facts have the address', async () => {
  await expect(text('https://data.sec.gov/submissions/CIK9999999999.json')).rejects.toMatchObject({
    message: 'The sandbox has nothing of this from data.sec.gov.',
    facts: ['Address: data.sec.gov/submissions/CIK9999999999.json'],
  })
})

test('error: refuses any other address with a code', async () => {
  await expect(text('https://example.com/')).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  const hosts = fc.constantFrom(
    'query1.finance.yahoo.com',
    'query2.finance.yahoo.com/v8/finance/chart',
    'fred.stlouisfed.org',
    'api.worldbank.org',
    'www.sec.gov',
    'data.sec.gov',
    'sanctionslistservice.ofac.treas.gov',
  )
  await fc.assert(
    fc.asyncProperty(hosts, fc.webPath(), async (host, path) => {
      const request = { url: new URL(`https://${host}${path}`), expects: 'text' as const }
      const outcome = await at(noon)
        .fetch(request)
        .catch((error: unknown) => error)
      expect(outcome instanceof FiqError || (outcome as { body: unknown }).body).toBeTruthy()
    }),
    { numRuns: 60 },
  )
})

const { closeOn } = priceBook(nyseCalendar(), 1)

const now = Date.parse('2026-11-18T17:00:00Z')

test.each([
  '/files/company_tickers_exchange.json',
  '/files/company_tickers_mf.json',
  '/files/investment/data/other/investment-company-series-class-information/investment-company-series-class-2026.csv',
  '/enforcement-litigation/litigation-releases/rss',
  '/data-research/sec-markets-data/form-13f-data-sets',
  '/files/data/fails-deliver-data/cnsfails202609a.zip',
])('default: %s', (path) => {
  expect(secSite(path, now, 1, closeOn)?.length).toBeGreaterThan(50)
})

test.each([
  '/',
  '/files/structureddata/x.zip',
  '/files/investment/data/other/investment-company-series-class-information/investment-company-series-class-2027.csv',
  '/Archives/edgar/data/1/x',
])('error: %s', (path) => {
  expect(secSite(path, now, 1, closeOn)).toBeUndefined()
})
