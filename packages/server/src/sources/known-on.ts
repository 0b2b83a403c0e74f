import { FiqError } from '@fiq/shared/errors'

/**
 * Checks the argument `knownOn` of areas with filed or published data: the answer then contains
 * what was public by the end of that day.
 *
 * @throws FiqError `BAD_INPUT` for anything but an ISO 8601 day
 */
export function knownOnBounds({ knownOn }: Readonly<Record<string, unknown>>): void {
  if (knownOn == null || (typeof knownOn === 'string' && isDay(knownOn))) return
  throw new FiqError('BAD_INPUT', 'knownOn must be a day such as 2019-06-30.', {
    facts: ['Argument: knownOn', `Given: ${JSON.stringify(knownOn)}`],
  })
}

/** The day, or `undefined` for today's knowledge. */
export function knownOnOf({ knownOn }: Readonly<Record<string, unknown>>): string | undefined {
  return (knownOn as string | null | undefined) ?? undefined
}

/** Items filed by a day; without a day, all items. */
export function filedBy<item extends { filed: string }>(
  items: readonly item[],
  knownOn: string | undefined,
): readonly item[] {
  return knownOn === undefined ? items : items.filter(({ filed }) => filed <= knownOn)
}

function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
