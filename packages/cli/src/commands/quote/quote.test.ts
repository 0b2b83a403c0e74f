import { describe, expect, test } from 'vitest'
import { type Scene, sceneOf } from '../../command-line/testing/scene.ts'
import { quoteDocument } from '../../command-line/views/quote-table.ts'
import { builtInTariff } from '../../query/built-in-tariff.ts'
import { toCsv } from '../../terminal/format/csv.ts'
import { quote } from './declaration.ts'
import { run } from './run.ts'

const none = {
  price: null,
  change: null,
  changePercent: null,
  volume: null,
  marketCap: null,
  previousClose: null,
  currency: null,
  asOf: null,
  marketState: null,
}
const apple = {
  ticker: 'AAPL',
  price: 201.5,
  change: -1.2,
  changePercent: -0.592,
  volume: 45_200_000,
  marketCap: 3_031_500_000_000,
  previousClose: 202.7,
  currency: 'USD',
  problem: null,
  asOf: '2026-11-19T21:00:00Z',
  marketState: 'CLOSED',
  name: 'Apple Inc.',
  exchange: 'NasdaqGS',
  open: 202,
  dayLow: 199.85,
  dayHigh: 203.1,
  low52w: 169.21,
  high52w: 260.1,
}
const unknown = {
  ...none,
  ticker: 'AAPLE',
  problem:
    'NOT_FOUND: The directory has no ticker "AAPLE". AAPLE: did you mean AAPL, VALE, AAVE-USD?',
}
const quotes = [
  apple,
  unknown,
  {
    ticker: '^GSPC',
    price: 6_012.45,
    change: 0,
    changePercent: 0,
    volume: null,
    marketCap: null,
    previousClose: 6_012.45,
    currency: 'USD',
    problem: null,
    name: 'S&P 500',
    dayLow: 5_652.1,
    dayHigh: 6_024.88,
    low52w: 5_102.44,
    high52w: 6_103.12,
    asOf: '2026-11-20T11:46:00Z',
    marketState: 'PRE',
  },
  {
    ticker: 'VOD.L',
    price: 72.44,
    change: 0.38,
    changePercent: 0.53,
    volume: 1_880_000,
    marketCap: 18_000_000_000,
    previousClose: 72.06,
    currency: 'GBp',
    problem: null,
    asOf: '2026-11-20T11:46:00Z',
    marketState: 'REGULAR',
  },
  {
    ticker: 'BTC-USD',
    price: 78_514.59,
    change: 766.74,
    changePercent: 0.99,
    volume: null,
    marketCap: null,
    previousClose: 77_747.85,
    currency: 'USD',
    problem: null,
    asOf: '2026-11-20T11:59:00Z',
    marketState: 'REGULAR',
  },
  {
    ticker: 'EURUSD=X',
    price: 1.207,
    change: -0.003,
    changePercent: -0.25,
    volume: 0,
    name: 'EUR/USD',
    dayLow: 1.2,
    dayHigh: 1.2104,
    marketCap: null,
    previousClose: 1.21,
    currency: 'USD',
    problem: null,
    asOf: '2026-11-20T11:59:00Z',
    marketState: 'REGULAR',
  },
]
const source = {
  path: 'quotes',
  source: 'Yahoo Finance quotes',
  sourceUrl: 'https://finance.yahoo.com',
  asOf: '2026-11-19T21:00:00Z',
  mode: 'live',
  stale: false,
  delay: '15-minute',
  licence: 'no redistribution',
}

async function shown(scene: Scene = {}, options: Record<string, string> = {}) {
  const { context, ...seen } = sceneOf({
    data: { quotes },
    answer: { sources: [source] },
    ...scene,
  })
  await run(context, { arguments: { tickers: ['aapl,AAPL', '^gspc'] }, options })
  return { out: seen.out(), err: seen.err(), requests: seen.requests }
}

describe('fiq quote', () => {
  test('default: shows currency, state, and times with the zone of the exchange', async () => {
    const { out, err, requests } = await shown()
    expect(out).toMatchInlineSnapshot(`
      "ticker    name            price  cur     change  change %  state   as of
      AAPL      Apple I…     201.50    USD    -1.20      -0.59%  closed  Thu 16:00 EST
      AAPLE     ! no such ticker; like AAPL, VALE, AAVE-USD
      ^GSPC     S&P 500    6,012.45    pts     0.00       0.00%  pre     06:46 EST
      VOD.L     –             72.44    GBp    +0.38      +0.53%  open    11:46 GMT
      BTC-USD   –         78,514.59    USD  +766.74      +0.99%  24 h    11:59 UTC
      EURUSD=X  EUR/USD        1.2070  USD    -0.0030    -0.25%  open    11:59 UTC
      "
    `)
    expect(err).toMatchInlineSnapshot(`
      "note    1 row without a price is also charged, because the price is agreed
              before the answer is known.
      hidden  9 columns, of them day range at 120 (--columns lists)
      source  Yahoo Finance quotes, 15 min late, Thu 16:00 EST
      cost    0.015 USDC, 5 credits; 0xab
      "
    `)
    expect(requests[0]?.variables).toEqual({ tickers: ['AAPL', '^GSPC'] })
  })

  test('behavior: 120 columns add on the right; below 60, rows are labelled lines', async () => {
    expect((await shown({ columns: 120 })).out).toMatchInlineSnapshot(`
      "ticker    name              price  cur     change  change %  state   as of                  day range  volume    cap
      AAPL      Apple Inc.     201.50    USD    -1.20      -0.59%  closed  Thu 16:00 EST      199.85–203.10   45.2M  3.03T
      AAPLE     ! no such ticker; like AAPL, VALE, AAVE-USD
      ^GSPC     S&P 500      6,012.45    pts     0.00       0.00%  pre     06:46 EST      5,652.10–6,024.88       –      –
      VOD.L     –               72.44    GBp    +0.38      +0.53%  open    11:46 GMT                      –   1.88M  18.0B
      BTC-USD   –           78,514.59    USD  +766.74      +0.99%  24 h    11:59 UTC                      –       –      –
      EURUSD=X  EUR/USD          1.2070  USD    -0.0030    -0.25%  open    11:59 UTC          1.2000–1.2104       0      –
      "
    `)
    expect((await shown({ columns: 200 })).out).toMatchInlineSnapshot(`
      "ticker    name              price  cur     change  change %  state   as of                  day range  volume    cap                      52 weeks   prev close  exchange  extended  extended %
      AAPL      Apple Inc.     201.50    USD    -1.20      -0.59%  closed  Thu 16:00 EST      199.85–203.10   45.2M  3.03T      169.21 ───●────── 260.10     202.70    NasdaqGS         –           –
      AAPLE     ! no such ticker; like AAPL, VALE, AAVE-USD
      ^GSPC     S&P 500      6,012.45    pts     0.00       0.00%  pre     06:46 EST      5,652.10–6,024.88       –      –  5,102.44 ────────●─ 6,103.12   6,012.45    –                –           –
      VOD.L     –               72.44    GBp    +0.38      +0.53%  open    11:46 GMT                      –   1.88M  18.0B                             –      72.06    –                –           –
      BTC-USD   –           78,514.59    USD  +766.74      +0.99%  24 h    11:59 UTC                      –       –      –                             –  77,747.85    –                –           –
      EURUSD=X  EUR/USD          1.2070  USD    -0.0030    -0.25%  open    11:59 UTC          1.2000–1.2104       0      –                             –       1.2100  –                –           –
      "
    `)
    expect(
      (await shown({ columns: 40, data: { quotes: [apple, unknown] } })).out,
    ).toMatchInlineSnapshot(`
      "ticker    AAPL
      name      Apple Inc.
      price     201.50
      cur       USD
      change    -1.20
      change %  -0.59%
      state     closed
      as of     Thu 16:00 EST

      ticker    AAPLE
                ! no such ticker; like AAPL,…
      "
    `)
  })

  test('default: every row has every documented key, in the requested order, not rounded', async () => {
    const rows = JSON.parse((await shown({ format: 'json' })).out) as Record<string, unknown>[]
    expect(rows.map(({ ticker }) => ticker)).toEqual(quotes.map(({ ticker }) => ticker))
    for (const row of rows) expect(Object.keys(row)).toEqual(quote.fields)
    expect(rows[0]).toMatchObject({
      changePercent: -0.592,
      marketState: 'closed',
      delaySeconds: 900,
      problem: null,
      marketCapCurrency: 'USD',
      sources: [
        {
          name: 'Yahoo Finance quotes',
          mode: 'live',
          licence: 'no redistribution',
          fields: expect.arrayContaining(['name', 'dayLow', 'high52w', 'price']),
        },
      ],
    })
    expect(rows[1]).toMatchObject({
      price: null,
      sources: [],
      problem: { code: 'NOT_FOUND', suggestions: ['AAPL', 'VALE', 'AAVE-USD'] },
    })
    expect(rows[3]).toMatchObject({ currency: 'GBp', marketCapCurrency: 'GBP' })
    expect(rows[4]).toMatchObject({ marketState: '24h' })
  })

  test('behavior: prices outside the session are a note, or columns where there is room', async () => {
    const extended = {
      extendedPrice: 200.9,
      extendedChangePercent: -0.2978,
      extendedAsOf: '2026-11-20T00:59:57Z',
    }
    const closed = { ...apple, marketState: 'POST', ...extended }
    const early = { ...closed, ticker: 'MSFT', marketState: 'PRE' }
    const rows = (count: number) => Array.from({ length: count }, () => closed)
    const narrow = await shown({ data: { quotes: [closed, early] } })
    expect(narrow.err).toContain('note    AAPL after 200.90 -0.30%, MSFT pre 200.90 -0.30%\n')
    expect((await shown({ data: { quotes: rows(7) } })).err).toMatch(
      /, and 1 other\s+\(--columns \+extended\)/,
    )
    const wide = await shown({ data: { quotes: [closed] }, columns: 200 })
    expect(wide.out).toMatch(/extended {2}extended %\n.* 200\.90 +-0\.30%\n$/)
    expect(wide.err).not.toContain('after 200.90')
    const [row] = JSON.parse((await shown({ data: { quotes: [closed] }, format: 'json' })).out)
    expect(row).toMatchObject(extended)
  })

  test('behavior: no CSV cell contains an object', async () => {
    const { out } = await shown({ format: 'csv', fields: quote.fields! })
    expect(out).not.toContain('{')
    expect(out.split('\n')[0]).toMatch(/^ticker,name,exchange,currency,price,previousClose,change/)
    expect(toCsv([], { columns: quote.fields! })).toBe(out.split('\n')[0])
  })

  test('behavior: --sort orders the received rows, with unknown prices last', async () => {
    const { out } = await shown({ format: 'json' }, { sort: '-price' })
    const rows = JSON.parse(out) as { ticker: string }[]
    expect(rows.map(({ ticker }) => ticker)).toEqual([
      ...['BTC-USD', '^GSPC', 'AAPL', 'VOD.L', 'EURUSD=X', 'AAPLE'],
    ])
    await expect(shown({}, { sort: 'prize' })).rejects.toMatchObject({ code: 'USAGE' })
  })

  test('behavior: --columns shows exactly these, +field adds one', async () => {
    const picked = { names: ['ticker', 'cap'], adds: false }
    const first = async (scene: Scene) => (await shown(scene)).out.split('\n')[0]!
    expect(await first({ picked })).toMatch(/^ticker +cap$/)
    expect(await first({ picked: { names: ['marketCap'], adds: true } })).toMatch(/^ticker .* cap$/)
    expect(await first({ picked: { names: ['price', 'asOf'], adds: false } })).toMatch(
      /^ *price +as of$/,
    )
  })

  test('behavior: reports paid rows without a price, up to five of which cost the same', async () => {
    const payment = { paid: 18_000n, resumed: false, state: 'answered', id: '0x1' } as const
    const six = { answer: { sources: [source], payment: { ...payment, transaction: undefined } } }
    expect((await shown(six)).err).toContain('1 row without a price is also charged')
    const five = { ...six, data: { quotes: quotes.slice(0, 5) } }
    expect((await shown(five)).err).not.toContain('charged')
  })

  test('behavior: all selected fields cost as much as a price alone', () => {
    const tariff = builtInTariff()
    const variables = { tickers: ['AAPL'] }
    const { amount } = tariff.estimate({ query: quoteDocument, variables })
    expect(amount).toBe(15_000n)
    const six = { tickers: ['A', 'B', 'C', 'D', 'E', 'F'] }
    const least = 'query ($tickers: [String!]!) { quotes(tickers: $tickers) { price } }'
    expect(tariff.estimate({ query: quoteDocument, variables: six }).amount).toBe(
      tariff.estimate({ query: least, variables: six }).amount,
    )
  })

  test('error: refuses 101 tickers before anything is sent', async () => {
    const { context, requests } = sceneOf({ data: { quotes } })
    const tickers = Array.from({ length: 101 }, (_, index) => `T${index}`)
    await expect(run(context, { arguments: { tickers }, options: {} })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    })
    expect(requests).toEqual([])
  })
})
