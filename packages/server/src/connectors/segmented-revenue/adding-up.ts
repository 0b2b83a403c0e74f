import { unitOf } from '../../sources/statements/section-sums.ts'
import { fewestThatSum } from '../../sources/statements/sections/fewest-that-sum.ts'
import type { SegmentFact } from './segment-facts.ts'

/**
 * Limit for tried selections: a random sum must equal the revenue with a probability below 1 in
 * 100.
 */
const chances = 100

/**
 * The rows of one axis and period that add up to the revenue: all rows, or those that remain after
 * removing the fewest rows, such as subtotals (Product beside IPhone) and a second split of the
 * same revenue. Includes rows of zero.
 *
 * @param rows of one axis and one period
 * @returns `undefined` if no selection adds up, or only one that could by chance: a filer may tag
 * items that reconcile the segments with the revenue otherwise, or not at all
 */
export function addingUp(rows: readonly SegmentFact[]): ReadonlySet<SegmentFact> | undefined {
  const revenue = rows[0]?.revenue ?? null
  if (revenue === null || revenue <= 0) return undefined
  const values = rows.map(({ value }) => value)
  const unit = unitOf([revenue, ...values])
  const excess = values.reduce((sum, value) => sum + value, 0) - revenue
  if (Math.abs(excess) <= Math.max(unit, roundingOf(values, revenue))) return new Set(rows)
  const out = fewestThatSum(
    values.map((value) => [value]),
    [[excess]],
    [unit],
    revenue / unit / chances,
  )
  return out && new Set(rows.filter((_row, at) => !out.indices.includes(at)))
}

/**
 * Maximum difference of all rows together if each is rounded, e.g. to tenths of a million, and the
 * revenue is not. At least a hundred units: smaller figures may be round by chance.
 */
function roundingOf(values: readonly number[], revenue: number): number {
  const unit = unitOf(values)
  const isExact = revenue % unit !== 0
  return isExact && revenue >= 100 * unit ? (values.length * unit) / 2 : 0
}
