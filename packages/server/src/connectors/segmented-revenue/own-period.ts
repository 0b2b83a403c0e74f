import { daysBetween, isQuarter, isYear } from '../../sources/statements/days.ts'
import type { SegmentFact } from './segment-facts.ts'

/**
 * The facts of a report's own period, without its comparatives: the year of an annual report, the
 * quarter of a quarterly report. Largest first within each axis.
 */
export function ownPeriod(
  facts: readonly SegmentFact[],
  period: 'ANNUAL' | 'QUARTERLY',
): SegmentFact[] {
  const isOwn = period === 'ANNUAL' ? isYear : isQuarter
  const fitting = facts.filter(({ start, end }) => isOwn(daysBetween(start, end)))
  const end = fitting.map((fact) => fact.end).reduce((a, b) => (a > b ? a : b), '')
  return fitting
    .filter((fact) => fact.end === end)
    .sort(
      (a, b) =>
        order.indexOf(a.axis) - order.indexOf(b.axis) ||
        b.value - a.value ||
        (a.member < b.member ? -1 : 1),
    )
}

/**
 * The name of a member in words.
 *
 * @example memberLabel('aapl:WearablesAndAccessoriesMember') // 'Wearables And Accessories'
 */
export function memberLabel(member: string): string {
  return member
    .replace(/^[^:]*:/, '')
    .replace(/(?:Segment)?Member$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
}

const order = ['PRODUCT', 'SEGMENT', 'GEOGRAPHY']
