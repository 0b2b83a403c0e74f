import { ownValue } from '@fiq/shared/own-value'
import { sessionWords } from '../../command-line/areas/session-words.ts'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { isNumber } from '../../terminal/format/format-number.ts'

/** A future event. */
export type CalendarEvent = {
  /** ISO 8601. */
  day: string
  /** Instant in UTC; `null` if only the day is known. */
  time: string | null
  who: string
  event: string
  /** Whether before or after the session of exchanges, in words; `null` if unknown. */
  session: string | null
  /** The same figure a year or a period ago; `null` if unknown. */
  before: number | null
  /** The figure that analysts expect; `null` if unknown. */
  forecast: number | null
  currency: string | null
  /** `expected`: a calendar states the day. `estimate`: the day is computed from earlier ones. */
  sure: 'expected' | 'estimate'
  /** The calendar that states the day; `null` for an estimate. */
  source: string | null
}

const dayMs = 86_400_000
/** 52 weeks, after which a day has the same weekday. */
const yearDays = 364

/** A day (`YYYY-MM-DD`) that many days later; earlier if `days` is negative. */
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

/**
 * The results that a calendar expects.
 *
 * @param expected - Rows of `Entity.earningsCalendar`.
 * @param earnings - Rows of `Entity.earnings`, newest first.
 * @param source - Name of the calendar.
 */
export function expectedEarnings(
  ticker: string,
  expected: readonly Row[],
  earnings: readonly Row[],
  source: string,
): readonly CalendarEvent[] {
  return expected.flatMap((row) => {
    const day = textIn(row, 'date')
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) return []
    const quarter = quarterOf(row) ?? quarterUpTo(textIn(row, 'periodEnd'), earnings)
    const earlier = earnings.find((reported) => {
      const of = quarterOf(reported)
      return quarter && of?.year === quarter.year - 1 && of.quarter === quarter.quarter
    })
    const label = quarter ? `results Q${quarter.quarter} ${quarter.year}` : 'results'
    const estimate = row['epsEstimate']
    return [
      {
        ...earningsEvent(ticker, day, label, earlier),
        session: ownValue(sessionWords, textIn(row, 'session')) ?? null,
        sure: 'expected',
        source,
        forecast: isNumber(estimate) ? estimate : null,
        currency: textIn(row, 'currency') || (earlier ? textIn(earlier, 'currency') : '') || null,
      },
    ]
  })
}

type Quarter = { year: number; quarter: number }

/** The fiscal quarter that a row states. */
function quarterOf(row: Row): Quarter | undefined {
  const quarter = Number(/^Q([1-4])$/.exec(textIn(row, 'fiscalPeriod'))?.[1] ?? 0)
  const year = row['fiscalYear']
  return quarter > 0 && isNumber(year) ? { year, quarter } : undefined
}

const quarterMs = 91.3 * dayMs

/** The fiscal quarter that ends on a day, counted from the newest reported one. */
function quarterUpTo(periodEnd: string, earnings: readonly Row[]): Quarter | undefined {
  const newest = earnings.find(quarterOf)
  const known = newest && quarterOf(newest)
  const later = Date.parse(periodEnd) - Date.parse(newest ? textIn(newest, 'periodEnd') : '')
  if (!known || Number.isNaN(later)) return undefined
  const at = 4 * known.year + known.quarter - 1 + Math.round(later / quarterMs)
  return { year: Math.floor(at / 4), quarter: (at % 4) + 1 }
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
    time: null,
    who,
    event,
    session: null,
    before: isNumber(eps) ? eps : null,
    forecast: null,
    currency: before ? textIn(before, 'currency') || null : null,
    sure: 'estimate',
    source: null,
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
    const beside = { session: null, forecast: null, sure: 'estimate', source: null } as const
    return [
      { day, time: null, who: ticker, event: 'ex-dividend', before: paid, currency, ...beside },
    ]
  })
}

/**
 * Announced dividends and splits, without estimates that an announced day replaces.
 *
 * @param history - A row of `priceHistory` with `announced`.
 * @param source - Name of the source.
 */
export function announcedActions(
  ticker: string,
  history: Row,
  source: string,
): readonly CalendarEvent[] {
  const currency = textIn(history, 'currency') || null
  return rowsOf(history['announced']).flatMap((action): CalendarEvent[] => {
    const [day, { dividend, split }] = [textIn(action, 'date'), action]
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) return []
    const beside = { time: null, session: null, before: null, sure: 'expected', source } as const
    const of = { day, who: ticker, ...beside }
    if (isNumber(split)) {
      const event = split < 1 ? `split 1:${ratioText(1 / split)}` : `split ${ratioText(split)}:1`
      return [{ ...of, event, forecast: null, currency: null }]
    }
    if (!isNumber(dividend)) return []
    return [{ ...of, event: 'ex-dividend', forecast: dividend, currency }]
  })
}

/** A ratio without trailing zeros: `4`, `1.5`. */
const ratioText = (ratio: number) => String(Math.round(ratio * 1e4) / 1e4)

/** Estimated days are at most this far from the announced one, in days. */
const daysOff = 28

/**
 * All days of dividends and splits: announced ones, and estimates for which none is announced. An
 * announced dividend has the amount of the estimate that it replaces as `before`.
 */
export function withAnnounced(
  estimates: readonly CalendarEvent[],
  announced: readonly CalendarEvent[],
): readonly CalendarEvent[] {
  const isNear = (one: CalendarEvent, other: CalendarEvent) =>
    one.who === other.who &&
    one.event === other.event &&
    Math.abs(Date.parse(one.day) - Date.parse(other.day)) <= daysOff * dayMs
  return [
    ...announced.map((event) => ({
      ...event,
      before: estimates.find((estimate) => isNear(estimate, event))?.before ?? null,
    })),
    ...estimates.filter((estimate) => !announced.some((event) => isNear(event, estimate))),
  ]
}

/** Events within a time span, next first; events of a day without a time come last. */
export function eventsWithin(
  events: readonly CalendarEvent[],
  { from, until }: { from: string; until: string },
): readonly CalendarEvent[] {
  const place = ({ day, time, who }: CalendarEvent) => `${time ?? `${day}T24`} ${who}`
  return events
    .filter(({ day }) => day >= from && day <= until)
    .toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
}
