import type { Dispatcher } from 'undici'
import type { Upstream } from '../connectors/connector.ts'
import { connectors, upstreamHosts } from '../connectors/connectors.ts'
import { openConnectorContext } from '../connectors/context.ts'
import { noFiles } from '../files/no-files.ts'
import { buildSchema } from '../schema/build-schema.ts'
import { openMirrorFolder } from '../upstreams/mirror/mirror-folder.ts'
import { type PullEvent, pullingTransport } from '../upstreams/mirror/pulling.ts'
import { distinctQuestions, questionsOf } from './area-questions.ts'
import { areasNamed } from './areas-named.ts'
import { type Asked, askQuestions } from './ask-questions.ts'
import type { Chosen } from './chosen.ts'
import { type CountedFailure, countedFailures } from './counted-failures.ts'

export type PullWorld = {
  now(): Date
  wait(ms: number): Promise<void>
  keyOf(variable: string): string | undefined
  /** Ids of restricted upstreams the operator turned on. */
  allowed: ReadonlySet<string>
  dispatcher: Dispatcher
  signal: AbortSignal
  /** The figures so far, whenever one changed. */
  onProgress(soFar: PullFigures): void
}

/** Counts of one pull. `bytes` came over the wire. */
export type PullFigures = Record<PullEvent['kind'] | 'asked' | 'questions', number>

export type PullReport = {
  folder: string
  figures: PullFigures
  stopped: boolean
  /** What could not be had, with how often. */
  failures: readonly CountedFailure[]
}

/**
 * `fiq-server mirror pull`: asks every field of the areas for what was chosen, and keeps what the
 * upstreams answer. May be stopped at any time, by a signal or a crash, and started again.
 *
 * @param areas names; none means all of them
 * @throws FiqError `BAD_INPUT` for an unknown area, `UPSTREAM_UNAVAILABLE` when the index is damaged
 */
export async function pullMirror(
  to: string,
  areas: readonly string[],
  chosen: Chosen,
  freshMs: number,
  world: PullWorld,
): Promise<PullReport> {
  const { now, keyOf, allowed, signal, onProgress } = world
  const named = areasNamed(areas)
  const schema = buildSchema(connectors)
  const questions = distinctQuestions(named.flatMap((each) => questionsOf(schema, each, chosen)))
  const figures: PullFigures = {
    ...{ questions: questions.length, asked: 0, bytes: 0 },
    ...{ fetched: 0, resumed: 0, unchanged: 0, fresh: 0 },
  }
  const folder = await openMirrorFolder(to, () => now().getTime())
  const upstreams = pullingTransport(folder, {
    ...world,
    freshMs,
    hosts: upstreamHosts(),
    on(event) {
      figures[event.kind] += event.kind === 'bytes' ? event.count : 1
      onProgress(figures)
    },
  })
  const opened = openConnectorContext({ upstreams, files: noFiles, now, allowed, keyOf })
  const context = { ...opened, enabled: (each: Upstream) => isPulled(each, allowed) }
  const failed: Asked[] = []
  await askQuestions(schema, questions, context, {
    stopped: () => signal.aborted,
    on(asked) {
      figures.asked += 1
      if (asked.failures.length > 0) failed.push(asked)
      onProgress(figures)
    },
  })
  for (const { area } of named) folder.notePulled(area, chosen)
  await folder.save()
  return {
    folder: folder.root,
    figures,
    stopped: signal.aborted,
    failures: countedFailures(failed),
  }
}

/** A mirror answers without keys, so what needs one would lie there unread. */
function isPulled({ id, key, licence }: Upstream, allowed: ReadonlySet<string>): boolean {
  return key === undefined && (licence.class !== 'restricted' || allowed.has(id))
}
