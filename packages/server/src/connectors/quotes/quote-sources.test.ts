import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { defined } from '@fiq/shared/defined'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConnectorContext } from '../../sources/connector.ts'
import { loadYahooBars } from '../../sources/prices/yahoo-chart.ts'
import { testContext } from '../../sources/testing/describe-connector.ts'
import { ttlSeconds } from '../../upstreams/cache-times.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { loadQuotes } from './load-quotes.ts'
import { quoteSources } from './quote-sources.ts'

const at = '2026-11-18T16:59:00Z'
const now = () => new Date('2026-11-18T17:00:00Z')
const seconds = Date.parse(at) / 1_000
const noDirectory: Fixture = {
  recorded: { at, url: 'https://www.sec.gov/files/company_tickers_exchange.json' },
  body: '<html></html>',
}
const recorded = (url: string, body: unknown): Fixture => ({ recorded: { at, url }, body })

/** Quotes from only some sources, with fixtures for their responses. */
function quotesFrom(ids: readonly string[], fixtures: readonly Fixture[], tickers: string[]) {
  const context = testContext(recordedTransport([...fixtures, noDirectory]), {
    now,
    enabled: ({ id }) => ids.includes(id),
  })
  return loadQuotes(tickers, context)
}

const finnhub = (symbol: string, body: unknown) =>
  recorded(`https://finnhub.io/api/v1/quote?symbol=${symbol}`, body)
const apple = finnhub('AAPL', { c: 101, d: 1, dp: 1, h: 1, l: 1, o: 1, pc: 100, t: seconds })

describe('cache times', () => {
  const current = quoteSources.filter(({ upstream }) =>
    ['real-time', '15-minute'].includes(upstream.timing?.delay ?? ''),
  )
  test.each(current.map((source) => [source.upstream.id, source] as const))(
    'behavior: a current price of %s is cached for a minute at most',
    async (_id, { load, covers, upstream }) => {
      const sandbox = sandboxTransport({ now })
      const urls: URL[] = []
      const fetch: Transport['fetch'] = (request) => {
        urls.push(request.url)
        return sandbox.fetch(request)
      }
      const symbol = ['AAPL', 'BTC-USD', '^GSPC'].find(covers)!
      await load([symbol], testContext({ ...sandbox, fetch }, { now }))
      const own = urls.filter(({ host }) => upstream.hosts.includes(host))
      expect(own.length).toBeGreaterThan(0)
      for (const url of own) expect(ttlSeconds(url, true), url.href).toBeLessThanOrEqual(60)
    },
  )
})

describe('each source in its own format', () => {
  test('default: Finnhub: share classes with a point; all zeros means unknown', async () => {
    const berkshire = finnhub('BRK.B', { c: 0, d: null, dp: null, pc: 0, t: 0 })
    const { value, provenance } = await quotesFrom(
      ['finnhub-quote'],
      [apple, berkshire],
      ['AAPL', 'brk.b'],
    )
    expect(value).toMatchObject([
      { ticker: 'AAPL', price: 101, change: 1, changePercent: 1, previousClose: 100, asOf: at },
      { ticker: 'brk.b', price: null },
    ])
    expect(provenance).toMatchObject([{ source: 'Finnhub quotes', asOf: at, stale: false }])
  })

  test('default: Alpha Vantage: numbers as text; a notice inside a 200 means a limit', async () => {
    const url = 'https://www.alphavantage.co/query?function=GLOBAL_QUOTE&symbol=IBM'
    const body = {
      'Global Quote': {
        '01. symbol': 'IBM',
        '05. price': '231.5000',
        '06. volume': '3200000',
        '07. latest trading day': '2026-11-17',
        '08. previous close': '230.0000',
        '09. change': '1.5000',
        '10. change percent': '0.6522%',
      },
    }
    const ids = ['alpha-vantage-quote']
    expect((await quotesFrom(ids, [recorded(url, body)], ['IBM'])).value).toMatchObject([
      { price: 231.5, volume: 3200000, previousClose: 230, change: 1.5, asOf: '2026-11-17' },
    ])
    const limited = recorded(url, { Information: 'Thank you for using Alpha Vantage!' })
    await expect(quotesFrom(ids, [limited], ['IBM'])).rejects.toMatchObject({
      code: 'UPSTREAM_RATE_LIMITED',
    })
    const unknown = recorded(url, { 'Global Quote': {} })
    await expect(quotesFrom(ids, [unknown], ['IBM'])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('default: CoinGecko: one call, volume in coins', async () => {
    const url =
      'https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&ids=bitcoin%2Cethereum'
    const coin = {
      id: 'bitcoin',
      symbol: 'btc',
      current_price: 100_000,
      price_change_24h: -2_000.5,
      total_volume: 5e9,
      market_cap: 2e12,
      last_updated: '2026-11-18T16:58:30.123Z',
    }
    const { value } = await quotesFrom(
      ['coingecko'],
      [recorded(url, [coin])],
      ['BTC-USD', 'ETH-USD'],
    )
    expect(value).toMatchObject([
      {
        price: 100_000,
        previousClose: 102_000.5,
        change: -2_000.5,
        volume: 50_000,
        marketCap: 2e12,
        asOf: '2026-11-18T16:58:30Z',
      },
      { ticker: 'ETH-USD', price: null },
    ])
    const older = { ...coin, id: 'ethereum', last_updated: '2026-11-18T16:50:00.000Z' }
    const both = await quotesFrom(
      ['coingecko'],
      [recorded(url, [coin, older])],
      ['BTC-USD', 'ETH-USD'],
    )
    expect(both.provenance).toMatchObject([{ asOf: '2026-11-18T16:50:00Z' }])
  })

  test('default: Binance in Tether, Kraken with its own names', async () => {
    const binance = recorded(
      'https://data-api.binance.vision/api/v3/ticker/24hr?symbols=%5B%22BTCUSDT%22%5D',
      [
        {
          symbol: 'BTCUSDT',
          lastPrice: '101.50',
          prevClosePrice: '100.00',
          volume: '12.5',
          closeTime: Date.parse(at),
        },
      ],
    )
    expect((await quotesFrom(['binance'], [binance], ['BTC-USD'])).value).toMatchObject([
      { price: 101.5, change: 1.5, changePercent: 1.5, volume: null, currency: 'USDT', asOf: at },
    ])
    const kraken = recorded(
      'https://api.kraken.com/0/public/Ticker?pair=XBTUSD%2CSOLUSD%2CXDGUSD',
      {
        error: [],
        result: {
          XXBTZUSD: { c: ['101.5', '0.1'], o: '100', v: ['3.5', '9'] },
          SOLUSD: { c: ['20', '1'], o: '25', v: ['1', '2'] },
          XDGUSD: { c: ['0.25', '1'], o: '0.2', v: ['1', '2'] },
        },
      },
    )
    const coins = ['BTC-USD', 'SOL-USD', 'DOGE-USD']
    expect((await quotesFrom(['kraken'], [kraken], coins)).value).toMatchObject([
      { price: 101.5, previousClose: 100, volume: null, currency: 'USD' },
      { price: 20, changePercent: -20 },
      { price: 0.25, changePercent: 25 },
    ])
  })

  // Recorded in the evening: `prev_day_close` is already the close of the day, and the file is
  // hours newer.
  test('default: Cboe: indices by their roots, change and time of the last trade', async () => {
    const url = 'https://cdn-api.cboe.com/api/global/delayed_quotes/quotes/_SPX.json'
    const body = {
      timestamp: '2026-11-18 01:52:50',
      data: {
        symbol: '^SPX',
        current_price: 5917.1099,
        price_change: 0.1299,
        prev_day_close: 5917.1099,
        volume: 0,
        last_trade_time: '2026-11-17T16:14:59',
      },
      symbol: '_SPX',
    }
    const { value, provenance } = await quotesFrom(['cboe-quote'], [recorded(url, body)], ['^GSPC'])
    const asOf = '2026-11-17T21:14:59Z'
    expect(value).toMatchObject([
      { price: 5917.1099, previousClose: 5916.98, change: 0.1299, volume: null, asOf },
    ])
    expect(provenance).toMatchObject([{ asOf }])
    const { last_trade_time: _, ...untimed } = body.data
    const without = await quotesFrom(
      ['cboe-quote'],
      [recorded(url, { ...body, data: untimed })],
      ['^GSPC'],
    )
    expect(without.value).toMatchObject([{ price: 5917.1099, asOf: null }])
    // The time of the file is not that of the price.
    expect(without.provenance).toMatchObject([{ asOf: null, stale: true }])
  })

  test('behavior: Cboe quotes no index of which it has another scale', () => {
    const { covers } = quoteSources.find(({ upstream }) => upstream.id === 'cboe-quote')!
    const indices = ['^GSPC', '^VIX', '^DJI', '^TNX', '^TYX', '^FVX', '^IRX']
    expect(indices.filter(covers)).toEqual(['^GSPC', '^VIX'])
  })

  const file = new URL('../../../../../../shared/data/yahoo/chart_GSPC.json.gz', import.meta.url)
  const absent = existsSync(file) ? '' : ' (skipped: ../shared/data/yahoo is absent)'

  test.skipIf(absent !== '')(`default: reads the head of a recorded chart${absent}`, async () => {
    const { body } = JSON.parse(gunzipSync(readFileSync(file)).toString())
    const url = 'https://query2.finance.yahoo.com/v8/finance/chart/%5EGSPC?range=1d&interval=1d'
    const { value, provenance } = await quotesFrom(
      ['yahoo-chart'],
      [recorded(url, body)],
      ['^GSPC'],
    )
    const { meta } = body.chart.result[0]
    expect(value).toMatchObject([
      { price: meta.regularMarketPrice, currency: null, marketCap: null },
    ])
    expect(provenance).toMatchObject([{ stale: true }])
  })
})

describe('the session of a chart', () => {
  const at = (hour: number) => Date.parse(`2026-11-18T${hour}:00:00Z`) / 1_000
  const periods = {
    pre: { start: at(12), end: at(12) },
    regular: { start: at(12), end: at(20) },
    post: { start: at(20), end: at(21) },
  }

  // The figures of a recorded chart of three years, whose first day follows a close of 129.93.
  test.each([
    ['1d', 129.93],
    ['', null],
    ['1mo', null],
  ])('behavior: a chart of the range "%s" has the previous close %s', async (range, close) => {
    const url = 'https://query2.finance.yahoo.com/v8/finance/chart/AAPL?range=1d&interval=1d'
    const price = { regularMarketPrice: 270.97, regularMarketTime: at(16) }
    const meta = { currency: 'USD', ...price, chartPreviousClose: 129.93, range }
    const body = { chart: { result: [{ meta }], error: null } }
    const { value } = await quotesFrom(['yahoo-chart'], [recorded(url, body)], ['AAPL'])
    expect(value).toMatchObject([{ price: 270.97, previousClose: close }])
    if (close === null) expect(value).toMatchObject([{ change: null, changePercent: null }])
  })

  // The tests run at 17:00 UTC, during the session in New York.
  test.each([
    ['VOD.L', 'GBp', periods, 'REGULAR'],
    ['VOD.L', 'GBp', { ...periods, regular: { start: at(10), end: at(16) } }, 'CLOSED'],
    ['7203.T', 'JPY', undefined, null],
    ['AAPL', 'USD', undefined, 'REGULAR'],
    ['BTC-USD', 'USD', undefined, 'REGULAR'],
  ])(
    'behavior: the session of %s is that of its own exchange',
    async (symbol, currency, stated, state) => {
      const url = `https://query2.finance.yahoo.com/v8/finance/chart/${symbol}?range=1d&interval=1d`
      const meta = {
        currency,
        regularMarketPrice: 80,
        regularMarketTime: at(16),
        chartPreviousClose: 79,
        ...defined({ currentTradingPeriod: stated }),
      }
      const body = { chart: { result: [{ meta }], error: null } }
      const { value } = await quotesFrom(['yahoo-chart'], [recorded(url, body)], [symbol])
      expect(value).toMatchObject([{ price: 80, currency, marketState: state }])
    },
  )
})

describe('in order of preference', () => {
  const yahoo = (symbols: string, ...result: object[]) =>
    recorded(`https://query1.finance.yahoo.com/v7/finance/quote?symbols=${symbols}`, {
      quoteResponse: { result, error: null },
    })

  test('behavior: queries each source for the missing tickers, and names it', async () => {
    const index = { symbol: '^GSPC', regularMarketPrice: 6000, regularMarketTime: seconds }
    const { value, provenance, itemProvenance } = await quotesFrom(
      ['finnhub-quote', 'yahoo-quote'],
      [apple, yahoo('%5EGSPC', index)],
      ['AAPL', '^GSPC'],
    )
    expect(value.map(({ price }) => price)).toEqual([101, 6000])
    expect(provenance.map(({ source }) => source)).toEqual([
      'Finnhub quotes',
      'Yahoo Finance quotes',
    ])
    const sources = [...itemProvenance!].map(([place, cited]) => [place, cited[0]?.source])
    expect(sources).toEqual([
      [0, 'Finnhub quotes'],
      [1, 'Yahoo Finance quotes'],
    ])
  })

  test('behavior: uses the next source if one fails', async () => {
    const row = { symbol: 'AAPL', regularMarketPrice: 99, regularMarketTime: seconds }
    const { value, provenance } = await quotesFrom(
      ['finnhub-quote', 'yahoo-quote'],
      [finnhub('AAPL', { error: 'Invalid API key' }), yahoo('AAPL', row)],
      ['AAPL'],
    )
    expect(value).toMatchObject([{ price: 99 }])
    expect(provenance.map(({ source }) => source)).toEqual(['Yahoo Finance quotes'])
  })

  test('error: a ticker beside a row of another form is not reported as unknown', async () => {
    const row = { symbol: 'AAPL', regularMarketPrice: 99, regularMarketTime: seconds }
    const odd = { ...row, symbol: 'MSFT', regularMarketPrice: '431.20' }
    const tickers = ['AAPL', 'MSFT']
    const { value, failed } = await quotesFrom(
      ['yahoo-quote'],
      [yahoo('AAPL%2CMSFT', row, odd)],
      tickers,
    )
    expect(value).toMatchObject([{ price: 99 }, { price: null }])
    expect(failed).toMatchObject([{ at: 1, error: { code: 'UPSTREAM_CHANGED' } }])
    const absent = await quotesFrom(['yahoo-quote'], [yahoo('AAPL%2CMSFT', row)], tickers)
    expect(absent.failed).toMatchObject([{ at: 1, error: { code: 'NOT_FOUND' } }])
  })

  test('error: without any source names the settings of all', async () => {
    await expect(quotesFrom([], [], ['AAPL'])).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
      facts: [
        'ALPACA_API_KEY_ID and ALPACA_API_SECRET_KEY turn on Alpaca delayed quotes',
        'FINNHUB_API_KEY turns on Finnhub quotes',
        'TWELVE_DATA_API_KEY turns on Twelve Data quotes',
        'FIQ_RESTRICTED_UPSTREAMS=yahoo-quote turns on Yahoo Finance quotes',
        'FIQ_RESTRICTED_UPSTREAMS=dxfeed-demo turns on dxFeed demonstration server',
        'FIQ_RESTRICTED_UPSTREAMS=cboe-quote turns on Cboe delayed quotes',
        'FIQ_RESTRICTED_UPSTREAMS=yahoo-chart turns on Yahoo Finance charts',
        'ALPHAVANTAGE_API_KEY turns on Alpha Vantage quotes',
        'TIINGO_API_KEY turns on Tiingo closes',
        'SEC_USER_AGENT turns on SEC fails-to-deliver files',
      ],
    })
  })
})

test('error: any JSON gives rows or an error code', async () => {
  const answering = (body: unknown): ConnectorContext => {
    const upstreams: Transport = {
      mode: 'recorded',
      fetch: async () => ({
        body: new TextEncoder().encode(JSON.stringify(body)),
        mode: 'recorded',
        asOf: null,
        retrievedAt: at,
      }),
    }
    return testContext(upstreams, { now })
  }
  await fc.assert(
    fc.asyncProperty(fc.json(), async (json) => {
      for (const { load, covers } of quoteSources) {
        const symbol = ['AAPL', 'BTC-USD', 'EURUSD=X', '^GSPC'].find(covers)!
        await load([symbol], answering(JSON.parse(json))).catch((error: unknown) =>
          expect(error).toMatchObject({ code: expect.stringMatching(/^(?:UPSTREAM_|NOT_FOUND)/) }),
        )
      }
    }),
    { numRuns: 50 },
  )
})

test('behavior: sources agree on the number of traded coins, and so do bars', async () => {
  const upstreams = sandboxTransport({ now })
  const quoted = async (source: string) => {
    const context = testContext(upstreams, { now, enabled: ({ id }) => id === source })
    const { value } = await loadQuotes(['BTC-USD'], context)
    return value[0]!.volume!
  }
  const coins = await quoted('coingecko')
  expect(coins).toBeLessThan(19_800_000)
  const context = testContext(upstreams, { now, enabled: () => true })
  const { value: bars } = await loadYahooBars('BTC-USD', '5d', '1d', context)
  for (const volume of [
    await quoted('yahoo-quote'),
    await quoted('yahoo-chart'),
    bars.at(-1)!.volume!,
  ])
    expect(volume / coins).toBeCloseTo(1, 1)
})
