import { FiqError } from '@fiq/shared/errors'
import type { ScreenRow } from './screen-row.ts'
import type { Universe } from './universes.ts'

/** `ScreenFilterInput` with its defaults. Bounds are inclusive. */
export type ScreenFilter = {
  universe: Universe
  limit: number
  offset: number
  bounds: readonly { field: keyof ScreenRow; min: number; max: number }[]
}

/** The member of a row that each bound tests. A bound excludes rows where it is unknown. */
const bounded: readonly [field: keyof ScreenRow, min: string | undefined, max?: string][] = [
  ['price', 'minPrice', 'maxPrice'],
  ['gapPercent', 'minGapPercent', 'maxGapPercent'],
  ['changePercent', 'minChangePercent', 'maxChangePercent'],
  ['relativeVolume', 'minRelativeVolume'],
  ['dollarVolume', 'minDollarVolume'],
  ['marketCap', 'minMarketCap', 'maxMarketCap'],
]

/** The filter of coerced arguments. An absent or null field takes its default. */
export function screenFilterOf(filter: unknown): ScreenFilter {
  const fields = (filter ?? {}) as Readonly<Record<string, number | string | null | undefined>>
  const number = (name: string | undefined, byDefault: number) =>
    name === undefined ? byDefault : Number(fields[name] ?? byDefault)
  return {
    universe: (fields['universe'] ?? 'MOST_ACTIVES') as Universe,
    limit: number('limit', 25),
    offset: number('offset', 0),
    bounds: bounded
      .filter(([, min, max]) =>
        [min, max].some((name) => name !== undefined && fields[name] != null),
      )
      .map(([field, min, max]) => ({
        field,
        min: number(min, -Infinity),
        max: number(max, Infinity),
      })),
  }
}

/**
 * Refuses contradictory bounds before payment.
 *
 * @throws FiqError `BAD_INPUT`
 */
export function refuseCrossedBounds(filter: unknown): void {
  for (const { field, min, max } of screenFilterOf(filter).bounds)
    if (min > max)
      throw new FiqError('BAD_INPUT', `The lowest ${field} is above the highest.`, {
        facts: ['Argument: filter', `Given: ${min} to ${max}`],
      })
}

/** The page of the rows within the bounds, in their order, and the number of all of them. */
export function applyScreenFilter<row extends ScreenRow>(
  rows: readonly row[],
  { bounds, offset, limit }: Omit<ScreenFilter, 'universe'>,
): { page: row[]; matches: number } {
  const passes = (row: row) =>
    bounds.every(({ field, min, max }) => {
      const value = row[field]
      return typeof value === 'number' && value >= min && value <= max
    })
  const within = rows.filter(passes)
  return { page: within.slice(offset, offset + limit), matches: within.length }
}
