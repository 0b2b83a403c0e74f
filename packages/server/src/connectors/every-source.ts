import { FiqError } from '@fiq/shared/errors'
import type { Sourced } from './connector.ts'

/**
 * Asks several sources at once and puts their rows together. One that fails, or is not configured,
 * leaves its rows out; `undefined` stands for a source that is switched off here.
 *
 * @throws FiqError when no source has a row: of a source that failed, since then nothing is known
 * for certain; `NOT_CONFIGURED` where none is switched on. No rows and no failure is an empty list.
 */
export async function everySource<row>(
  area: string,
  attempts: readonly (() => Promise<Sourced<readonly row[]> | undefined>)[],
): Promise<Sourced<readonly row[]>> {
  const outcomes = await Promise.all(attempts.map(outcomeOf))
  const answered = outcomes.filter((outcome) => 'value' in outcome)
  const failed = outcomes.filter((outcome) => outcome instanceof FiqError)
  const value = answered.flatMap((sourced) => sourced.value)
  const worst =
    failed.find(({ code }) => code.startsWith('UPSTREAM_')) ??
    failed.find(({ code }) => code === 'NOT_CONFIGURED')
  if (value.length === 0 && worst) throw worst
  if (answered.length === 0 && failed.length === 0)
    throw new FiqError('NOT_CONFIGURED', `This server has no source configured for ${area}.`, {
      facts: [`Area: ${area}`],
    })
  return { value, provenance: answered.flatMap(({ provenance }) => provenance) }
}

type Off = { off: true }

async function outcomeOf<row>(
  attempt: () => Promise<Sourced<readonly row[]> | undefined>,
): Promise<Sourced<readonly row[]> | FiqError | Off> {
  try {
    return (await attempt()) ?? { off: true }
  } catch (error) {
    if (error instanceof FiqError) return error
    throw error
  }
}
