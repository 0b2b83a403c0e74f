import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { isNumber } from '../../terminal/format/format-number.ts'

/** A future event. */
export type CalendarEvent = {
  /** ISO 8601. */
  day: string
  who: string
  event: string
  /** The same figure a year or a period ago; `null` if unknown. */
  before: number | null
  currency: string | null
  /** Always an estimate, because no source publishes future days. */
  sure: 'estimate'
}

const dayMs = 86_400_000
/** 52 weeks, after which a day has the same weekday. */
const yearDays = 364

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + days * dayMs)
    .toISOString()
    .slice(0, 10)
}

/**
 * The next results of a filer: on the day of the same quarter a year ago, or else a quarter after
 * the last results.
 *
 * @param earnings - Rows of `Entity.earnings`, newest first.
 */
export function nextEarnings(ticker: string, earnings: readonly Row[]): CalendarEvent | undefined {
  const announced = earnings.filter((row) => /^\d{4}-\d\d-\d\d/.test(textIn(row, 'date')))
  const [newest] = announced
  if (!newest) return undefined
  const [year, period] = [Number(newest['fiscalYear']), textIn(newest, 'fiscalPeriod')]
  const quarter = Number(/^Q([1-4])$/.exec(period)?.[1] ?? 0)
  if (quarter === 0) {
    const day = addDays(textIn(newest, 'date'), yearDays)
    return earningsEvent(ticker, day, `results FY${year + 1}`, newest)
  }
  const [nextYear, nextQuarter] = quarter === 4 ? [year + 1, 1] : [year, quarter + 1]
  const earlier = announced.find(
    (row) =>
      row['fiscalYear'] === nextYear - 1 && textIn(row, 'fiscalPeriod') === `Q${nextQuarter}`,
  )
  const day = earlier
    ? addDays(textIn(earlier, 'date'), yearDays)
    : addDays(textIn(newest, 'date'), yearDays / 4)
  return earningsEvent(ticker, day, `results Q${nextQuarter} ${nextYear}`, earlier)
}

function earningsEvent(
  who: string,
  day: string,
  event: string,
  before: Row | undefined,
): CalendarEvent {
  const eps = before?.['epsActual']
  return {
    day,
    who,
    event,
    before: isNumber(eps) ? eps : null,
    currency: before ? textIn(before, 'currency') || null : null,
    sure: 'estimate',
  }
}

/**
 * Future ex-days of dividends: 52 weeks after those of the last year.
 *
 * @param history - A row of `priceHistory` over a year of daily bars with `dividends`.
 */
export function nextDividends(ticker: string, history: Row): readonly CalendarEvent[] {
  const currency = textIn(history, 'currency') || null
  return rowsOf(history['bars']).flatMap((bar) => {
    const paid = bar['dividends']
    if (!isNumber(paid) || paid <= 0) return []
    const day = addDays(textIn(bar, 'date'), yearDays)
    return [
      { day, who: ticker, event: 'ex-dividend', before: paid, currency, sure: 'estimate' as const },
    ]
  })
}

/** Events within a time span, next first. */
export function eventsWithin(
  events: readonly CalendarEvent[],
  { from, until }: { from: string; until: string },
): readonly CalendarEvent[] {
  return events
    .filter(({ day }) => day >= from && day <= until)
    .toSorted((one, other) => (one.day + one.who < other.day + other.who ? -1 : 1))
}
