import { FiqError } from '@fiq/shared/errors'
import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import { createConnectorContext } from '../sources/context.ts'
import { fieldReadiness, refusedAreas, unansweredFields } from '../sources/field-readiness.ts'
import { emptyFiles } from '../sources/testing/describe-connector.ts'
import { buildSchema, ratesOf } from './build-schema.ts'
import { preflightOf } from './preflight.ts'

type Scene = {
  environment?: Readonly<Record<string, string>>
  allowed?: readonly string[]
  files?: typeof emptyFiles
  mode?: 'live' | 'sandbox'
}

/** A server with this configuration, without a network. */
const configured = ({ environment = {}, allowed = [], files = emptyFiles, mode }: Scene = {}) =>
  createConnectorContext({
    upstreams: {
      mode: mode ?? 'live',
      fetch: () => Promise.reject(new FiqError('NOT_CONFIGURED', 'fetched')),
    },
    files,
    now: () => new Date('2026-11-18T17:00:00Z'),
    allowed: new Set(allowed),
    upstreamKeyOf: (variable) => environment[variable],
  })
const withContact = { SEC_USER_AGENT: 'Somebody somebody@fiq.test' }
const areas = (scene: Scene) =>
  new Set(refusedAreas(fieldReadiness(connectors, configured(scene))).map(({ area }) => area))

const schema = buildSchema(connectors)
const contract = { schema, tariff: { version: 't', rates: ratesOf(connectors) } }
const preflight = preflightOf(connectors, schema)
const priced = (query: string) => priceRequest(contract, prepareOperation(contract, query), {})
const asked = (query: string, scene: Scene = {}) => preflight(priced(query), configured(scene))

const financials = '{ entityByTicker(ticker: "AAPL") { financials { income { revenue } } } }'

test('default: live without settings, refuses areas of the SEC and of shares', () => {
  const refused = areas({})
  for (const area of ['financials', 'filings', 'entities', 'options', 'price history'])
    expect(refused).toContain(area)
  for (const area of ['inflation', 'treasury yields', 'news']) expect(refused).not.toContain(area)
})

test('default: the sandbox refuses no area with upstreams', () => {
  expect(unansweredFields(connectors, configured({ mode: 'sandbox' }))).toEqual({})
})

test('default: live without settings, quotes are those of coins and currencies', () => {
  const refused = areas({})
  expect(refused).toContain('quotes of shares')
  expect(refused).not.toContain('quotes')
  expect(areas({ environment: withContact })).not.toContain('quotes of shares')
})

test('behavior: a setting enables its areas', () => {
  const filed = areas({ environment: withContact })
  for (const area of ['financials', 'filings', 'entities']) expect(filed).not.toContain(area)
  expect(areas({ allowed: ['cboe-options'] })).not.toContain('options')
})

test('behavior: a sign-in needs each of its variables', () => {
  expect(areas({ environment: { REDDIT_CLIENT_SECRET: 's' } })).toContain('Reddit')
  const both = { REDDIT_CLIENT_SECRET: 's', REDDIT_CLIENT_ID: 'i' }
  expect(areas({ environment: both })).not.toContain('Reddit')
})

test('behavior: imported bars count as a source of prices', () => {
  const refused = areas({ files: { ...emptyFiles, tickers: () => ['AAPL'] } })
  for (const area of ['quotes', 'price history']) expect(refused).not.toContain(area)
})

test('behavior: sources of coins and currencies without keys do not answer shares', async () => {
  await expect(asked('{ quotes(tickers: ["EURUSD=X"]) { price } }')).resolves.toBeUndefined()
  const shares = asked('{ quotes(tickers: ["AAPL"]) { price } }')
  await expect(shares).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
})

const directory = {
  fields: ['cik', 'name', 'ticker', 'exchange'],
  data: Array.from({ length: 5_000 }, (_, at) => [at + 1, `Company ${at}`, `A${at}`, 'NYSE']),
}

test.each([
  ['price history', '{ technicals { rsi { value } } }'],
  ['quotes', '{ market { price } }'],
])(
  'error: refuses %s of a share before the quote with sources of coins and indices',
  async (area, below) => {
    const context = {
      ...configured({ environment: { ...withContact }, allowed: ['fred-index', 'binance'] }),
      enabled: ({ id }: { id: string }) => ['sec-tickers', 'fred-index', 'binance'].includes(id),
      fetch: async ({ url }: { url: URL }) => {
        if (!url.pathname.endsWith('company_tickers_exchange.json'))
          throw new FiqError('NOT_CONFIGURED', 'fetched')
        return {
          body: new TextEncoder().encode(JSON.stringify(directory)),
          mode: 'live' as const,
          asOf: null,
          retrievedAt: '2026-11-18T17:00:00Z',
        }
      },
    }
    const of = (ticker: string) =>
      preflight(priced(`{ entityByTicker(ticker: "${ticker}") ${below} }`), context)
    await expect(of('A7')).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
      message: `This server has no source configured for ${area}.`,
    })
    await expect(of(area === 'quotes' ? 'BTC-USD' : '^GSPC')).resolves.toBeUndefined()
    const both = `{ entitiesByTickers(tickers: ["A7", "${area === 'quotes' ? 'BTC' : '^GSPC'}"]) ${below} }`
    await expect(preflight(priced(both), context)).resolves.toBeUndefined()
  },
)

test.each([
  ['financials', financials, 'SEC_USER_AGENT turns on SEC company tickers'],
  ['quotes', '{ quotes(tickers: ["AAPL"]) { price } }', 'FINNHUB_API_KEY turns on Finnhub quotes'],
  ['entities', '{ searchEntities(query: "apple") { id } }', 'SEC_USER_AGENT turns on'],
])('error: refuses %s before the quote, with the settings', async (_, query, fact) => {
  await expect(asked(query)).rejects.toMatchObject({
    code: 'NOT_CONFIGURED',
    facts: expect.arrayContaining([expect.stringContaining(fact)]),
  })
})

test('error: refuses an argument out of bounds before the quote', async () => {
  const query = '{ quotes(tickers: ["AAPL", "aapl"]) { price } }'
  await expect(asked(query, { mode: 'sandbox' })).rejects.toMatchObject({ code: 'BAD_INPUT' })
})

test('error: refuses an answer that could be too large before the quote', async () => {
  const tickers = Array.from({ length: 50 }, (_, at) => `"T${at}.L"`)
  const history = (count: number) =>
    `{ ${Array.from({ length: count }, (_, at) => `a${at}: priceHistory(tickers: [${tickers}], range: "max") { bars { date close } }`).join(' ')} }`
  await expect(asked(history(1), { mode: 'sandbox' })).resolves.toBeUndefined()
  await expect(asked(history(2), { mode: 'sandbox' })).rejects.toMatchObject({
    code: 'QUERY_TOO_LARGE',
    facts: [expect.stringMatching(/^Rows: /), expect.stringMatching(/^Bytes: /)],
  })
})

test('behavior: indicators over bars in the query need no source', async () => {
  const bars = '[{ date: "2026-11-17", close: 1 }, { date: "2026-11-18", close: 2 }]'
  await expect(asked(`{ technicals(bars: ${bars}) { rsi { value } } }`)).resolves.toBeUndefined()
})

test('error: refuses news of more entities than one query can fetch, free', async () => {
  const newsOf = (tickers: readonly string[]) =>
    asked(`{ entitiesByTickers(tickers: ${JSON.stringify(tickers)}) { news { title } } }`, {
      environment: withContact,
    })
  await expect(newsOf(['A', 'B', 'C', 'D', 'E', 'F'])).rejects.toMatchObject({
    code: 'QUERY_TOO_LARGE',
  })
  await newsOf(['A', 'B', 'C', 'D', 'E'])
})
