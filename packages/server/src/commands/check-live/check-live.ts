import { join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import type { Dispatcher } from 'undici'
import { undecidedOwnerOf, upstreamHosts } from '../../connectors/connectors.ts'
import { noFiles } from '../../imported-files/no-files.ts'
import type { Connector, Upstream } from '../../sources/connector.ts'
import { createConnectorContext } from '../../sources/context.ts'
import { entityUpstreams, loadEntitySearch } from '../../sources/entities/sec-tickers.ts'
import { answeringUpstreams } from '../../sources/field-readiness.ts'
import { dailyQuotas } from '../../upstreams/live/daily-quotas.ts'
import { type HostRule, hostRules, variablesOfHosts } from '../../upstreams/live/host-rules.ts'
import { liveTransport } from '../../upstreams/live/live.ts'
import { personalRules } from '../../upstreams/live/personal-rules.ts'
import { areasNamed } from '../mirror/areas-named.ts'
import { runQuery } from '../mirror/run-queries.ts'
import { checkSource, type SourceCheck, schema } from './check-source.ts'
import { recordedAnswers } from './recorded-answers.ts'
import { watchedTransport } from './watched-transport.ts'

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
    isPersonal,
    hosts: upstreamHosts(),
    quotas: dailyQuotas(join(dataDir, 'upstream-quotas.json')),
    rules: patient(isPersonal ? personalRules : hostRules),
    ...defined({
      restingOwnerOf: isPersonal ? undecidedOwnerOf : undefined,
      observe: record !== undefined ? answers.add : undefined,
    }),
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
    const all = contextOf()
    const alone = {
      ...contextOf(),
      enabled: (each: Upstream) => each.id === upstream.id && enabled(each),
    }
    const check = await checkSource(readers, upstream, async (query, { isAlone }) => {
      upstreams.takeRequested()
      const result = await runQuery(schema, query, isAlone ? alone : all)
      const isList = entityUpstreams.some(({ id }) => id === upstream.id)
      const own = [...upstreams.takeRequested()].filter((url) => isList || !lists.has(url))
      return { ...result, isQueried: own.some((url) => upstream.hosts.includes(new URL(url).host)) }
    })
    checks.push(check)
    world.onChecked?.(check)
  }
  return { checks, recorded: record === undefined ? null : await answers.save(record) }
}

/** Lists each source once, with the areas that read it. */
function sourcesOf(areas: readonly Connector[], enabled: (upstream: Upstream) => boolean) {
  const known = new Map<string, Upstream>()
  const found = new Map<Upstream, Connector[]>()
  for (const connector of areas)
    for (const each of new Set(readOf(connector))) {
      if (!enabled(each)) continue
      const upstream = known.get(each.id) ?? each
      known.set(upstream.id, upstream)
      found.set(upstream, [...(found.get(upstream) ?? []), connector])
    }
  return found
}

function readOf(connector: Connector): readonly Upstream[] {
  return Object.values(connector.fields).flatMap((field) => answeringUpstreams(connector, field))
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
