import { zonedText, zoneName } from '../format/instant.ts'

type Unit = { bucket: (local: string) => string; label: (local: string) => string }

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const ofDay = (local: string) => local.slice(5, 10)
const ofMonth = (local: string) => {
  const month = Number(local.slice(5, 7))
  return month === 1 ? local.slice(0, 4) : (months[month - 1] ?? '')
}
const minutesOf = (local: string) => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))
const dayMs = 86_400_000
const every = (minutes: number): Unit => ({
  bucket: (local) => `${local.slice(0, 10)} ${Math.floor(minutesOf(local) / minutes)}`,
  label: (local) => local.slice(11, 16),
})
const everyMonths = (count: number): Unit => ({
  bucket: (local) => {
    const month = Number(local.slice(0, 4)) * 12 + Number(local.slice(5, 7)) - 1
    return String(Math.floor(month / count))
  },
  label: count < 12 ? ofMonth : (local) => local.slice(0, 4),
})

const withinADay: readonly Unit[] = [5, 10, 15, 30, 60, 120, 180, 360].map(every)
const overDays: readonly Unit[] = [
  { bucket: (local) => local.slice(0, 10), label: ofDay },
  // Days since 1970-01-01, a Thursday. Weeks begin on Monday.
  {
    bucket: (local) =>
      String(Math.floor((Date.parse(`${local.slice(0, 10)}T00:00:00Z`) / dayMs + 3) / 7)),
    label: ofDay,
  },
  ...[1, 3, 6, 12, 24, 60, 120, 240].map(everyMonths),
]

/** Minimum columns between two labels. */
const gapMin = 4

/**
 * Dates below a chart at the beginning of hours, days, months or years, in the finest unit that
 * fits; if none does, the first and the last date. Instants are in the zone, which is written at
 * the end.
 *
 * @param dates - Dates of the bars, oldest first: days, or instants with their offset.
 * @param columnOf - The column of the bar with this index.
 */
export function dateAxis(
  dates: readonly string[],
  columnOf: (place: number) => number,
  { width, zone }: { width: number; zone: string },
): string {
  const isIntraday = dates[0]!.length > 10
  const locals = isIntraday ? dates.map((date) => zonedText(date, zone)) : dates
  const isOneDay = locals[0]!.slice(0, 10) === locals[locals.length - 1]!.slice(0, 10)
  const suffix = isIntraday ? `  ${zoneName(dates[dates.length - 1]!, zone)}` : ''
  const widthLeft = width - suffix.length
  for (const unit of isIntraday && isOneDay ? withinADay : overDays) {
    const starts = startsOf(locals, unit)
    const labelled = starts.map((place) => ({
      column: columnOf(place),
      text: unit.label(locals[place]!),
    }))
    const needed = labelled.reduce((sum, { text }) => sum + text.length + gapMin, 0)
    if (labelled.length > 1 && needed <= widthLeft) return placed(labelled, widthLeft) + suffix
  }
  return ends(locals, Math.max(columnOf(dates.length - 1) + 1, 10), widthLeft) + suffix
}

/**
 * Indices at which another hour, day, month or year begins. That of the first bar may have begun
 * earlier.
 */
function startsOf(locals: readonly string[], { bucket }: Unit): readonly number[] {
  const buckets = locals.map(bucket)
  return locals.flatMap((_, place) =>
    place > 0 && buckets[place] !== buckets[place - 1] ? [place] : [],
  )
}

function placed(labels: readonly { column: number; text: string }[], widthLeft: number): string {
  let line = ''
  for (const { column, text } of labels) {
    const isFree = line === '' || line.length < column
    if (isFree && column + text.length <= widthLeft) line = line.padEnd(column) + text
  }
  return line.padEnd(widthLeft)
}

function ends(locals: readonly string[], width: number, widthLeft: number): string {
  const first = locals[0]!
  const last = locals[locals.length - 1]!
  const drawn = Math.min(width, widthLeft)
  if (locals.length === 1 || first.length + last.length + 2 > drawn)
    return last.slice(0, widthLeft).padEnd(widthLeft)
  return (first + last.padStart(drawn - first.length)).padEnd(widthLeft)
}
