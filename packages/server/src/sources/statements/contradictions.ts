import type { Statement } from './line-item.ts'
import type { ReportedValue } from './reported-periods.ts'
import { unitOf } from './section-sums.ts'

type Figures = Readonly<Record<string, unknown>> & { unsupported: readonly string[] }

/**
 * Fields that a total of their row contradicts. Either the lines of a total exceed it, so that one
 * of them belongs to another total, or repeats a part of another line: any line without which the
 * others fit, or every line if no single one explains the excess. Or a reported difference is not
 * the difference of its two figures, or a reported total not the sum of its parts.
 */
export function contradictsTotals(
  { wholes = [], sums = [], differences }: Pick<Statement, 'wholes' | 'sums' | 'differences'>,
  row: Figures,
): string[] {
  const beyond = wholes.flatMap((whole) => {
    const [total, less] = [numberAt(row, whole.total), numberAt(row, whole.less ?? '') ?? 0]
    const parts = whole.parts.flatMap((field) => {
      const value = row.unsupported.includes(field) ? undefined : numberAt(row, field)
      return value ? [{ field, value }] : []
    })
    if (total === undefined) return []
    const values = parts.map(({ value }) => value)
    const excess = values.reduce((sum, value) => sum + value, less - total)
    if (excess <= slackOf([total, less, ...values])) return []
    const enough = parts.filter(({ value }) => value >= excess)
    return (enough.length > 0 ? enough : parts).map(({ field }) => field)
  })
  const odd = differences.filter(({ field, from, less, alsoLess = '' }) => {
    const [value, minuend, subtrahend] = [field, from, less].map((name) => numberAt(row, name))
    if (value === undefined || minuend === undefined || subtrahend === undefined) return false
    const more = numberAt(row, alsoLess) ?? 0
    const off = Math.abs(minuend - subtrahend - more - value)
    return off > slackOf([value, minuend, subtrahend, more])
  })
  const unlikeSums = sums.filter(({ total, parts, also }) => {
    const [value, ...values] = [total, ...parts].map((field) => numberAt(row, field))
    if (value === undefined || values.includes(undefined)) return false
    const stated = [numberAt(row, also) ?? 0, ...values.map(Number)]
    const off = Math.abs(stated.reduce((sum, part) => sum + part) - value)
    return off > slackOf([value, ...stated])
  })
  return [...beyond, ...odd.map(({ field }) => field), ...unlikeSums.map(({ total }) => total)]
}

/** The rounding of so many figures. */
function slackOf(values: readonly number[]): number {
  return unitOf(values) * values.length
}

function numberAt(row: Figures, field: string): number | undefined {
  const value = row[field]
  return typeof value === 'number' ? value : undefined
}

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
