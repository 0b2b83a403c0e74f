import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { FiqError } from '@fiq/shared/errors'
import {
  type PricedRequest,
  prepareOperation,
  priceRequest,
} from '@fiq/shared/pricing/price-request'
import { beforeAll, expect, test } from 'vitest'
import { connectors, upstreamHosts } from '../connectors/connectors.ts'
import { createConnectorContext } from '../sources/context.ts'
import { emptyFiles } from '../sources/testing/describe-connector.ts'
import { cachingTransport } from '../upstreams/caching.ts'
import { defaultRule, hostRules, limitGroup } from '../upstreams/live/host-rules.ts'
import { liveTransport } from '../upstreams/live/live.ts'
import { localUpstream } from '../upstreams/testing/local-upstream.ts'
import { rememberedSandbox } from '../upstreams/testing/sandbox-upstream.ts'
import type { Transport } from '../upstreams/transport.ts'
import { buildSchema, ratesOf } from './build-schema.ts'
import { createExecutor } from './create-executor.ts'
import { executeRequest } from './execute.ts'

/** Fifty companies with six sub-graphs, the largest possible query. */
const schema = buildSchema(connectors)
const contract = { schema, tariff: { version: 'test', rates: ratesOf(connectors) } }
const run = createExecutor(schema)
const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = rememberedSandbox(now)
const companies = 50

let priced: PricedRequest
/** All upstreams answer. */
const { asked, upstreams: soundUpstreams } = counting()
let sound: Awaited<ReturnType<typeof answerOf>>
beforeAll(async () => {
  const url = new URL('https://www.sec.gov/files/company_tickers_exchange.json')
  const { body } = await sandbox.fetch({ url, expects: 'json' })
  const { data } = JSON.parse(Buffer.from(body).toString()) as { data: [number, string, string][] }
  const tickers = data.slice(0, companies).map(([, , ticker]) => ticker)
  const query = `{ entitiesByTickers(tickers: ${JSON.stringify(tickers)}) { ticker
    market { price } technicals { rsi { value } }
    financials { income(filter: { limit: 4 }) { revenue } }
    regulatory { filings(filter: { limit: 5 }) { form } sanctions { score } }
    shortInterest(filter: { limit: 4 }) { sharesShort }
    topHolders(filter: { limit: 5 }) { shares } } }`
  priced = priceRequest(contract, prepareOperation(contract, query), {})
  sound = await answerOf(soundUpstreams)
})

async function answerOf(upstreams: Transport) {
  const context = createConnectorContext({
    upstreams,
    files: emptyFiles,
    now,
    allowed: new Set(connectors.flatMap((each) => each.upstreams.map(({ id }) => id))),
  })
  const {
    data,
    errors = [],
    sources,
  } = await executeRequest(run, priced, context, (error) => {
    throw error
  })
  const entities = data?.['entitiesByTickers'] as Record<string, unknown>[]
  return { entities, errors, cited: sources }
}

/** The sandbox behind the cache. Counts the requests for each address, by host. */
function counting(fails: (url: URL) => boolean = () => false) {
  const asked = new Map<string, number>()
  const inner: Transport = {
    mode: 'sandbox',
    fetch: async (request) => {
      const { host, pathname } = request.url
      const kind = `${host}/${pathname.split('/')[1]}`
      asked.set(kind, (asked.get(kind) ?? 0) + 1)
      if (fails(request.url)) throw new FiqError('UPSTREAM_UNAVAILABLE', 'down')
      return sandbox.fetch(request)
    },
  }
  return { asked, upstreams: cachingTransport(inner, { now, marketOpen: () => true }) }
}

test('default: calls a source of many symbols once, and a source of one company once for each', async () => {
  const { entities, errors } = sound
  expect(errors).toEqual([])
  expect(entities).toHaveLength(companies)
  expect(Object.fromEntries(asked)).toEqual({
    // A hundred symbols per request, and ten.
    'query1.finance.yahoo.com/v7': 1,
    'api.finra.org/data': 5,
    'query2.finance.yahoo.com/v8': companies,
    'data.sec.gov/api': companies,
    'data.sec.gov/submissions': companies,
    // Shared by all: the lists of companies and funds, holders, CUSIPs, and the lists of sanctions.
    'www.sec.gov/files': 10,
    'www.nasdaqtrader.com/dynamic': 1,
    'www.sec.gov/data-research': 1,
    'sanctionslistservice.ofac.treas.gov/api': 8,
    'scsanctions.un.org/resources': 1,
    'sanctionslist.fcdo.gov.uk/docs': 1,
    'webgate.ec.europa.eu/fsd': 1,
    'data.trade.gov/downloadable_consolidated_screening_list': 1,
  })
  const before = new Map(asked)
  await answerOf(soundUpstreams)
  expect(asked).toEqual(before)
})

test('error: if one upstream fails, only its own fields fail', async () => {
  const broken = await answerOf(
    counting(({ pathname }) => pathname.includes('companyfacts')).upstreams,
  )
  expect(broken.errors.map(({ path }) => path?.join('.')).sort()).toEqual(
    sound.entities.map((_, at) => `entitiesByTickers.${at}.financials.income`).sort(),
  )
  expect(broken.entities).toEqual(
    sound.entities.map((entity) => ({ ...entity, financials: { income: null } })),
  )
  const others = sound.cited.filter(({ path }) => !path.endsWith('.financials.income'))
  expect(broken.cited.map(({ path }) => path).sort()).toEqual(others.map(({ path }) => path).sort())
})

/** Factor by which time is accelerated. */
const pace = 40

test('behavior: live, requests each host at most at its own rate', async () => {
  const started = performance.now()
  const clock = () => now().getTime() + pace * (performance.now() - started)
  const arrived = new Map<string, number[]>()
  const upstream = await localUpstream(async (request, response) => {
    const url = new URL(`https://${request.headers.host}${request.url}`)
    const group = limitGroup(url.host)
    arrived.set(group, [...(arrived.get(group) ?? []), clock()])
    if (url.host === 'fc.yahoo.com')
      return void response.writeHead(404, { 'set-cookie': 'A3=1; Secure' }).end()
    if (url.pathname === '/v1/test/getcrumb') return void response.end('crumb')
    const body = await text(request)
    const answer = sandbox.fetch({ url, body, expects: 'binary' })
    await answer.then(
      ({ body }) => response.writeHead(200).end(body),
      () => response.writeHead(404).end(),
    )
  })
  const limits = { timeoutMs: 60_000 * pace, bulkTimeoutMs: 60_000 * pace }
  const live = liveTransport({
    hosts: upstreamHosts(),
    upstreamKeyOf: () => 'key',
    now: () => new Date(clock()),
    wait: (ms) => setTimeout(ms / pace),
    dispatcher: upstream.dispatcher,
    limits,
  })
  // The sandbox's lists are shorter than the published ones.
  const upstreams: Transport = {
    mode: 'sandbox',
    fetch: async (request) => ({ ...(await live.fetch(request)), mode: 'sandbox' }),
  }
  const { entities, errors } = await answerOf(upstreams)
  await upstream.close()
  expect(errors.map(({ message }) => message)).toEqual([])
  expect(entities).toHaveLength(companies)
  for (const [group, times] of arrived) {
    const host = group === 'sec.gov' ? 'data.sec.gov' : group
    const { perSecond, burst } = hostRules[host] ?? defaultRule
    const span = times.at(-1)! - times[0]!
    expect(span, group).toBeGreaterThan(0.95 * 1_000 * ((times.length - burst) / perSecond))
  }
  expect(arrived.get('sec.gov')!.length).toBeGreaterThan(2 * companies)
})
