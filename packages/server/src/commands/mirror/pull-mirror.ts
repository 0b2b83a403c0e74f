import { FiqError } from '@fiq/shared/errors'
import type { Dispatcher } from 'undici'
import { connectors, upstreamHosts } from '../../connectors/connectors.ts'
import { buildSchema } from '../../execution/build-schema.ts'
import { noFiles } from '../../imported-files/no-files.ts'
import type { Connector, Upstream } from '../../sources/connector.ts'
import { createConnectorContext } from '../../sources/context.ts'
import type { PullEvent } from '../../upstreams/mirror/downloads.ts'
import { loadMirrorFolder } from '../../upstreams/mirror/mirror-folder.ts'
import { indexName } from '../../upstreams/mirror/mirror-index.ts'
import { type PullingTransport, pullingTransport } from '../../upstreams/mirror/pulling.ts'
import { mirrorPath } from '../../upstreams/mirror-path.ts'
import { areaQueriesOf, distinctQueries } from './area-queries.ts'
import { areasNamed } from './areas-named.ts'
import type { Chosen } from './chosen.ts'
import { type CountedFailure, countedFailures } from './counted-failures.ts'
import { type QueryResult, runQueries } from './run-queries.ts'

export type PullWorld = {
  now(): Date
  wait(ms: number): Promise<void>
  upstreamKeyOf(variable: string): string | undefined
  /** Ids of restricted upstreams the operator turned on. */
  allowed: ReadonlySet<string>
  dispatcher: Dispatcher
  signal: AbortSignal
  /** Called with the current figures after each change, and with the large file in progress. */
  onProgress(soFar: PullFigures, transfer: Transfer | undefined): void
}

/** Parameters of a pull. */
export type PullWish = {
  /** Names; an empty list means all. */
  areas: readonly string[]
  chosen: Chosen
  /** Whether to pull whole archives first, from sources that publish them. */
  bulk: boolean
  /** Files checked within this time are not requested again. */
  freshMs: number
}

/** Counts of one pull. `bytes`: received over the network. */
export type PullFigures = Record<PullEvent['kind'] | 'done' | 'queries', number>

/** A large file in progress, in bytes. */
export type Transfer = { path: string; received: number; total: number }

/** Files of at least this size have their own progress. */
const largeBytesMin = 4_000_000

export type PullReport = {
  folder: string
  figures: PullFigures
  stopped: boolean
  /** Failed downloads with their number. */
  failures: readonly CountedFailure[]
}

/**
 * `fiq-server mirror pull`: runs every field of the areas for the chosen tickers, and stores the
 * upstreams' responses. Contents of whole archives are read from the archives. It may be stopped at
 * any time, by a signal, a crash or a full disk, and started again.
 *
 * @throws FiqError `BAD_INPUT` for an unknown area, `UPSTREAM_UNAVAILABLE` if the index is damaged
 */
export async function pullMirror(
  to: string,
  { areas, chosen, bulk, freshMs }: PullWish,
  world: PullWorld,
): Promise<PullReport> {
  const { now, upstreamKeyOf, allowed, signal } = world
  const named = areasNamed(areas)
  const schema = buildSchema(connectors)
  const queries = distinctQueries(named.flatMap((each) => areaQueriesOf(schema, each, chosen)))
  const progress = counted(queries.length, world)
  const folder = await loadMirrorFolder(to, () => now().getTime())
  const ports = { ...world, freshMs, hosts: upstreamHosts(), on: progress.on }
  const upstreams = pullingTransport(folder, ports)
  const opened = createConnectorContext({ upstreams, files: noFiles, now, allowed, upstreamKeyOf })
  const enabled = (each: Upstream) => isPulled(each, allowed)
  const context = { ...opened, enabled, oneByOne: true }
  const missing = bulk ? await pullArchives(named, upstreams, signal) : []
  const failed: QueryResult[] = []
  await runQueries(schema, queries, context, {
    stopped: () => signal.aborted || isFull([...missing, ...failed.flatMap(failuresOf)]),
    on(result) {
      progress.countQuery()
      // A query aborted by the operator has not failed.
      if (result.failures.length > 0 && !signal.aborted) failed.push(result)
    },
  })
  for (const { area } of named) folder.notePulled(area, chosen)
  const unsaved = await folder.save().then(() => [], failureOf('', indexName))
  return {
    folder: folder.root,
    figures: progress.figures,
    stopped: signal.aborted,
    failures: [...missing, ...countedFailures(failed), ...unsaved],
  }
}

/** Counts events and reports them. */
function counted(queries: number, { onProgress }: PullWorld) {
  const figures: PullFigures = {
    queries,
    done: 0,
    bytes: 0,
    fetched: 0,
    resumed: 0,
    unchanged: 0,
    fresh: 0,
  }
  let transfer: Transfer | undefined
  return {
    figures,
    countQuery() {
      figures.done += 1
      onProgress(figures, transfer)
    },
    on(event: PullEvent) {
      const { kind, path } = event
      figures[kind] += kind === 'bytes' ? event.count : 1
      if (kind !== 'bytes') transfer = transfer?.path === path ? undefined : transfer
      else if ((event.total ?? 0) >= largeBytesMin)
        transfer = { path, received: event.received, total: event.total! }
      onProgress(figures, transfer)
    },
  }
}

/** Pulls the archives of the areas, one after the other. Returns the failures. */
async function pullArchives(
  areas: readonly Connector[],
  upstreams: PullingTransport,
  signal: AbortSignal,
): Promise<CountedFailure[]> {
  const failures: CountedFailure[] = []
  for (const [archive, area] of archivesOf(areas)) {
    if (signal.aborted || isFull(failures)) break
    const failed = await upstreams
      .fetchArchive(archive)
      .then(() => [], failureOf(area, mirrorPath(archive.request.url)))
    if (!signal.aborted) failures.push(...failed)
  }
  return failures
}

const failureOf = (area: string, file: string) => (error: unknown) => {
  if (!(error instanceof FiqError)) throw error
  const { code, message } = error
  return [{ area, code, message, file, times: 1 }]
}

const failuresOf = ({ failures }: QueryResult) => failures

/** Whether a file could not be written. Then no other file can be either. */
export function isFull(failures: readonly { code: string }[]): boolean {
  return failures.some(({ code }) => code === 'OUTPUT_FAILED')
}

/** Each archive once, with the first area that reads it. */
function archivesOf(areas: readonly Connector[]) {
  const all = areas.flatMap(({ area, upstreams }) =>
    upstreams.flatMap(({ bulk = [] }) => bulk.map((archive) => [archive, area] as const)),
  )
  return new Map(all.reverse())
}

/**
 * Whether a source is pulled. A mirror answers without keys, so files that need one would never be
 * read.
 */
function isPulled({ id, key, licence }: Upstream, allowed: ReadonlySet<string>): boolean {
  return key === undefined && (licence.class !== 'restricted' || allowed.has(id))
}
