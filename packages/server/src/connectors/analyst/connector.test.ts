import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { refuseUnanswered } from '../../sources/field-readiness.ts'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import { recommendationOf } from './analyst-view.ts'
import { analyst } from './connector.ts'

describeConnector(analyst, [{ coordinate: 'Entity.analyst', args: {}, parent: { ticker: 'AAPL' } }])

const field = analyst.fields['Entity.analyst']!
const { resolve } = field
const now = () => new Date('2026-11-18T17:00:00Z')
const at = '2025-12-23T01:44:21Z'
const only = (id: string) => ({ now, enabled: (upstream: { id: string }) => upstream.id === id })
const noDirectory: Fixture = {
  recorded: { at, url: 'https://www.sec.gov/files/company_tickers_exchange.json' },
  body: '<html></html>',
}
const folder = new URL('../../../../../../shared/data/yahoo/', import.meta.url)
const absent = existsSync(folder) ? '' : ' (skipped: ../shared/data/yahoo is absent)'
const unpacked = (name: string) =>
  JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString())

describe('analyst', () => {
  test.skipIf(absent !== '')(`default: a recorded summary of Yahoo${absent}`, async () => {
    const body = unpacked('yf2_quoteSummary-all-AMZN.json.gz').response.bodyJson
    const url =
      'https://query2.finance.yahoo.com/v10/finance/quoteSummary/AMZN?modules=financialData%2Cprice%2CrecommendationTrend&formatted=false'
    const context = testContext(
      recordedTransport([{ recorded: { at, url }, body }, noDirectory]),
      only('yahoo-analyst'),
    )
    const { value, provenance } = await resolve({ ticker: 'AMZN' }, {}, context)
    expect(value).toEqual({
      currency: 'USD',
      priceTarget: 266.47952,
      recommendation: 'strong_buy',
      priceTargetHigh: 306,
      priceTargetLow: 207,
      priceTargetMedian: 270,
      analysts: 63,
      strongBuy: 18,
      buy: 47,
      hold: 4,
      sell: 0,
      strongSell: 0,
    })
    expect(provenance).toMatchObject([{ source: 'Yahoo Finance analyst estimates' }])
  })

  describe('a summary of Yahoo', () => {
    const url =
      'https://query2.finance.yahoo.com/v10/finance/quoteSummary/AMZN?modules=financialData%2Cprice%2CrecommendationTrend&formatted=false'
    const viewOf = async (quoteSummary: object) => {
      const fixtures = [{ recorded: { at, url }, body: { quoteSummary } }, noDirectory]
      const context = testContext(recordedTransport(fixtures), only('yahoo-analyst'))
      return (await resolve({ ticker: 'AMZN' }, {}, context)).value
    }
    const month = { strongBuy: 1, buy: 2, hold: 3, sell: 4, strongSell: 5 }
    const none = {
      currency: null,
      priceTarget: null,
      recommendation: null,
      priceTargetHigh: null,
      priceTargetLow: null,
      priceTargetMedian: null,
      analysts: null,
      strongBuy: null,
      buy: null,
      hold: null,
      sell: null,
      strongSell: null,
    }

    test.each([
      [
        'only a target',
        { financialData: { targetMeanPrice: 12.5, recommendationKey: 'none' } },
        { priceTarget: 12.5 },
      ],
      [
        'modules and members that are null',
        {
          financialData: { targetLowPrice: 9, targetMeanPrice: null, recommendationKey: null },
          price: null,
          recommendationTrend: null,
        },
        { priceTargetLow: 9 },
      ],
      [
        'the counts of this month, after those of the last',
        {
          financialData: null,
          price: { currency: 'EUR' },
          recommendationTrend: {
            trend: [
              { ...month, period: '-1m', buy: 20 },
              { ...month, period: '0m', sell: null },
            ],
          },
        },
        { ...month, sell: null, currency: 'EUR' },
      ],
    ])('behavior: %s', async (_, summary, expected) => {
      expect(await viewOf({ result: [summary], error: null })).toEqual({ ...none, ...expected })
    })

    test.each([
      [{ result: null, error: { code: 'Not Found', description: 'No data.' } }, 'NOT_FOUND'],
      [{ result: [{ price: { currency: 'USD' } }], error: null }, 'NOT_FOUND'],
      [
        { result: [{ recommendationTrend: { trend: [{ ...month, period: '-1m' }] } }] },
        'NOT_FOUND',
      ],
      [{ result: [], error: null }, 'UPSTREAM_CHANGED'],
    ])('error: without the view of an analyst: %o', async (summary, code) => {
      await expect(viewOf(summary)).rejects.toMatchObject({ code })
    })
  })

  const trend = 'https://finnhub.io/api/v1/stock/recommendation?symbol=BRK.B'
  const targets = 'https://finnhub.io/api/v1/stock/price-target?symbol=BRK.B'
  const votes = { strongBuy: 1, buy: 4, hold: 3, sell: 0, strongSell: 0, symbol: 'BRK.B' }
  const months = [
    { ...votes, period: '2026-10-01', hold: 9 },
    { ...votes, period: '2026-11-01' },
  ]

  test("default: returns Finnhub's newest month, with its targets", async () => {
    const body = { targetHigh: 600, targetLow: 0, targetMean: 540.5, targetMedian: 541 }
    const fixtures = [
      { recorded: { at, url: trend }, body: months },
      { recorded: { at, url: targets }, body },
    ]
    const context = testContext(recordedTransport(fixtures), only('finnhub-analyst'))
    expect(await resolve({ ticker: 'BRK-B' }, {}, context)).toMatchObject({
      value: {
        // Finnhub does not state the currency.
        currency: null,
        priceTarget: 540.5,
        priceTargetLow: null,
        recommendation: 'buy',
        analysts: 8,
        hold: 3,
      },
      provenance: [{ asOf: '2026-11-01' }],
    })
  })

  test('behavior: without the plan for targets, returns the recommendation alone', async () => {
    const fixtures = [
      { recorded: { at, url: trend }, body: months },
      { recorded: { at, url: targets }, body: { error: "You don't have access." } },
    ]
    const context = testContext(recordedTransport(fixtures), only('finnhub-analyst'))
    expect((await resolve({ ticker: 'BRK-B' }, {}, context)).value).toMatchObject({
      priceTarget: null,
      recommendation: 'buy',
    })
  })

  test('behavior: without a month of recommendations their number is unknown', async () => {
    const fixtures = [
      { recorded: { at, url: trend }, body: [] },
      { recorded: { at, url: targets }, body: { targetMean: 540.5 } },
    ]
    const context = testContext(recordedTransport(fixtures), only('finnhub-analyst'))
    expect((await resolve({ ticker: 'BRK-B' }, {}, context)).value).toMatchObject({
      priceTarget: 540.5,
      recommendation: null,
      analysts: null,
      buy: null,
      strongSell: null,
    })
  })

  test('behavior: if a keyed source fails, uses the next', async () => {
    const { value, provenance } = await resolve(
      { ticker: 'AAPL' },
      {},
      testContext(sandboxTransport({ now }), { now }),
    )
    expect(value).toMatchObject({ priceTarget: expect.any(Number) })
    expect(provenance).toMatchObject([{ source: 'Yahoo Finance analyst estimates' }])
  })

  test('error: a company without analysts; disabled without a key', async () => {
    const fixtures = [
      { recorded: { at, url: trend }, body: [] },
      { recorded: { at, url: targets }, body: { targetMean: 0 } },
    ]
    const context = testContext(recordedTransport(fixtures), only('finnhub-analyst'))
    await expect(resolve({ ticker: 'BRK-B' }, {}, context)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const off = testContext(recordedTransport([]), only('none'))
    expect(() => refuseUnanswered(analyst, field, off)).toThrow(
      expect.objectContaining({
        code: 'NOT_CONFIGURED',
        facts: [
          'FINNHUB_API_KEY turns on Finnhub analyst estimates',
          'FIQ_RESTRICTED_UPSTREAMS=yahoo-analyst turns on Yahoo Finance analyst estimates',
        ],
      }),
    )
  })
})

test('default: returns the rating nearest to the mean', () => {
  const words = (...counts: [number, number, number, number, number]) => {
    const [strongBuy, buy, hold, sell, strongSell] = counts
    return recommendationOf({ strongBuy, buy, hold, sell, strongSell })
  }
  expect([
    words(1, 0, 0, 0, 0),
    words(1, 1, 0, 0, 0),
    words(0, 0, 5, 0, 0),
    words(0, 0, 0, 5, 0),
    words(0, 0, 0, 0, 5),
    words(0, 0, 0, 0, 0),
  ]).toEqual(['strong_buy', 'buy', 'hold', 'underperform', 'sell', null])
})
