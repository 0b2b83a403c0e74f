import { setImmediate } from 'node:timers/promises'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { execute, parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areaQueriesOf } from '../../commands/mirror/area-queries.ts'
import { connectors, upstreamHosts } from '../../connectors/connectors.ts'
import { noFiles } from '../../imported-files/no-files.ts'
import type { Connector, ConnectorContext, Upstream } from '../../sources/connector.ts'
import { createConnectorContext } from '../../sources/context.ts'
import { secTickers } from '../../sources/entities/sec-tickers.ts'
import { cachingTransport } from '../../upstreams/caching.ts'
import { circuitBreaker } from '../../upstreams/live/circuit-breaker.ts'
import { liveTransport } from '../../upstreams/live/live.ts'
import { interferingUpstream, kindOf } from '../../upstreams/testing/interfering-upstream.ts'
import {
  bodyBytesMax,
  type Misbehaviour,
  misbehaviours,
} from '../../upstreams/testing/misbehaviours.ts'
import { publishedListAt } from '../../upstreams/testing/sandbox-upstream.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { buildSchema } from '../build-schema.ts'
import type { ExecutionContext } from '../resolver.ts'

/**
 * Every connector of the registry, live over HTTP, with every source switched on. One kind of
 * address at a time misbehaves while all others answer. So every parser, and the code that combines
 * its result with others, runs on real responses.
 */
const schema = buildSchema(connectors)
const upstreams = connectors.flatMap((connector) => connector.upstreams)
const chosen = {
  tickers: ['PFE', 'BTC'],
  ciks: ['0001067983'],
  countries: ['USA', 'DEU'],
  series: ['GDP', 'SP500', 'ECB/EXR/D.USD.EUR.SP00.A'],
  names: ['Apple'],
}
/** For pairs of currencies and indices, only prices exist. */
const withPricesOnly = { ...chosen, tickers: [...chosen.tickers, 'EURUSD=X', '^GSPC'] }
const ofPrices: readonly string[] = ['quotes', 'price-history', 'technicals']
const start = Date.parse('2026-11-18T17:00:00Z')
const now = () => new Date(start)

type Case = {
  area: string
  /** GraphQL text of the query. */
  text: string
  /** The kind of address that misbehaves. */
  kind: string
  /** Hosts that answer 404, so that a later source of the area is requested. */
  without: ReadonlySet<string>
  isList: boolean
  /** The outcome when every upstream answers correctly. */
  sound: Outcome
}
type Outcome = { data: string; errors: readonly FiqError[]; cited: readonly string[] }

let upstream: Awaited<ReturnType<typeof interferingUpstream>>
const cases: Case[] = []

/**
 * Declares the tests: each kind of address misbehaves in each way.
 *
 * @param of - The connectors to query. The others answer if these need them.
 * @param oneIn - 1 tries every case. A larger number tries one in that many cases for each way to
 * misbehave, a different part for each, so that all parts together reach every case.
 */
export function describeMisbehavingUpstreams({
  of = connectors,
  oneIn = 1,
}: {
  of?: readonly Connector[]
  oneIn?: number
}): void {
  beforeAll(async () => {
    upstream = await interferingUpstream(now)
    for (const connector of of) cases.push(...(await casesOf(connector)))
  }, 60_000)
  afterAll(() => upstream.close())

  test('default: every source of each connector is asked', () => {
    const unasked = of.flatMap(({ area, upstreams }) => {
      const hosts = cases.filter((each) => each.area === area).map(({ kind }) => kind.split('/')[0])
      const isAsked = (source: Upstream) =>
        directory.includes(source.id) || source.hosts.some((host) => hosts.includes(host))
      return upstreams.filter((source) => !isAsked(source)).map(({ id }) => `${area}: ${id}`)
    })
    expect(cases).not.toEqual([])
    expect(unasked).toEqual([])
  })

  test.each(Object.entries(misbehaviours).map(([name, way], at) => ({ name, way, at })))(
    'error: $name is told by its code and its source, and is not kept',
    async ({ name, way, at }) => {
      const fitting = way.ofLists
        ? cases.filter(({ isList }) => isList)
        : way.isSlow
          ? oneOfEachArea()
          : cases
      const tried = fitting.filter((_, index) => (index + at) % oneIn === 0)
      const wrong: string[] = []
      for (const each of tried) wrong.push(...(await faultsWhen(name, way, each)))
      expect(wrong).toEqual([])
    },
    120_000,
  )
}

async function faultsWhen(name: string, way: Misbehaviour, each: Case): Promise<string[]> {
  const { area, text, kind, without, sound } = each
  const context = opened({ kind, ...defined({ timeoutMs: way.isSlow ? 400 : undefined }) })
  upstream.answer(without, (url, response, found) => {
    if (kindOf(url) === kind) way.answer(response, Buffer.from(found.body ?? ''))
    return kindOf(url) === kind
  })
  const outcome = await asked(text, context)
  const faults = faultsOf(way, each, outcome)
  const isTold = faults.length === 0 && outcome.errors.length > 0
  // The directory is retried after 15 minutes; other sources are retried by the next query.
  if (name === 'its answer in another shape' && isTold && !isOfDirectory(kind)) {
    await context.settled()
    upstream.answer(without)
    const again = await asked(text, context)
    if (again.data !== sound.data) faults.push('is kept')
  }
  return faults.map((fault) => `${area}, ${kind}: ${fault}`)
}

const oneOfEachArea = () =>
  [...Map.groupBy(cases, ({ area }) => area).values()].map(([first]) => first as Case)

/** Describes what is wrong with the report of a failure. */
function faultsOf(
  { code, isSlow }: Misbehaviour,
  { sound, kind }: Case,
  outcome: Outcome,
): string[] {
  // The timeout is too short to wait for a turn at a host with many requests.
  const alsoTold = isSlow ? ['UPSTREAM_RATE_LIMITED'] : []
  const usual = sound.errors.map((error) => error.message)
  const told = outcome.errors.filter(({ message }) => !usual.includes(message))
  const codes = [...new Set(told.map((error) => error.code))].filter((each) => each !== code)
  if (codes.some((each) => !alsoTold.includes(each))) return [`is told as ${codes.join(', ')}`]
  const [host = ''] = kind.split('/')
  const texts = told.flatMap(({ message, facts }) => [message, ...facts])
  const isOfPace = told.every((error) => alsoTold.includes(error.code))
  if (told.length > 0)
    return isOfPace || texts.some((text) => text.includes(host))
      ? []
      : [`is not named: ${texts.join(' ')}`]
  const isOther = outcome.cited.some((source) => !sound.cited.includes(source))
  const isLost = outcome.data !== sound.data || outcome.cited.length < sound.cited.length
  return isLost && !isOther ? ['is lost in silence'] : []
}

/** The kinds of addresses that an area requests, each with the first query that requests it. */
async function casesOf({ area, upstreams, ...rest }: Connector): Promise<Case[]> {
  const choice = ofPrices.includes(area) ? withPricesOnly : chosen
  const questions = [
    ...areaQueriesOf(schema, { area, upstreams, ...rest }, choice),
    // Some sources hold recent years only.
    ...(area === 'price-history' ? [{ text: recentBars }] : []),
  ]
  const isDirectory = upstreams.some(({ id }) => directory.includes(id))
  const found = new Map<string, Case>()
  const look = async (without: ReadonlySet<string>) => {
    for (const [at, { text }] of questions.entries()) {
      const kinds = new Map<string, boolean>()
      upstream.answer(without, (url) => {
        if (!without.has(url.host)) kinds.set(kindOf(url), publishedListAt(url) !== undefined)
        return false
      })
      const kind = isDirectory && at === 0 ? kindOf(new URL(secTickers.url)) : undefined
      const sound = await asked(text, opened({ kind }))
      for (const [kind, isList] of kinds)
        if (!found.has(kind)) found.set(kind, { area, text, kind, without, isList, sound })
    }
  }
  await look(new Set())
  for (const [at, { hosts }] of upstreams.entries()) {
    const isAsked = [...found.keys()].some((kind) => hosts.includes(kind.split('/')[0]!))
    const before = upstreams.slice(0, at).filter(({ id }) => !directory.includes(id))
    if (!isAsked) await look(new Set(before.flatMap((each) => each.hosts)))
  }
  return [...found.values()]
}

const recentBars = '{ priceHistory(tickers: ["PFE"], range: "1y") { bars { date close } } }'

const directory = ['sec-tickers', 'sec-fund-tickers', 'sec-fund-names', 'nasdaq-trader']
const isOfDirectory = (kind: string) =>
  /^www\.sec\.gov\/files\/(?:\.json|investment)|SymDir/.test(kind)
const directoryKeys = /^(?:sec-tickers|sec-funds|nasdaq-trader|entities:)/
let readDirectory: ConnectorContext['cached'] | undefined

/** The live sources of a server. The directory is read again only if its own address misbehaves. */
function opened({
  kind = '',
  timeoutMs = 10_000,
}: {
  kind?: string | undefined
  timeoutMs?: number
}) {
  let waited = 0
  const live = liveTransport({
    hosts: upstreamHosts(),
    upstreamKeyOf: () => 'key',
    now,
    nowMs: () => start + waited,
    wait: async (ms) => {
      waited += ms
    },
    dispatcher: upstream.dispatcher,
    limits: {
      timeoutMs,
      bulkTimeoutMs: timeoutMs,
      attemptsMax: 1,
      bodyBytesMax,
      bulkBodyBytesMax: bodyBytesMax,
    },
    breaker: { ...circuitBreaker(), allows: () => true },
  })
  const caching = cachingTransport(live, { now, marketOpen: () => true })
  const underWay = new Set<Promise<unknown>>()
  const fetch: Transport['fetch'] = (request) => {
    const flight = caching.fetch(request)
    underWay.add(flight)
    return flight
  }
  const parts = createConnectorContext({
    upstreams: { ...caching, fetch },
    files: noFiles,
    now,
    allowed: new Set(upstreams.map(({ id }) => id)),
    upstreamKeyOf: () => 'key',
  })
  const context = {
    ...parts,
    /** Resolves when no request is in progress and all responses are parsed. */
    async settled() {
      await Promise.allSettled(underWay)
      await setImmediate()
    },
  }
  if (isOfDirectory(kind)) return context
  readDirectory ??= context.cached
  const read = readDirectory
  const cached: typeof read = (key, age, build) =>
    directoryKeys.test(key)
      ? read(key, age, () => build(own))
      : context.cached(key, age, () => build(own))
  const own = { ...context, cached }
  return own
}

async function asked(text: string, connectors: ConnectorContext): Promise<Outcome> {
  const errors: FiqError[] = []
  const cited: string[] = []
  const contextValue: ExecutionContext = {
    connectors,
    cite(entries) {
      for (const { source } of entries) if (!cited.includes(source)) cited.push(source)
    },
    miss: (_path, unanswered) => errors.push(...unanswered.map(({ error }) => error)),
  }
  const answer = await execute({ schema, document: parse(text), contextValue })
  for (const { originalError } of answer.errors ?? []) {
    expect(originalError).toBeInstanceOf(FiqError)
    errors.push(originalError as FiqError)
  }
  return { data: JSON.stringify(answer.data), errors, cited }
}
