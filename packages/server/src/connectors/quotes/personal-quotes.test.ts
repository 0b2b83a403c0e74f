import { describe, expect, test } from 'vitest'
import { testContext } from '../../sources/testing/describe-connector.ts'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import { loadQuotes } from './load-quotes.ts'

/** 11:59 in New York, during the session. */
const at = '2026-11-18T16:59:00Z'
const recorded = (url: string, body: unknown): Fixture => ({ recorded: { at, url }, body })

function quotesFrom(
  enabled: string | readonly string[],
  fixtures: readonly Fixture[],
  tickers: string[],
  now = '2026-11-18T17:00:00Z',
) {
  const noDirectory = recorded('https://www.sec.gov/files/company_tickers_exchange.json', '<html>')
  const context = testContext(recordedTransport([...fixtures, noDirectory]), {
    now: () => new Date(now),
    enabled: ({ id }) => [enabled].flat().includes(id),
  })
  return loadQuotes(tickers, context)
}

test('default: Cboe: the time of the trade in New York, not that of the file; as recorded on 2026-10-07', async () => {
  const data = {
    current_price: 335.365,
    bid: 335.35,
    ask: 335.39,
    volume: 13081621,
    last_trade_time: '2026-10-07T12:36:56',
  }
  const url = 'https://cdn-api.cboe.com/api/global/delayed_quotes/quotes/AAPL.json'
  const of = async (more: object) => {
    const body = { timestamp: '2026-10-07 16:52:05', data: { ...data, ...more } }
    return quotesFrom('cboe-quote', [recorded(url, body)], ['AAPL'], '2026-10-07T16:52:10Z')
  }
  const { value, provenance } = await of({})
  const asOf = '2026-10-07T16:36:56Z'
  expect(value).toMatchObject([{ price: 335.365, volume: 13081621, previousClose: null, asOf }])
  expect(provenance).toMatchObject([{ asOf, stale: false, delay: '15-minute' }])
  expect((await of({ prev_day_close: 333.63 })).value).toMatchObject([
    { previousClose: 333.63, change: 1.735 },
  ])
})

describe('Alpaca', () => {
  const bar = (t: string, c: number, v: number) => ({ t, o: c, h: c, l: c, c, v })
  const snapshots = (body: unknown, symbols = 'AAPL') =>
    recorded(
      `https://data.alpaca.markets/v2/stocks/snapshots?symbols=${symbols}&feed=delayed_sip`,
      body,
    )
  const [today, before] = ['2026-11-18T05:00:00Z', '2026-11-17T05:00:00Z']

  test('default: within a session returns the last trade, in one call, with a point in share classes', async () => {
    const trade = { t: '2026-11-18T16:44:00.123Z', p: 185.42 }
    const fixture = snapshots(
      {
        AAPL: {
          latestTrade: trade,
          dailyBar: bar(today, 185.42, 5e6),
          prevDailyBar: bar(before, 183.9, 4e7),
        },
        'BRK.B': null,
      },
      'AAPL%2CBRK.B',
    )
    const { value, provenance } = await quotesFrom('alpaca-quote', [fixture], ['AAPL', 'brk.b'])
    expect(value).toMatchObject([
      {
        price: 185.42,
        previousClose: 183.9,
        change: 1.52,
        volume: 5e6,
        currency: 'USD',
        asOf: '2026-11-18T16:44:00Z',
        marketState: 'REGULAR',
      },
      { ticker: 'brk.b', price: null },
    ])
    expect(provenance).toMatchObject([{ asOf: '2026-11-18T16:44:00Z', stale: false }])
  })

  test('behavior: a change is never computed with the close of another source', async () => {
    const trade = { t: '2026-11-18T16:44:00Z', p: 185.42 }
    const alpaca = snapshots({
      AAPL: { latestTrade: trade, dailyBar: bar(today, 185.42, 5e6), prevDailyBar: null },
    })
    const cboe = recorded('https://cdn-api.cboe.com/api/global/delayed_quotes/quotes/AAPL.json', {
      data: {
        current_price: 185,
        price_change: 2,
        prev_day_close: 183,
        volume: 7,
        last_trade_time: '2026-11-18T11:44:00',
      },
    })
    const sources = ['alpaca-quote', 'cboe-quote']
    const of = async (...enabled: string[]) => {
      const { value, provenance } = await quotesFrom(enabled, [alpaca, cboe], ['AAPL'])
      return { row: value[0], sources: provenance.length }
    }
    expect(await of('cboe-quote')).toMatchObject({ row: { change: 2, previousClose: 183 } })
    expect(await of(...sources)).toMatchObject({
      row: { price: 185.42, previousClose: null, change: null, changePercent: null },
      sources: 1,
    })
  })

  test('behavior: outside of a session returns the close of the last daily bar, with its day', async () => {
    const fixture = snapshots({
      AAPL: {
        latestTrade: { t: '2026-11-19T00:30:00Z', p: 190 },
        dailyBar: bar(today, 186, 5e7),
        prevDailyBar: bar(before, 183.9, 4e7),
      },
    })
    const night = '2026-11-19T01:00:00Z'
    const { value } = await quotesFrom('alpaca-quote', [fixture], ['AAPL'], night)
    expect(value).toMatchObject([
      {
        price: 186,
        previousClose: 183.9,
        volume: 5e7,
        asOf: '2026-11-18',
        extendedPrice: 190,
        extendedAsOf: '2026-11-19T00:30:00Z',
      },
    ])
  })

  test('behavior: before the first bar of a session, the previous close is that of the bar', async () => {
    const fixture = snapshots({
      AAPL: {
        latestTrade: { t: '2026-11-18T14:31:00Z', p: 184 },
        dailyBar: bar(before, 183.9, 4e7),
        prevDailyBar: bar('2026-11-16T05:00:00Z', 180, 4e7),
      },
    })
    const { value } = await quotesFrom('alpaca-quote', [fixture], ['AAPL'])
    expect(value).toMatchObject([{ price: 184, previousClose: 183.9, volume: null }])
  })

  test('error: an error with status 200 is not an answer without prices', async () => {
    const fixture = snapshots({ error: { code: 'Unauthorized' } })
    await expect(quotesFrom('alpaca-quote', [fixture], ['AAPL'])).rejects.toMatchObject({
      code: 'UPSTREAM_CHANGED',
    })
  })
})

test('default: Twelve Data: reads numbers as text; omits its volume, which counts only some exchanges', async () => {
  const url = 'https://api.twelvedata.com/quote?symbol=AAPL'
  const body = {
    close: '336.04',
    volume: '582479',
    previous_close: '333.63000',
    last_quote_at: 1791391920,
    is_market_open: true,
  }
  const open = '2026-10-07T17:40:00Z'
  const { value } = await quotesFrom('twelve-data-quote', [recorded(url, body)], ['AAPL'], open)
  expect(value).toMatchObject([
    { price: 336.04, previousClose: 333.63, change: 2.41, volume: null, currency: 'USD' },
  ])
  for (const [code, told] of [
    [429, 'UPSTREAM_RATE_LIMITED'],
    [404, 'NOT_FOUND'],
    [401, 'NOT_CONFIGURED'],
    [500, 'UPSTREAM_CHANGED'],
  ] as const) {
    const problem = recorded(url, { code, message: 'm', status: 'error' })
    await expect(quotesFrom('twelve-data-quote', [problem], ['AAPL'])).rejects.toMatchObject({
      code: told,
    })
  }
})

test('default: dxFeed: returns the last trade and its time, and no previous close', async () => {
  const url =
    'https://demo.dxfeed.com/webservice/rest/events.json?events=Trade&symbols=AAPL%2CBRK%2FB'
  const body = {
    status: 'OK',
    Trade: {
      AAPL: { time: 1791391184907, price: 335.7, dayVolume: 1.3966369426749e7 },
      'BRK/B': { time: 0, price: 1, dayVolume: 'NaN' },
    },
  }
  const open = '2026-10-07T17:40:00Z'
  const requests = ['AAPL', 'BRK-B']
  const { value } = await quotesFrom('dxfeed-demo', [recorded(url, body)], requests, open)
  expect(value).toMatchObject([
    { price: 335.7, change: null, previousClose: null, asOf: '2026-10-07T16:39:44Z' },
    { price: null },
  ])
})

test('behavior: dxFeed: a symbol without a trade has figures that are no numbers', async () => {
  const url = 'https://demo.dxfeed.com/webservice/rest/events.json?events=Trade&symbols=BRK%2FB'
  const trade = { time: 0, price: 'NaN', size: 'NaN', dayVolume: 'NaN' }
  const body = { status: 'OK', Trade: { 'BRK/B': trade } }
  const open = '2026-10-07T17:40:00Z'
  const answer = quotesFrom('dxfeed-demo', [recorded(url, body)], ['BRK-B'], open)
  await expect(answer).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('default: Coinbase: compares the last trade with the price 24 hours before; works without a directory', async () => {
  const product = 'https://api.exchange.coinbase.com/products/BTC-USD'
  const { value, provenance } = await quotesFrom(
    'coinbase',
    [
      recorded(`${product}/ticker`, {
        price: '91000.5',
        bid: '91000',
        ask: '91001',
        volume: '7000.1',
        time: '2026-11-18T16:59:30.123456Z',
      }),
      recorded(`${product}/stats`, { open: '90000.5', last: '91000.5', volume: '7000.1' }),
    ],
    ['BTC'],
  )
  expect(value).toMatchObject([
    { ticker: 'BTC', price: 91000.5, previousClose: 90000.5, change: 1000, volume: null },
  ])
  expect(provenance).toMatchObject([{ source: 'Coinbase Exchange', asOf: '2026-11-18T16:59:30Z' }])
})

test('default: the ECB: converts euro rates, with the previous day', async () => {
  const url =
    'https://data-api.ecb.europa.eu/service/data/EXR/D.GBP+USD.EUR.SP00.A?format=csvdata&lastNObservations=2'
  const row = (code: string, day: string, value: string) =>
    `EXR.D.${code}.EUR.SP00.A,D,${code},EUR,SP00,A,${day},${value},A`
  const body = [
    'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE,OBS_STATUS',
    ...[row('GBP', '2026-11-16', '0.8700'), row('GBP', '2026-11-17', '0.8800')],
    ...[row('USD', '2026-11-16', '1.1600'), row('USD', '2026-11-17', '1.1000')],
  ].join('\r\n')
  const requests = ['EURUSD=X', 'GBPUSD=X', 'USDEUR=X', 'EURXXX=X']
  const known = recorded(url, body)
  const { value, provenance } = await quotesFrom(
    'ecb-reference-rates',
    [known],
    requests.slice(0, 3),
  )
  expect(value).toMatchObject([
    { price: 1.1, previousClose: 1.16, currency: 'USD', asOf: '2026-11-17' },
    { price: 1.25, currency: 'USD', asOf: '2026-11-17' },
    { price: 0.9090909091, currency: 'EUR' },
  ])
  expect(provenance).toMatchObject([{ asOf: '2026-11-17', stale: false }])
})

test('behavior: the ECB: the last rate of a currency that it quotes no more is no price', async () => {
  const url =
    'https://data-api.ecb.europa.eu/service/data/EXR/D.HRK+USD.EUR.SP00.A?format=csvdata&lastNObservations=2'
  const body = `CURRENCY,TIME_PERIOD,OBS_VALUE\nHRK,2022-12-30,7.5365\nUSD,2026-11-17,1.1\n`
  const asked = ['EURHRK=X', 'EURUSD=X']
  const { value, provenance } = await quotesFrom(
    'ecb-reference-rates',
    [recorded(url, body)],
    asked,
  )
  expect(value).toMatchObject([{ price: null }, { price: 1.1, asOf: '2026-11-17' }])
  expect(provenance).toMatchObject([{ asOf: '2026-11-17', stale: false }])
})

test('default: Frankfurter: returns the rate of the day without a change', async () => {
  const url = 'https://api.frankfurter.dev/v1/latest?base=USD&symbols=EUR%2CGBP'
  const body = { base: 'USD', date: '2026-03-17', rates: { EUR: 0.867, GBP: 0.75 } }
  const requests = ['USDEUR=X', 'USDGBP=X']
  const { value } = await quotesFrom('frankfurter', [recorded(url, body)], requests)
  expect(value).toMatchObject([
    { price: 0.867, change: null, currency: 'EUR', asOf: '2026-03-17' },
    { price: 0.75, currency: 'GBP' },
  ])
})

test('default: FRED: compares the close of an index with the previous one; holidays have none', async () => {
  const url = 'https://fred.stlouisfed.org/graph/fredgraph.csv?id=SP500'
  const csv = 'observation_date,SP500\n2026-11-13,5600.5\n2026-11-16,\n2026-11-17,5656.505\n'
  const { value, provenance } = await quotesFrom('fred-index', [recorded(url, csv)], ['^GSPC'])
  expect(value).toMatchObject([
    { price: 5656.505, previousClose: 5600.5, change: 56.005, volume: null, asOf: '2026-11-17' },
  ])
  expect(provenance).toMatchObject([
    { source: 'FRED closes of indices', asOf: '2026-11-17', stale: false, delay: 'end-of-day' },
  ])
})

test('default: Tiingo: returns the last close of a share and its volume', async () => {
  const day = (date: string, close: number) => ({
    date: `${date}T00:00:00.000Z`,
    open: close,
    high: close,
    low: close,
    close,
    volume: 10,
    adjClose: close,
    divCash: 0,
    splitFactor: 1,
  })
  const url = 'https://api.tiingo.com/tiingo/daily/AAPL/prices?startDate=2026-10-18'
  const body = [day('2026-11-16', 100), day('2026-11-17', 102)]
  const { value, provenance } = await quotesFrom('tiingo-quote', [recorded(url, body)], ['AAPL'])
  expect(value).toMatchObject([
    { price: 102, changePercent: 2, volume: 10, currency: 'USD', asOf: '2026-11-17' },
  ])
  expect(provenance).toMatchObject([{ source: 'Tiingo closes', delay: 'end-of-day' }])
})
