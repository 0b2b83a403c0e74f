import { refuseArgument } from '@fiq/shared/errors'
import { isIsoDay } from '../market-clock/calendar-day.ts'

/**
 * Checks the argument `knownOn` of areas with filed or published data: the answer then contains
 * what was public by the end of that day.
 *
 * @throws FiqError `BAD_INPUT` for anything but an ISO 8601 day
 */
export function knownOnBounds({ knownOn }: Readonly<Record<string, unknown>>): void {
  if (knownOn == null || (typeof knownOn === 'string' && isIsoDay(knownOn))) return
  refuseArgument('knownOn', 'a day such as 2019-06-30', knownOn)
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
