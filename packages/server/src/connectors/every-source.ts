import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, Sourced } from './connector.ts'
import { refuseWhenOff, type Source } from './sourced.ts'

/**
 * Asks every source that is switched on at once and puts their rows together, in the order of the
 * sources. One that fails leaves its rows out.
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
  const outcomes = await Promise.all(on.map(({ load }) => outcomeOf(() => load(context))))
  const answered = outcomes.filter((outcome) => 'value' in outcome)
  const failed = outcomes.filter((outcome) => outcome instanceof FiqError)
  const value = answered.flatMap((sourced) => sourced.value)
  // Live, a source that does not know the thing has said so; a file that a mirror lacks says nothing.
  const saysNothing = answered.length === 0 && context.upstreams.mode === 'mirror'
  const worst =
    failed.find(({ code }) => code.startsWith('UPSTREAM_')) ??
    failed.find(({ code }) => code === 'NOT_CONFIGURED') ??
    (saysNothing ? failed[0] : undefined)
  if (value.length === 0 && worst) throw worst
  return { value, provenance: answered.flatMap(({ provenance }) => provenance) }
}

const none = { value: [], provenance: [] }

async function outcomeOf<row>(
  load: () => Promise<Sourced<readonly row[]> | undefined>,
): Promise<Sourced<readonly row[]> | FiqError> {
  try {
    return (await load()) ?? none
  } catch (error) {
    if (error instanceof FiqError) return error
    throw error
  }
}
