import type { SegmentFact } from './segment-facts.ts'

/**
 * The facts of a report's own period, without its comparatives: the year of an annual report (350
 * to 380 days), the quarter of a quarterly report (80 to 100). Largest first within each axis.
 */
export function ownPeriod(
  facts: readonly SegmentFact[],
  period: 'ANNUAL' | 'QUARTERLY',
): SegmentFact[] {
  const [from, to] = lengths[period]
  const fitting = facts.filter((fact) => {
    const days = (Date.parse(fact.end) - Date.parse(fact.start)) / 86_400_000 + 1
    return days >= from && days <= to
  })
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

const lengths = { ANNUAL: [350, 380], QUARTERLY: [80, 100] } as const
const order = ['PRODUCT', 'SEGMENT', 'GEOGRAPHY']
