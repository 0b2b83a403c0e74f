import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import { isoDay } from '../../market-clock/calendar-day.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { instantText } from '../../upstreams/instant-text.ts'
import type { Bar, ConnectorContext, SourcedBars, Upstream } from '../connector.ts'
import { type CorporateActions, withActions } from './corporate-actions.ts'
import { piecesTraded } from './quote-source.ts'
import type { Interval, Range } from './range.ts'
import { sourcedBars } from './sourced-bars.ts'

export const yahooChart: Upstream = {
  id: 'yahoo-chart',
  name: 'Yahoo Finance charts',
  hosts: ['query2.finance.yahoo.com'],
  url: 'https://finance.yahoo.com',
  licence: { class: 'restricted', text: 'Yahoo terms: no redistribution without an agreement' },
  delay: 'up to 15 minutes',
  timing: { delay: '15-minute', venue: 'consolidated' },
}

/**
 * Bars of one symbol, oldest first: days of the exchange with their dividends and splits, or UTC
 * instants within a day. Yahoo adjusts closes and dividends for splits.
 *
 * @param symbol in Yahoo's spelling: `BRK-B`, `^GSPC`, `BTC-USD`
 * @throws FiqError `NOT_FOUND` for an unknown symbol or no bars, `UPSTREAM_…`
 */
export async function loadYahooBars(
  symbol: string,
  range: Range,
  interval: Exclude<Interval, '1wk' | '1mo'>,
  context: ConnectorContext,
): Promise<SourcedBars> {
  const url = new URL(
    `https://query2.finance.yahoo.com/v8/finance/chart/${encodeURIComponent(symbol)}`,
  )
  // For `range=max` Yahoo returns bars of three months, whatever the interval.
  const span = range === 'max' ? allTime : { range }
  const events = interval === '1d' ? { events: 'div,splits,capitalGains' } : {}
  for (const [name, value] of Object.entries({ ...span, interval, ...events }))
    url.searchParams.set(name, value)
  const { body, answer } = await context.json(url, chartSchema)
  const { chart } = body
  if (chart.error?.code === 'Not Found') throw new FiqError('NOT_FOUND', `${symbol} has no prices.`)
  if (chart.error) refuse(url, `the error ${chart.error.code.slice(0, 60)}`)
  const [result] = chart.result ?? []
  if (!result) return refuse(url, 'neither a result nor an error')
  const dataGranularity = result.meta.dataGranularity ?? interval
  if (dataGranularity !== interval && !(dataGranularity === '1h' && interval === '60m'))
    refuse(url, `bars of ${dataGranularity.slice(0, 20)} in the place of ${interval}`)
  const dayOf = dayIn(result.meta)
  const found = barsOf(symbol, result, interval === '1d' ? dayOf : instantOf, url)
  const actions = result.events === null ? null : actionsOf(result, dayOf)
  const bars = interval === '1d' && actions ? withActions(found, actions) : found
  const { currency } = result.meta
  // Yahoo has applied the range.
  return sourcedBars(yahooChart, answer, { symbol, bars, range: 'max', currency }, context)
}

/** Seconds since 1970 that include every chart. Fixed, so that cached responses are found. */
const allTime = { period1: '-5000000000', period2: '9999999999' }

/**
 * A column, most of whose cells are numbers or null. Checks each cell once without copying: a
 * century of days has 150,000.
 */
const column = z
  .custom<readonly unknown[]>((value) => {
    if (!Array.isArray(value)) return false
    let odd = 0
    for (const each of value) if (each !== null && typeof each !== 'number') odd += 1
    return 2 * odd <= value.length
  }, 'Invalid input: expected a list of numbers')
  .optional()
const quoteColumns = z.object({
  open: column,
  high: column,
  low: column,
  close: column,
  volume: column,
})
const cash = z
  .record(
    z.string(),
    // A share whose dividends are in another currency than its price states theirs.
    z.object({ date: z.number(), amount: z.number(), currency: z.string().nullish() }),
  )
  .optional()
const eventsSchema = z.object({
  dividends: cash,
  // A fund's distribution of capital gains.
  capitalGains: cash,
  splits: z
    .record(
      z.string(),
      z.object({
        date: z.number(),
        numerator: z.number().positive(),
        denominator: z.number().positive(),
      }),
    )
    .optional(),
})
const resultSchema = z.object({
  meta: z.object({
    gmtoffset: z.number(),
    exchangeTimezoneName: z.string().nullish(),
    dataGranularity: z.string().nullish(),
    currency: z.string().nullish(),
  }),
  timestamp: column,
  indicators: z.object({ quote: z.array(quoteColumns).min(1) }),
  // An odd dividend or split would change the figures of all earlier days.
  events: eventsSchema.nullable().catch(null).optional(),
})
const chartSchema = z.object({
  chart: z.object({
    result: z.array(resultSchema).nullable(),
    error: z.object({ code: z.string() }).nullish(),
  }),
})

function barsOf(
  symbol: string,
  { timestamp = [], indicators }: z.output<typeof resultSchema>,
  dateOf: (seconds: number) => string,
  url: URL,
): Bar[] {
  const { open, high, low, close, volume } = indicators.quote[0]!
  const columns = [open, high, low, close, volume]
  if (timestamp.length > 0 && columns.some((column) => column?.length !== timestamp.length))
    refuse(url, 'columns of different lengths')
  const byDate = new Map<string, Bar>()
  for (const [index, seconds] of timestamp.entries()) {
    const price = numberAt(close, index)
    // A row without a close is a gap in Yahoo's data.
    if (price === null || typeof seconds !== 'number') continue
    const date = dateOf(seconds)
    // During a session Yahoo adds a second row for the day. The later row is newer.
    byDate.set(date, {
      date,
      open: numberAt(open, index),
      high: numberAt(high, index),
      low: numberAt(low, index),
      close: price,
      volume: piecesTraded(symbol, numberAt(volume, index), price),
    })
  }
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

function numberAt(column: readonly unknown[] | undefined, index: number): number | null {
  const cell = column?.[index]
  return typeof cell === 'number' ? cell : null
}

/** @returns `null` if cash is in another currency than the prices */
function actionsOf(
  { events, meta }: z.output<typeof resultSchema>,
  dayOf: (seconds: number) => string,
): CorporateActions | null {
  const { dividends = {}, capitalGains = {}, splits = {} } = events ?? {}
  const paid = cashByDay(Object.values(dividends), meta.currency, dayOf)
  const gains = cashByDay(Object.values(capitalGains), meta.currency, dayOf)
  if (paid === undefined || gains === undefined) return null
  // Yahoo's dividend of a day includes the gains of that day, unless it is smaller than they are.
  for (const [day, gain] of gains) {
    const dividend = paid.get(day) ?? 0
    if (dividend < gain) paid.set(day, dividend + gain)
  }
  const ratios = Object.values(splits).map(
    ({ date, numerator, denominator }) => [dayOf(date), numerator / denominator] as const,
  )
  return { dividends: paid, splits: new Map(ratios) }
}

type Cash = { date: number; amount: number; currency?: string | null | undefined }

/** Cash for one share by day, in the unit of prices; `undefined` if that needs an exchange rate. */
function cashByDay(
  all: readonly Cash[],
  unit: string | null | undefined,
  dayOf: (seconds: number) => string,
): Map<string, number> | undefined {
  const byDay = new Map<string, number>()
  for (const { date, amount, currency } of all) {
    const factor = unitsIn(currency || unit, unit)
    if (factor === undefined) return undefined
    const day = dayOf(date)
    byDay.set(day, (byDay.get(day) ?? 0) + amount * factor)
  }
  return byDay
}

/** Currencies of prices in hundredths. */
const hundredths: Readonly<Record<string, string>> = {
  GBp: 'GBP',
  ZAc: 'ZAR',
  ILA: 'ILS',
  USX: 'USD',
}

/** Units of the second currency in one of the first; `undefined` if that needs an exchange rate. */
function unitsIn(of: string | null | undefined, other: string | null | undefined) {
  if (of === other) return 1
  return of != null && hundredths[other ?? ''] === of ? 100 : undefined
}

function instantOf(seconds: number): string {
  const instant = new Date(seconds * 1000)
  return Number.isNaN(instant.getTime()) ? '' : instantText(instant.getTime())
}

/**
 * The exchange's day at an instant, by the zone's offset on that day; Yahoo states only today's
 * offset.
 */
function dayIn({ gmtoffset, exchangeTimezoneName }: z.output<typeof resultSchema>['meta']) {
  const zone = exchangeTimezoneName == null ? undefined : zoneDays(exchangeTimezoneName)
  return (seconds: number): string => {
    const days = [-offsetChangeMax, 0, offsetChangeMax].map((change) =>
      utcDay(seconds + gmtoffset + change),
    )
    const [, today = ''] = days
    return zone === undefined || days.every((day) => day === today) ? today : zone(seconds)
  }
}

/** Maximum change of a zone's offset, in seconds, within the time of charts. */
const offsetChangeMax = 3 * 3_600

function utcDay(seconds: number): string {
  const day = Math.floor(seconds / 86_400)
  // A date has at most this many days before and after 1970.
  return Math.abs(day) <= 100_000_000 ? isoDay(day) : ''
}

/** @returns `undefined` for an unknown zone */
function zoneDays(timeZone: string): ((seconds: number) => string) | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    return (seconds) => format.format(seconds * 1000)
  } catch {
    return undefined
  }
}
