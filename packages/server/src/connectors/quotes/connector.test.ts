import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import type { Bar, FileStore } from '../../sources/connector.ts'
import { refuseUnanswered } from '../../sources/field-readiness.ts'
import { emptyRow, type QuoteRow } from '../../sources/prices/quote-row.ts'
import {
  describeConnector,
  emptyFiles,
  testContext,
} from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import type { Transport, UpstreamRequest } from '../../upstreams/transport.ts'
import { quotes } from './connector.ts'

const apple = { ticker: 'AAPL', name: 'Apple Inc.' }
describeConnector(quotes, [
  { coordinate: 'Query.quotes', args: { tickers: ['AAPL', '^GSPC'] } },
  { coordinate: 'Entity.market', args: {}, parent: apple },
])

const { resolve, check } = quotes.fields['Query.quotes']!
const market = quotes.fields['Entity.market']!
const now = () => new Date('2026-11-18T17:00:00Z')
const enabled = ({ id }: { id: string }) => id === 'yahoo-quote'
const sandbox = () => testContext(sandboxTransport({ now }), { now })
const rows = async (tickers: string[], context = sandbox()) =>
  (await resolve(null, { tickers }, context)).value as QuoteRow[]

/** A real response of Yahoo's, reduced to the read fields and two others. */
const fixture = {
  recorded: {
    at: '2025-12-23T01:44:21Z',
    url: 'https://query1.finance.yahoo.com/v7/finance/quote?symbols=AAPL%2CNOPE',
  },
  body: {
    quoteResponse: {
      result: [
        {
          quoteType: 'EQUITY',
          symbol: 'AAPL',
          currency: 'USD',
          marketState: 'POSTPOST',
          regularMarketPrice: 270.97,
          regularMarketPreviousClose: 273.67,
          regularMarketVolume: 36445199,
          regularMarketTime: 1766437206,
          marketCap: 4021300494336,
          bid: 272,
        },
      ],
      error: null,
    },
  },
}
const noDirectory = {
  recorded: {
    at: fixture.recorded.at,
    url: 'https://www.sec.gov/files/company_tickers_exchange.json',
  },
  body: '<html></html>',
}

const bar = (date: string, close: number): Bar => ({
  date,
  open: close,
  high: close,
  low: close,
  close,
  volume: 7,
})
const source = {
  source: 'own',
  sourceUrl: 'https://example.org',
  asOf: '2018-02-07',
  retrievedAt: '2026-01-01T00:00:00Z',
  mode: 'files' as const,
  stale: false,
  licence: 'own',
}
const held: FileStore = {
  ...emptyFiles,
  tickers: () => ['AAPL', 'OWN'],
  bars: (ticker, interval) =>
    (ticker === 'AAPL' || ticker === 'OWN') && interval === '1d'
      ? { value: [bar('2018-02-06', 160), bar('2018-02-07', 159.54)], provenance: [source] }
      : undefined,
}

describe('quotes', () => {
  test("default: returns Yahoo's values in the order of the request; an unknown symbol has no price", async () => {
    const context = testContext(recordedTransport([fixture, noDirectory]), {
      enabled,
      now: () => new Date('2025-12-23T01:45:00Z'),
    })
    const { value, provenance } = await resolve(null, { tickers: ['AAPL', 'NOPE'] }, context)
    expect(value).toEqual([
      {
        ...emptyRow('AAPL'),
        price: 270.97,
        change: -2.7,
        changePercent: -0.9865896883,
        volume: 36445199,
        marketCap: 4021300494336,
        previousClose: 273.67,
        currency: 'USD',
        asOf: '2025-12-22T21:00:06Z',
        marketState: 'POSTPOST',
      },
      expect.objectContaining({ ticker: 'NOPE', price: null, asOf: null }),
    ])
    expect(provenance).toMatchObject([
      { asOf: '2025-12-22T21:00:06Z', retrievedAt: fixture.recorded.at, stale: false },
    ])
  })

  test('behavior: reads spellings of the directory, indices and coins, in one upstream call', async () => {
    const inner = sandboxTransport({ now })
    const requests: string[] = []
    const counting: Transport = {
      mode: 'sandbox',
      fetch(request) {
        requests.push(request.url.pathname)
        return inner.fetch(request)
      },
    }
    const values = await rows(['brk.b', '^gspc', 'BTC', 'aapl'], testContext(counting, { now }))
    expect(values.map(({ ticker }) => ticker)).toEqual(['brk.b', '^gspc', 'BTC', 'aapl'])
    for (const { price, change, previousClose, asOf } of values) {
      expect(price! - previousClose!).toBeCloseTo(change!, 6)
      expect(asOf).toBe('2026-11-18T17:00:00Z')
    }
    expect(requests.filter((path) => path === '/v7/finance/quote')).toHaveLength(1)
  })

  test('behavior: never returns an imported bar as a quote of today', async () => {
    const context = testContext(sandboxTransport({ now }), { now, files: held })
    const { value, provenance } = await resolve(null, { tickers: ['aapl'] }, context)
    expect(value).toMatchObject([
      { ticker: 'aapl', price: 159.54, previousClose: 160, asOf: '2018-02-07', marketState: null },
    ])
    expect(provenance).toEqual([{ ...source, stale: true }])
  })

  test('behavior: prefers live prices to imported bars, which it uses if the source fails', async () => {
    const { body } = fixture
    const live = (answer: unknown): Transport => ({
      mode: 'live',
      fetch: async () => ({
        body: new TextEncoder().encode(JSON.stringify(answer)),
        mode: 'live',
        asOf: null,
        retrievedAt: now().toISOString(),
      }),
    })
    const parts = { now, files: held }
    expect(await rows(['AAPL'], testContext(live(body), parts))).toMatchObject([{ price: 270.97 }])
    expect(await rows(['AAPL'], testContext(live({}), parts))).toMatchObject([{ price: 159.54 }])
    const off = testContext(live(body), { ...parts, enabled: () => false })
    expect(await rows(['OWN'], off)).toMatchObject([{ price: 159.54, asOf: '2018-02-07' }])
    await expect(rows(['MSFT'], off)).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
  })

  test('behavior: marks a price of another day as stale while the market is open', async () => {
    const open = structuredClone(fixture)
    open.body.quoteResponse.result[0]!.marketState = 'REGULAR'
    const context = testContext(recordedTransport([open, noDirectory]), {
      enabled,
      now: () => new Date('2025-12-23T15:00:00Z'),
    })
    const { provenance } = await resolve(null, { tickers: ['AAPL', 'NOPE'] }, context)
    expect(provenance).toMatchObject([{ stale: true }])
  })

  test('behavior: a mixed query has a row for each ticker, each with its own problem', async () => {
    const tickers = ['AAPL', 'APPL', 'VFIAX']
    await expect(check!({ tickers }, sandbox())).resolves.toBeUndefined()
    const { value, failed } = await resolve(null, { tickers }, sandbox())
    expect(value).toMatchObject([
      { ticker: 'AAPL', price: expect.any(Number) },
      {
        ticker: 'APPL',
        price: null,
        problem: expect.stringMatching(
          /^NOT_FOUND: The directory has no ticker "APPL". .*mean AAPL/,
        ),
      },
      { ticker: 'VFIAX', price: null, problem: expect.stringContaining('No source has a price') },
    ])
    expect(failed).toMatchObject([
      { at: 1, error: { code: 'NOT_FOUND' } },
      { at: 2, error: { code: 'NOT_FOUND' } },
    ])
  })

  test('behavior: currencies, futures and foreign listings have prices with their currency', async () => {
    const tickers = ['EURUSD=X', 'gc=f', 'CL=F', 'ES=F', 'vod.l', 'BTC', '^GSPC']
    await expect(check!({ tickers }, sandbox())).resolves.toBeUndefined()
    const found = await rows(tickers)
    expect(found.every(({ price }) => price !== null && price > 0)).toBe(true)
    expect(found.map(({ currency }) => currency)).toEqual([
      ...['USD', 'USD', 'USD', 'USD', 'GBp', 'USD', null],
    ])
    await expect(check!({ tickers: ['NOSUCH.L'] }, sandbox())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await rows(['VOD.L', 'NOSUCH.L'])).toMatchObject([{ currency: 'GBp' }, { price: null }])
  })

  test('behavior: a ticker that a source cannot answer has a problem in its row', async () => {
    const inner = sandboxTransport({ now })
    const limited: Transport = {
      mode: 'sandbox',
      async fetch(request) {
        if (request.url.searchParams.get('symbol') === 'MSFT')
          throw new FiqError('UPSTREAM_RATE_LIMITED', 'Too many.')
        return inner.fetch(request)
      },
    }
    const context = testContext(limited, { now, enabled: ({ id }) => id === 'finnhub-quote' })
    const { value, failed } = await resolve(null, { tickers: ['AAPL', 'MSFT'] }, context)
    expect(value).toMatchObject([
      { price: expect.any(Number) },
      { price: null, problem: 'UPSTREAM_RATE_LIMITED: Too many.' },
    ])
    expect(failed).toMatchObject([{ at: 1, error: { code: 'UPSTREAM_RATE_LIMITED' } }])
  })

  test('error: names unknown tickers with suggestions, before payment', async () => {
    await expect(check!({ tickers: ['APPL', 'ZZZZZZ'] }, sandbox())).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'The directory has no tickers "APPL" and "ZZZZZZ".',
      facts: [
        expect.stringContaining('AAPL'),
        'ZZZZZZ: unknown',
        expect.stringMatching(/^Not in the sandbox/),
      ],
    })
    await expect(check!({ tickers: ['AAPL', 'BTC', '^VIX'] }, sandbox())).resolves.toBeUndefined()
    const own = testContext(sandboxTransport({ now }), { now, files: held })
    await expect(check!({ tickers: ['OWN'] }, own)).resolves.toBeUndefined()
  })

  test('error: while the list of funds is unavailable, an unknown ticker may be a fund', async () => {
    const transport = sandboxTransport({ now })
    const without = {
      ...transport,
      fetch: (request: UpstreamRequest) => {
        if (/_mf|nasdaqtraded/.test(request.url.pathname)) throw new FiqError('NOT_FOUND', 'Away.')
        return transport.fetch(request)
      },
    }
    await expect(check!({ tickers: ['VOO', 'VFIAX'] }, sandbox())).resolves.toBeUndefined()
    await expect(check!({ tickers: ['VOO'] }, testContext(without, { now }))).rejects.toMatchObject(
      {
        code: 'NOT_FOUND',
        facts: expect.arrayContaining([expect.stringContaining('may be the ticker of a fund')]),
      },
    )
  })

  test('error: if no source has a price, the error lists the reason of each source', async () => {
    await expect(rows(['VFIAX'])).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'No source has a price for VFIAX.',
      facts: expect.arrayContaining([expect.stringMatching(/^Cboe delayed quotes: /)]),
    })
  })

  test('error: on a personal server, names the settings of the sources that may have the price', async () => {
    const enabled = ({ id }: { id: string }) => id === 'cboe-quote'
    const own = testContext(sandboxTransport({ now }), { now, isPersonal: true, enabled })
    await expect(resolve(null, { tickers: ['VFIAX'] }, own)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      facts: expect.arrayContaining(['FINNHUB_API_KEY turns on Finnhub quotes']),
      remedy: 'Another source may have it: fiq setup stores free keys.',
    })
  })

  test('error: quotes no price without a source', async () => {
    const off = testContext(sandboxTransport({ now }), { now, enabled: () => false })
    const refused = { code: 'NOT_CONFIGURED' }
    await expect(check!({ tickers: ['AAPL'] }, off)).rejects.toMatchObject(refused)
    expect(() => refuseUnanswered(quotes, market, off)).toThrow(expect.objectContaining(refused))
    const own = testContext(sandboxTransport({ now }), { now, enabled: () => false, files: held })
    await expect(check!({ tickers: ['AAPL'] }, own)).resolves.toBeUndefined()
    expect(() => refuseUnanswered(quotes, market, own)).not.toThrow()
  })

  test('error: a mirror without the bars of a company reports it before payment', async () => {
    const { fetch } = sandboxTransport({ now })
    const context = testContext({ mode: 'mirror', fetch }, { now, files: held })
    await expect(check!({ tickers: ['MSFT'] }, context)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'The mirror holds no prices of MSFT.',
    })
    await expect(check!({ tickers: ['AAPL', 'MSFT'] }, context)).resolves.toBeUndefined()
  })

  test('behavior: every coin and index of the directory has a price in the sandbox', async () => {
    const { cryptoAssets } = await import('@fiq/shared/spelling/crypto-assets')
    const { indices } = await import('@fiq/shared/spelling/indices')
    const tickers = [
      ...cryptoAssets.map(([symbol]) => `${symbol}-USD`),
      ...indices.map(([symbol]) => `^${symbol}`),
    ]
    const unpriced = (await rows(tickers)).filter(({ price }) => price === null)
    expect(unpriced.map(({ ticker }) => ticker)).toEqual([])
  })
})

describe('market', () => {
  test('behavior: entities of one turn use one upstream call', async () => {
    let calls = 0
    const inner = sandboxTransport({ now })
    const counting: Transport = {
      mode: 'sandbox',
      fetch(request) {
        if (request.url.pathname === '/v7/finance/quote') calls += 1
        return inner.fetch(request)
      },
    }
    const context = testContext(counting, { now })
    const values = await Promise.all(
      ['AAPL', 'MSFT', 'AAPL'].map((ticker) => market.resolve({ ticker }, {}, context)),
    )
    expect(calls).toBe(1)
    expect(values[0]).toEqual(values[2])
    expect(values[1]!.value).toMatchObject({ ticker: 'MSFT', price: expect.any(Number) })
  })

  test('error: one entity without a price does not fail the others', async () => {
    const context = sandbox()
    const [one, other] = await Promise.allSettled(
      ['NOSUCH', 'AAPL'].map((ticker) => market.resolve({ ticker }, {}, context)),
    )
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND' } })
    expect(other?.status).toBe('fulfilled')
  })
})
