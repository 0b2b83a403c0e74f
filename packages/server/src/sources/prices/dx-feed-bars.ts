import { z } from 'zod'
import { refuse } from '../../upstreams/checked-answer.ts'
import type { Bar, ConnectorContext, SourcedBars, Upstream } from '../connector.ts'
import { shareSymbol } from '../symbols/share-symbol.ts'
import { usableRows } from '../usable-rows.ts'
import { type Range, startDay } from './range.ts'
import { sourcedBars } from './sourced-bars.ts'

export const dxFeed: Upstream = {
  id: 'dxfeed-demo',
  name: 'dxFeed demonstration server',
  hosts: ['demo.dxfeed.com'],
  url: 'https://tools.dxfeed.com/webservice/rest-demo.jsp',
  licence: { class: 'restricted', text: 'dxFeed: published for testing, without terms' },
  delay: '15 minutes',
  timing: { delay: '15-minute', venue: 'consolidated' },
  isLiveOnly: true,
}

export const dxFeedBars: Upstream = {
  ...dxFeed,
  id: 'dxfeed-bars',
  name: 'dxFeed demonstration server, daily bars',
}

/** dxFeed writes share classes with a slash. */
export const dxFeedSymbol = (symbol: string): string => shareSymbol(symbol, '/') ?? symbol

/** First day of its bars. */
const firstDay = '1994-01-01'

/**
 * Daily bars of a US share, oldest first. Days without a trade have no bar.
 *
 * @throws FiqError `NOT_FOUND` for an unknown symbol, `UPSTREAM_…`
 */
export async function loadDxFeedBars(
  symbol: string,
  range: Range,
  context: ConnectorContext,
): Promise<SourcedBars> {
  const candles = `${dxFeedSymbol(symbol)}{=d}`
  const from = startDay(range, context.now()) ?? firstDay
  const url = new URL('https://demo.dxfeed.com/webservice/rest/events.json')
  url.searchParams.set('events', 'Candle')
  url.searchParams.set('symbols', candles)
  url.searchParams.set('fromTime', `${from.replaceAll('-', '')}-000000`)
  const { body, answer } = await context.json(url, eventsSchema, { bulk: true })
  const events = [body.Candle?.[candles] ?? []].flat()
  if (events.length > 0 && events.every((event) => event.time !== 0 && !barOf(event)))
    refuse(url, 'candles without prices')
  const byDay = new Map(events.flatMap((event) => barOf(event) ?? []).map((bar) => [bar.date, bar]))
  const bars = [...byDay.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
  return sourcedBars(dxFeedBars, answer, { symbol, bars, range, currency: 'USD' }, context)
}

/** A number; the text `NaN` if there is none. */
const number = z.union([z.number(), z.literal('NaN').transform(() => null)]).nullish()
const candleSchema = z.object({
  // Midnight UTC of the day.
  time: z.int().min(0).max(8.64e15),
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
})
const eventsSchema = z.object({
  status: z.literal('OK'),
  // One event is an object, several are a list.
  Candle: z.record(z.string(), z.union([usableRows(candleSchema), candleSchema])).nullish(),
})

function barOf(event: z.output<typeof candleSchema>): Bar | undefined {
  const { time, open, high, low, close, volume } = event
  if (time === 0 || open == null || high == null || low == null || close == null) return undefined
  const date = new Date(time).toISOString().slice(0, 10)
  return { date, open, high, low, close, volume: volume ?? null }
}
