import { fewestThatSum, unitOf } from '../../sources/statements/section-sums.ts'
import type { SegmentFact } from './segment-facts.ts'

/** Selections are tried as long as one of them adds up by chance with a likelihood of 1 in 100. */
const chances = 100

/**
 * The rows of one axis and period that add up to the revenue: all of them, else those that are left
 * when the fewest are taken out, such as subtotals (Product beside IPhone) and a second split of the
 * same revenue. Rows of zero are among them.
 *
 * @param rows of one axis and one period
 * @returns `undefined` if nothing adds up, or only what could by chance: items that reconcile the
 * segments with the revenue are tagged otherwise or not at all
 */
export function addingUp(rows: readonly SegmentFact[]): ReadonlySet<SegmentFact> | undefined {
  const revenue = rows[0]?.revenue ?? null
  if (revenue === null || revenue <= 0) return undefined
  const values = rows.map(({ value }) => value)
  const unit = unitOf([revenue, ...values])
  const excess = values.reduce((sum, value) => sum + value, 0) - revenue
  if (Math.abs(excess) <= unit) return new Set(rows)
  const out = fewestThatSum(values, excess, unit, revenue / unit / chances)
  return out && new Set(rows.filter((_row, at) => !out.includes(at)))
}
