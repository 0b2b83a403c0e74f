import { join } from 'node:path'
import type { Dispatcher } from 'undici'
import { connectors, undecidedOwnerOf, upstreamHosts } from '../../connectors/connectors.ts'
import { buildSchema } from '../../execution/build-schema.ts'
import type { SourceEntry } from '../../execution/resolver.ts'
import { noFiles } from '../../imported-files/no-files.ts'
import type { Connector, Upstream } from '../../sources/connector.ts'
import { createConnectorContext } from '../../sources/context.ts'
import { entityUpstreams, loadEntitySearch } from '../../sources/entities/sec-tickers.ts'
import { answeringUpstreams } from '../../sources/field-readiness.ts'
import { dailyQuotas } from '../../upstreams/live/daily-quotas.ts'
import { type HostRule, hostRules, variablesOfHosts } from '../../upstreams/live/host-rules.ts'
import { liveTransport } from '../../upstreams/live/live.ts'
import { personalRules } from '../../upstreams/live/personal-rules.ts'
import { type Question, questionsOf } from '../mirror/area-questions.ts'
import { areasNamed } from '../mirror/areas-named.ts'
import type { Chosen } from '../mirror/chosen.ts'
import { type QueryResult, runQuery } from '../mirror/run-queries.ts'
import { recordedAnswers } from './recorded-answers.ts'
import { watchedTransport } from './watched-transport.ts'

/** The result of one source. */
export type SourceCheck = {
  area: string
  /** Id of the source. */
  source: string
  ms: number
  rows: number
  /** The newest time that the source states, ISO 8601. */
  newest: string | null
  /**
   * `ok`; `stale` for data older than the area allows; `unasked` if no query reached the source.
   */
  verdict: 'ok' | 'stale' | 'failed' | 'unasked'
  problem: string | null
}

export type CheckLiveWish = {
  /** Names of areas; an empty list means all. */
  areas: readonly string[]
  dataDir: string
  /** Folder for the received bytes. */
  record?: string
  isPersonal: boolean
}

export type CheckLiveWorld = {
  environment: Readonly<Record<string, string | undefined>>
  /** Ids of restricted sources that are on. */
  allowed: { has(id: string): boolean }
  now(): Date
  wait(ms: number): Promise<void>
  dispatcher: Dispatcher
  /** Called for each checked source. */
  onChecked?(check: SourceCheck): void
}

export type CheckLiveReport = {
  checks: readonly SourceCheck[]
  /** Number of written files; `null` without a folder. */
  recorded: number | null
}

/** Choices for which every source of the kind has data. */
const chosen: Chosen = {
  tickers: ['AAPL', 'PFE', '^GSPC', 'BTC-USD', 'EURUSD=X'],
  ciks: ['0001067983'],
  countries: ['USA', 'DEU'],
  series: ['DGS10', 'SP500', 'AMECO/ZUTN/EA19.1.0.0.0.ZUTN'],
  names: ['Apple'],
  // Every plan has this range.
  ranges: ['1mo'],
}

/** Codes of a query without data at the source. The next query may have data. */
const leadsOn: ReadonlySet<string> = new Set(['NOT_FOUND', 'NOT_CONFIGURED', 'BAD_INPUT'])

/** Maximum queries until one reaches the source. */
const questionsMax = 10

/**
 * `fiq-server check-live`: sends each enabled source one real request, within its limits, and
 * parses the response like a server. Sources of one host share its limits and the responses.
 *
 * @throws FiqError `BAD_INPUT` for an unknown area; `UPSTREAM_UNAVAILABLE` for a damaged folder
 */
export async function checkLive(
  { areas, dataDir, record, isPersonal }: CheckLiveWish,
  world: CheckLiveWorld,
): Promise<CheckLiveReport> {
  const { environment, allowed, now, wait, dispatcher } = world
  const upstreamKeyOf = (variable: string) => environment[variable]
  const answers = recordedAnswers(secretsOf(environment), now)
  const live = liveTransport({
    now,
    wait,
    dispatcher,
    upstreamKeyOf,
    hosts: upstreamHosts(),
    quotas: dailyQuotas(join(dataDir, 'upstream-quotas.json')),
    rules: patient(isPersonal ? personalRules : hostRules),
    ...(isPersonal && { restingOwnerOf: undecidedOwnerOf }),
    ...(record !== undefined && { observe: answers.add }),
  })
  const upstreams = watchedTransport(live)
  const contextOf = () =>
    createConnectorContext({
      upstreams,
      files: noFiles,
      now,
      upstreamKeyOf,
      isPersonal,
      allowed: allowed as ReadonlySet<string>,
    })
  const { enabled } = contextOf()
  // Every query about a ticker reads these lists, so they say nothing about its own source.
  await loadEntitySearch(contextOf()).catch(() => undefined)
  const lists = upstreams.takeRequested()
  const checks: SourceCheck[] = []
  for (const [upstream, readers] of sourcesOf(areasNamed(areas), enabled)) {
    const context = {
      ...contextOf(),
      enabled: (each: Upstream) => each.id === upstream.id && enabled(each),
    }
    const check = await checkSource(readers, upstream, async (question) => {
      upstreams.takeRequested()
      const result = await runQuery(schema, question, context)
      const isList = entityUpstreams.some(({ id }) => id === upstream.id)
      const own = [...upstreams.takeRequested()].filter((url) => isList || !lists.has(url))
      return { ...result, isAsked: own.some((url) => upstream.hosts.includes(new URL(url).host)) }
    })
    checks.push(check)
    world.onChecked?.(check)
  }
  return { checks, recorded: record === undefined ? null : await answers.save(record) }
}

const schema = buildSchema(connectors)

/** Lists each source once, with the areas that read it. */
function sourcesOf(areas: readonly Connector[], enabled: (upstream: Upstream) => boolean) {
  const known = new Map<string, Upstream>()
  const found = new Map<Upstream, Connector[]>()
  for (const connector of areas)
    for (const each of new Set(answeringOf(connector))) {
      if (!enabled(each)) continue
      const upstream = known.get(each.id) ?? each
      known.set(upstream.id, upstream)
      found.set(upstream, [...(found.get(upstream) ?? []), connector])
    }
  return found
}

function answeringOf(connector: Connector): readonly Upstream[] {
  return Object.values(connector.fields).flatMap((field) => answeringUpstreams(connector, field))
}

/** A result, and whether the query sent a request to the source. */
type CheckedQuery = (question: Question) => Promise<QueryResult & { isAsked: boolean }>

/** Queries the areas that read a source until one sends it a request. */
async function checkSource(
  [connector, ...others]: readonly Connector[],
  upstream: Upstream,
  query: CheckedQuery,
): Promise<SourceCheck> {
  const check = await checkInArea(connector!, upstream, query)
  return check.verdict === 'unasked' && others.length > 0
    ? checkSource(others, upstream, query)
    : check
}

async function checkInArea(
  connector: Connector,
  upstream: Upstream,
  query: CheckedQuery,
): Promise<SourceCheck> {
  const fields = Object.entries(connector.fields).filter(([, field]) =>
    answeringUpstreams(connector, field).some(({ id }) => id === upstream.id),
  )
  const of = { ...connector, fields: Object.fromEntries(fields) }
  const questions = questionsOf(schema, of, chosen).slice(0, questionsMax)
  const check = { area: connector.area, source: upstream.id, ms: 0, rows: 0, newest: null }
  let problem: string | null = null
  for (const question of questions) {
    const startedMs = performance.now()
    const { data, sources, failures, isAsked } = await query(question)
    const ms = Math.round(performance.now() - startedMs)
    const cited = sources.filter((entry) => isFrom(upstream, entry))
    if (cited.length > 0) {
      const newest =
        cited
          .flatMap(({ asOf }) => asOf ?? [])
          .sort()
          .at(-1) ?? null
      const isStale = cited.every(({ stale }) => stale === true)
      const verdict = isStale ? 'stale' : 'ok'
      return { ...check, ms, rows: rowsOf(data), newest, verdict, problem: null }
    }
    const failure = failures.find(({ code }) => !leadsOn.has(code))
    if (failure) {
      const message = `${failure.code}: ${failure.message}`
      return { ...check, ms, verdict: 'failed', problem: message }
    }
    if (isAsked && failures[0]) problem = `${failures[0].code}: ${failures[0].message}`
  }
  return problem === null
    ? { ...check, verdict: 'unasked', problem: 'No query of the area uses this source alone.' }
    : { ...check, verdict: 'failed', problem }
}

/** Whether a value is from a source: by its name, or by the address of the document. */
function isFrom({ name, hosts }: Upstream, { source, sourceUrl }: SourceEntry): boolean {
  const isList = entityUpstreams.some((list) => list.name === source)
  return source === name || (!isList && hosts.includes(new URL(sourceUrl).host))
}

/** Number of rows of the longest list in an answer; 1 without a list. */
function rowsOf(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 1
  const inside = Object.values(data).map(rowsOf)
  return Math.max(Array.isArray(data) ? data.length : 0, ...inside, 1)
}

/** Values of the keys in the environment, which are never written to a file. */
function secretsOf(environment: CheckLiveWorld['environment']): readonly string[] {
  const values = variablesOfHosts().flatMap((variable) => environment[variable] ?? [])
  // A shorter value could also be part of a figure.
  return values.filter((value) => value.length >= 8)
}

/**
 * Maximum wait for a turn. Sources of one owner share a slow pace.
 */
const patienceMs = 60_000

/** The rules of each host with longer waits. No user waits for these requests. */
function patient(rules: Readonly<Record<string, HostRule>>): Readonly<Record<string, HostRule>> {
  return Object.fromEntries(
    Object.entries(rules).map(([host, rule]) => [host, { ...rule, patienceMs }]),
  )
}
