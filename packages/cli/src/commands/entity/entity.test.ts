import { tariff } from '@fiq/shared/schema/contract'
import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { builtInTariff } from '../../query/built-in-tariff.ts'
import { areaNames, areasOf, entityDocument } from './areas.ts'
import { run } from './run.ts'

const entityByTicker = {
  id: 'cik:0000320193',
  name: 'Apple Inc.',
  type: 'EQUITY',
  ticker: 'AAPL',
  tickers: ['AAPL'],
  cik: '0000320193',
  market: {
    price: 201.5,
    change: -1.2,
    changePercent: -0.592,
    volume: 45_200_000,
    marketCap: 3_031_500_000_000,
    previousClose: 202.7,
  },
  financials: {
    income: [
      {
        fiscalYear: 2024,
        fiscalPeriod: 'FY',
        endDate: '2024-09-28',
        form: '10-K',
        currency: 'USD',
        revenue: 391_035_000_000,
        grossProfit: 180_683_000_000,
        operatingIncome: 123_216_000_000,
        netIncome: 93_736_000_000,
        epsDiluted: 6.08,
      },
    ],
    balanceSheet: [{ endDate: '2024-09-28', totalAssets: 364_980_000_000, totalLiabilities: null }],
    cashFlow: [],
  },
}
const entityQuestion = (area: string) => ({
  query: entityDocument(Object.values(areasOf(area, 'AAPL', 5))),
  variables: { ticker: 'AAPL' },
})
const given = (ticker: string, options: Record<string, string> = {}) => ({
  arguments: { ticker: [ticker] },
  options,
})

describe('fiq entity', () => {
  test.each(areaNames)('behavior: the schema has every field that %s selects', (area) => {
    expect(() => builtInTariff().estimate(entityQuestion(area))).not.toThrow()
  })

  test('behavior: says how many statements of those received fit', async () => {
    const income = [2025, 2024, 2023, 2022, 2021].map((fiscalYear) => ({
      fiscalYear,
      fiscalPeriod: 'FY',
      endDate: `${fiscalYear}-12-31`,
      currency: 'USD',
      derived: [],
      revenue: 1e9,
    }))
    const titleAt = async (columns: number) => {
      const data = { entityByTicker: { ...entityByTicker, financials: { income } } }
      const { context, out } = sceneOf({ data, columns })
      await run(context, given('AAPL', { with: 'financials.income' }))
      return out().match(/^Income statement, .*/m)?.[0]
    }
    expect(await titleAt(80)).toBe('Income statement, 4 of 5')
    expect(await titleAt(120)).toBe('Income statement, 5')
  })

  test('behavior: on the own server, all leaves out the areas and lists without a source', async () => {
    const unavailable = { 'Entity.news': 'news', 'Social.reddit': 'social' }
    const scene = sceneOf({
      data: { entityByTicker },
      settings: { isPersonal: true },
      free: () => ({ ...tariff, unavailable }),
    })
    await run(scene.context, given('AAPL', { with: 'all' }))
    const [{ query = '' } = {}] = scene.requests
    expect(query).toContain('executives')
    expect(query).toContain('social { redditComments')
    expect(query).not.toMatch(/\bnews\(|reddit\(/)
    expect(scene.err()).toContain('Without all of news and social: your server has no source.')
    await run(scene.context, given('AAPL', { with: 'news' }))
    expect(scene.requests[1]?.query).toContain('news(')
  })

  test('behavior: selects all areas, or all except some, and no part twice', () => {
    const all = Object.keys(areasOf('all', 'AAPL', 5))
    expect(all).toEqual(areaNames.filter((name) => !name.includes('.')))
    const some = Object.keys(areasOf('ALL, -social,-News', 'AAPL', 5))
    expect(all.filter((name) => !some.includes(name))).toEqual(['news', 'social'])
    expect(() => builtInTariff().estimate(entityQuestion('all'))).not.toThrow()
    expect(() => areasOf('market,-market', 'AAPL', 5)).toThrow('selects no area')
  })

  test('behavior: finds an area by the last part of its name', () => {
    const of = (word: string) => Object.keys(areasOf(word, 'AAPL', 5))
    expect(of('options,Sanctions,income')).toEqual([
      'derivatives.options',
      'regulatory.sanctions',
      'financials.income',
    ])
    expect(of('filings')).toEqual(['periodicFilings'])
  })

  test('error: suggests the last part of a name too', () => {
    expect(() => areasOf('optionz', 'AAPL', 5)).toThrow(
      expect.objectContaining({
        facts: expect.arrayContaining([expect.stringMatching(/did you mean.*options/i)]),
      }),
    )
  })

  test('default: prints name, price and last fiscal year', async () => {
    const { context, out, requests } = sceneOf({ data: { entityByTicker } })
    await run(context, given('aapl'))
    expect(out()).toMatchInlineSnapshot(`
      "Apple Inc. (AAPL)   equity, CIK 0000320193
      201.50  -1.20  -0.59%   volume 45.2M   cap 3.03T   prev close 202.70

      USD, fiscal years   FY2024
      revenue               391B
      operating income      123B
      net income           93.7B
      EPS diluted           6.08
      "
    `)
    expect(requests[0]?.variables).toEqual({ ticker: 'AAPL' })
    expect(requests[0]?.query).toContain('financials {')
  })

  test('behavior: prints technicals and filings only if requested', async () => {
    const { context, out, requests } = sceneOf({
      columns: 70,
      data: {
        entityByTicker: {
          ...entityByTicker,
          market: undefined,
          financials: undefined,
          technicals: {
            rsi: { value: 61.234, date: '2018-02-07', reason: null },
            macd: { macd: 1.5, signal: 1.2, histogram: 0.3, reason: null },
            sma: { value: null, reason: 'too few bars' },
          },
          periodicFilings: [
            {
              form: '10-K',
              title: 'Annual report, year to 2024-09-28',
              filedAt: '2024-11-01',
              reportDate: '2024-09-28',
              url: 'https://www.sec.gov/Archives/edgar/data/320193/000032019324000123/a.htm',
            },
          ],
        },
      },
    })
    await run(context, given('AAPL', { with: 'technicals, filings' }))
    expect(out()).toMatchInlineSnapshot(`
      "Apple Inc. (AAPL)   equity, CIK 0000320193

      Technicals, 1y of daily bars
      RSI 14  61.23   MACD +1.50, signal +1.20, histogram +0.30
      SMA 20  too few bars

      Periodic filings, 1
      filed       form  about
      2024-11-01  10-K  Annual report, year to 2024-09-28
      "
    `)
    expect(requests[0]?.query).not.toContain('market {')
  })

  test('behavior: an area without its own view is a table or facts', async () => {
    const { context, out } = sceneOf({
      data: {
        entityByTicker: {
          id: 'cik:1',
          name: 'A\u001b[2J',
          ticker: 'A',
          news: [{ title: 'Up\u202e', date: '2026-11-20' }],
          risk: { sanctions: { matched: false }, signals: [] },
        },
      },
    })
    await run(context, given('A', { with: 'market' }))
    expect(out()).toMatchInlineSnapshot(`
      "A (A)

      News, 1
      when        publisher  headline
      2026-11-20  –          Up

      Risk of sanctions
      match  none

      Signals of risk
      No signals.
      "
    `)
  })

  test('behavior: queries several areas in one document, with lists of the requested length', async () => {
    const { context, requests } = sceneOf({ data: { entityByTicker } })
    await run(context, given('AAPL', { with: 'financials.income,market,filings', limit: '30' }))
    expect(requests[0]?.query).toContain('periodicFilings(filter: {limit: 30})')
    expect(() => builtInTariff().estimate(requests[0]!)).not.toThrow()
  })

  test('default: prints the object as JSON in a pipe', async () => {
    const { context, out } = sceneOf({ data: { entityByTicker }, format: 'json' })
    await run(context, given('AAPL'))
    expect(JSON.parse(out())).toEqual(entityByTicker)
  })

  test.each(['^GSPC', 'BTC-USD'])(
    'behavior: %s has no filings, so none are queried',
    async (ticker) => {
      const { context, requests } = sceneOf({ data: { entityByTicker } })
      await run(context, given(ticker))
      expect(requests[0]?.query).not.toContain('financials')
    },
  )

  test('error: an unknown area gives a suggestion; an unknown ticker is an error', async () => {
    const { context, requests } = sceneOf({ data: { entityByTicker: null } })
    await expect(run(context, given('AAPL', { with: 'markte' }))).rejects.toMatchObject({
      code: 'USAGE',
      facts: expect.arrayContaining(['Did you mean market?']),
    })
    expect(requests).toEqual([])
    await expect(run(context, given('ZZZZ'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
