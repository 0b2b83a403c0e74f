import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, Sourced, Unanswered } from './connector.ts'
import { refuseWhenOff, type Source } from './sourced.ts'

/**
 * Asks every source that is switched on at once and puts their rows together, in the order of the
 * sources. One that fails leaves its rows out, and is named.
 *
 * @throws FiqError when no source has a row: of a source that failed, since then nothing is known
 * for certain; `NOT_CONFIGURED` where none is switched on. No rows and no failure is an empty list.
 */
export async function everySource<row>(
  area: string,
  sources: readonly Source<readonly row[]>[],
  context: ConnectorContext,
): Promise<Sourced<readonly row[]>> {
  const upstreams = sources.map(({ upstream }) => upstream)
  refuseWhenOff(area, upstreams, context)
  const on = sources.filter(({ upstream }) => context.enabled(upstream))
  const outcomes = await Promise.all(on.map((source) => outcomeOf(source, context)))
  const answered = outcomes.filter((outcome) => 'value' in outcome)
  const failed = outcomes.filter((outcome) => 'error' in outcome)
  const value = answered.flatMap((sourced) => sourced.value)
  // Live, a source that does not know the thing has said so; a file that a mirror lacks says nothing.
  const isMirror = context.upstreams.mode === 'mirror'
  const unanswered = failed.filter(({ error }) => isMirror || error.code !== 'NOT_FOUND')
  const worst =
    failed.find(({ error }) => error.code.startsWith('UPSTREAM_')) ??
    failed.find(({ error }) => error.code === 'NOT_CONFIGURED') ??
    (answered.length === 0 ? unanswered[0] : undefined)
  if (value.length === 0 && worst) throw worst.error
  return { value, provenance: answered.flatMap(({ provenance }) => provenance), unanswered }
}

const none = { value: [], provenance: [] }

async function outcomeOf<row>(
  { upstream, load }: Source<readonly row[]>,
  context: ConnectorContext,
): Promise<Sourced<readonly row[]> | Unanswered> {
  try {
    return (await load(context)) ?? none
  } catch (error) {
    if (error instanceof FiqError) return { source: upstream.name, error }
    throw error
  }
}
