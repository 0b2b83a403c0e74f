import { type Row, textIn } from '../../query/rows.ts'
import { isNumber } from '../../terminal/format/format-number.ts'
import type { Period } from '../../terminal/output.ts'

/** An observation with a value. */
export type Point = { date: string; value: number; unit: string; adjustment?: string }

/** The frequency of a series. */
export type Rhythm = 'annual' | 'quarterly' | 'monthly' | 'weekly' | 'daily'

/** Names of each frequency's period, singular and plural. */
export const periodWords = {
  annual: ['year', 'years'],
  quarterly: ['quarter', 'quarters'],
  monthly: ['month', 'months'],
  weekly: ['date', 'weeks'],
  daily: ['date', 'days'],
} as const satisfies Record<Rhythm, readonly [one: string, many: string]>

/** Observations with a value, newest first. */
export function pointsIn(rows: readonly Row[]): readonly Point[] {
  return rows
    .flatMap((row) => {
      const { value } = row
      return isNumber(value)
        ? [
            {
              date: textIn(row, 'date'),
              value,
              unit: textIn(row, 'unit'),
              adjustment: textIn(row, 'seasonalAdjustment'),
            },
          ]
        : []
    })
    .sort((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0))
}

const dayMs = 86_400_000
/** Minimum days between two observations, by frequency. */
const daysBetween = [
  ['annual', 300],
  ['quarterly', 80],
  ['monthly', 25],
  ['weekly', 5],
] as const satisfies readonly (readonly [Rhythm, number])[]

/** The frequency of a series, by the median gap between its newest points. */
export function rhythmOf(points: readonly Point[]): Rhythm {
  const newest = points.slice(0, 13)
  const gaps = newest
    .slice(1)
    .map(({ date }, place) => (Date.parse(newest[place]!.date) - Date.parse(date)) / dayMs)
    .sort((one, other) => one - other)
  const gap = gaps[Math.floor(gaps.length / 2)] ?? 0
  // A single point on the first day of a year belongs to a yearly series.
  if (gaps.length === 0) return points[0]?.date.endsWith('-01-01') ? 'annual' : 'daily'
  return daysBetween.find(([, days]) => gap >= days)?.[0] ?? 'daily'
}

/** A date as its period: `2025`, `2026-Q3`, `2026-10`, or the day. */
export function periodOf(date: string, rhythm: Rhythm): string {
  if (rhythm === 'annual') return date.slice(0, 4)
  if (rhythm === 'monthly') return date.slice(0, 7)
  if (rhythm !== 'quarterly') return date.slice(0, 10)
  return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`
}

/** The period of a point; `undefined` where a point is one of a day. */
export function periodFrom({ date }: Point, rhythm: Rhythm): Period | undefined {
  const months = { annual: 12, quarterly: 3, monthly: 1, weekly: 0, daily: 0 }[rhythm]
  if (months === 0) return undefined
  const [year = 0, month = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month - 1 + months, 0)).toISOString().slice(0, 10)
  return { date, name: periodOf(date, rhythm), lastDay }
}

/**
 * Finds the point of the period before another one. A month without a value, such as one without a
 * survey, has none after it: the change since an earlier month is not the change of a month.
 */
export function pointsBefore(points: readonly Point[]): (point: Point) => Point | undefined {
  const places = new Map(points.map(({ date }, place) => [date, place]))
  const months = points
    .slice(1, 13)
    .map((earlier, place) => monthsBetween(earlier, points[place]!))
    .sort((one, other) => one - other)
  const usual = months[Math.floor(months.length / 2)] ?? 0
  return (point) => {
    const earlier = points[(places.get(point.date) ?? points.length) + 1]
    const isNext = earlier && (usual === 0 || monthsBetween(earlier, point) <= usual)
    return isNext ? earlier : undefined
  }
}

function monthsBetween(from: Point, to: Point): number {
  const monthOf = ({ date }: Point) => 12 * Number(date.slice(0, 4)) + Number(date.slice(5, 7))
  return monthOf(to) - monthOf(from)
}

/** The point about a year before another one; `undefined` if there is none. */
export function yearBefore(points: readonly Point[], point: Point): Point | undefined {
  const year = Number(point.date.slice(0, 4)) - 1
  const date = `${year}${point.date.slice(4, 10)}`
  return points.find((one) => one.date.slice(0, 10) === date)
}
