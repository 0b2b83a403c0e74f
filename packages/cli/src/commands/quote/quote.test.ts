import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { quote } from './declaration.ts'
import { run } from './run.ts'

const quotes = [
  {
    ticker: 'AAPL',
    price: 201.5,
    change: -1.2,
    changePercent: -0.592,
    volume: 45_200_000,
    marketCap: 3_031_500_000_000,
    previousClose: 202.7,
  },
  {
    ticker: '^GSPC',
    price: 6_012.45,
    change: 0,
    changePercent: 0,
    volume: null,
    marketCap: null,
    previousClose: 6_012.45,
  },
]
const given = { arguments: { tickers: ['aapl', ' ^gspc'] }, options: {} }

describe('fiq quote', () => {
  test('default: a table on a terminal', async () => {
    const { context, out, asked } = sceneOf({ data: { quotes } })
    await run(context, given)
    expect(out()).toMatchInlineSnapshot(`
      "ticker     price  change  change %  volume  market cap  prev. close
      AAPL      201.50   -1.20    -0.59%   45.2M       3.03T       202.70
      ^GSPC   6,012.45    0.00     0.00%       –           –     6,012.45
      "
    `)
    expect(asked[0]?.variables).toEqual({ tickers: ['AAPL', '^GSPC'] })
  })

  test('default: the rows as JSON in a pipe', async () => {
    const { context, out } = sceneOf({ data: { quotes }, format: 'json' })
    await run(context, given)
    expect(JSON.parse(out())).toEqual(quotes)
  })

  test('behavior: at 60 columns the least important are left out', async () => {
    const { context, out } = sceneOf({ data: { quotes }, columns: 60 })
    await run(context, given)
    expect(out()).toMatchInlineSnapshot(`
      "ticker     price  change  change %  volume  market cap
      AAPL      201.50   -1.20    -0.59%   45.2M       3.03T
      ^GSPC   6,012.45    0.00     0.00%       –           –
      not shown: prev. close
      "
    `)
  })

  test.each([20, 40, 60, 80, 120, 200])(
    'behavior: at %i columns price and change stay, and what is left out is named',
    async (columns) => {
      const { context, out } = sceneOf({ data: { quotes }, columns })
      await run(context, given)
      const lines = out().trimEnd().split('\n')
      const all = ['ticker', 'price', 'change', 'change %', 'volume', 'market cap', 'prev. close']
      const said = lines.find((line) => line.startsWith('not shown: '))?.slice(11) ?? ''
      if (columns >= 40) for (const title of all) expect(`${lines[0]} ${said}`).toContain(title)
      expect(out()).toMatch(/^AAPL +201\.50 .*-0\.59%/m)
      if (columns >= 60) for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns)
    },
  )

  test('behavior: a ticker that is given twice, in any spelling, is asked and paid for once', async () => {
    const { context, asked } = sceneOf({ data: { quotes } })
    await run(context, { arguments: { tickers: ['aapl', 'AAPL', '^gspc', '$aapl'] }, options: {} })
    expect(asked[0]?.variables).toEqual({ tickers: ['AAPL', '^GSPC'] })
  })

  test('error: 101 tickers are refused before anything is asked', async () => {
    const { context, asked } = sceneOf()
    await expect(
      run(context, {
        arguments: { tickers: Array.from({ length: 101 }, (_, at) => `T${at}`) },
        options: {},
      }),
    ).rejects.toMatchObject({ code: 'BAD_INPUT', kind: 'usage' })
    expect(asked).toEqual([])
  })

  test('behavior: the fields that can be picked are those of the catalog query', () => {
    expect(quote.fields).toEqual(Object.keys(quotes[0]!))
  })
})
