import { daysBetween } from '../../packages/server/src/sources/statements/days.ts'
import type { StatementRow } from '../../packages/server/src/sources/statements/statement-rows.ts'
import type { Tally } from './tally.ts'

/** Checks that labels increase, and that periods do not overlap. */
export function checkLabels(name: string, rows: readonly StatementRow[], tally: Tally): void {
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1]
    if (!before) continue
    const at = `${name} ${before.endDate} ${row.endDate}`
    const labelled = rows.slice(0, index).findLast(({ fiscalYear }) => fiscalYear !== null)
    if (row.fiscalYear !== null && labelled)
      tally.count(
        'labels increase',
        label(row) > label(labelled),
        `${at}: ${label(labelled)}, ${label(row)}`,
      )
    const isApart =
      row.startDate === null
        ? daysBetween(before.endDate, row.endDate) > 20
        : row.startDate > before.endDate
    tally.count('periods are apart', isApart, at)
  }
}

/**
 * A year that ends from March to December has the name of the calendar year. One that ends in
 * January or February may have the name of the year before.
 */
export function checkYearName(
  name: string,
  { fiscalYear, endDate }: StatementRow,
  tally: Tally,
): void {
  const [year, month] = endDate.split('-').map(Number)
  const isRight = fiscalYear === year || (month! <= 2 && fiscalYear === year! - 1)
  tally.count('a year has the name of its last day', isRight, `${name} ${endDate}: ${fiscalYear}`)
}

function label({ fiscalYear, fiscalPeriod }: StatementRow): string {
  return `${fiscalYear} ${fiscalPeriod}`
}
