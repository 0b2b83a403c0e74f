import type { Statement } from './line-item.ts'
import type { ReportedValue } from './reported-periods.ts'

/** A cent of rounding, and the shares of a second class. */
const tolerance = { absolute: 0.01, relative: 0.02 }

/** Whether an income, divided by its shares, is not the earnings per share of the same report. */
export function contradictsEarnings(
  perShare: Statement['perShare'],
  found: ReadonlyMap<string, Pick<ReportedValue, 'value' | 'filed'>>,
): boolean {
  const [income, shares, earnings] = (perShare ?? []).map((field) => found.get(field))
  // Reports of different days may count shares before and after a split.
  if (!income || !shares || !earnings || shares.filed !== earnings.filed) return false
  if (shares.value === 0) return false
  const off = Math.abs(income.value / shares.value - earnings.value)
  return off > tolerance.absolute + tolerance.relative * Math.abs(earnings.value)
}
