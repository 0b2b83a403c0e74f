import { arrayFilterOf, cutPage } from '../../sources/array-filter.ts'
import type { OptionContract } from '../../sources/cboe/option-contract.ts'
import type { Sourced } from '../../sources/connector.ts'

/** Maximum expirations in a warning. */
const daysShown = 20

/**
 * The page of a chain that the arguments of the field select. If no option expires on the requested
 * day, a warning lists the expirations.
 */
export function optionPage(
  { value, warnings = [], ...cited }: Sourced<readonly OptionContract[]>,
  day: string | undefined,
  { filter, type, minStrike, maxStrike }: Readonly<Record<string, unknown>>,
): Sourced<OptionContract[]> {
  const selected = value.filter(
    (option) =>
      (day === undefined || option.expiration === day) &&
      (type == null || option.type === type) &&
      (minStrike == null || option.strike >= (minStrike as number)) &&
      (maxStrike == null || option.strike <= (maxStrike as number)),
  )
  const page = cutPage(selected, arrayFilterOf(filter), ({ expiration }) => expiration)
  return { ...cited, ...page, warnings: [...warnings, ...otherDays(day, value)] }
}

function otherDays(day: string | undefined, options: readonly OptionContract[]): readonly string[] {
  const days = [...new Set(options.map(({ expiration }) => expiration))].sort()
  if (day === undefined || days.length === 0 || days.includes(day)) return []
  return [`no option expires on ${day}; expirations: ${days.slice(0, daysShown).join(', ')}`]
}
