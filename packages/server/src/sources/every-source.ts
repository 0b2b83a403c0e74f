import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, Sourced, Unanswered } from './connector.ts'
import { refuseWhenOff, type Source } from './sourced.ts'

/**
 * Loads every enabled source concurrently and concatenates their rows in the order of the sources.
 * Names a failed source in `unanswered`.
 *
 * @returns an empty list if no source has a row and none failed
 * @throws FiqError of a failed source if no source has a row; `NOT_CONFIGURED` if none is enabled
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
  // Live, NOT_FOUND is the source's answer. In a mirror it may be a missing file.
  const isMirror = context.upstreams.mode === 'mirror'
  const unanswered = failed.filter(({ error }) => isMirror || error.code !== 'NOT_FOUND')
  const worst =
    failed.find(({ error }) => error.code.startsWith('UPSTREAM_')) ??
    failed.find(({ error }) => error.code === 'NOT_CONFIGURED') ??
    (answered.length === 0 ? unanswered[0] : undefined)
  if (value.length === 0 && worst) throw worst.error
  const provenance = answered.flatMap((sourced) => sourced.provenance)
  const rowProvenance = new Map(
    answered.flatMap((sourced) =>
      sourced.value.map(
        (row) => [row, sourced.rowProvenance?.get(row) ?? sourced.provenance] as const,
      ),
    ),
  )
  return { value, provenance, rowProvenance, unanswered }
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
