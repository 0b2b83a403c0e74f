import { FiqError } from '@fiq/shared/errors'
import { type Country, countryOf } from '@fiq/shared/spelling/countries'
import type { ConnectorContext, SeriesPoint, Sourced } from '../connector.ts'
import { isStaleSeries } from '../series-age.ts'

/** The form of `MacroPoint` in the schema. */
export type MacroPoint = { date: string; value: number | null; unit: string }

/**
 * The country in an argument.
 *
 * @throws FiqError `NOT_FOUND` for a code that is not in ISO 3166
 */
export function knownCountry(code: unknown): Country {
  const country = countryOf(String(code))
  if (!country)
    throw new FiqError('NOT_FOUND', `There is no country ${JSON.stringify(code)}.`, {
      facts: ['Argument: country'],
      remedy: 'Use an ISO 3166 code of three letters, e.g. USA, DEU, JPN.',
    })
  return country
}

/** Adds the unit to points, newest first. */
export function inUnit(
  { value, provenance }: Sourced<readonly SeriesPoint[]>,
  unit: string,
): Sourced<MacroPoint[]> {
  const points = value.map((point) => ({ ...point, unit }))
  return { value: points.sort((a, b) => (a.date < b.date ? 1 : -1)), provenance }
}

/** An imported series, in one unit; `undefined` if there is none. */
export function ownSeries(
  key: string,
  unit: string,
  { files, now }: ConnectorContext,
): Sourced<MacroPoint[]> | undefined {
  const own = files.series(key)
  if (!own) return undefined
  const { value, provenance } = inUnit(own, unit)
  const stale = isStaleSeries(value, now())
  return { value, provenance: provenance.map((source) => ({ ...source, stale })) }
}
