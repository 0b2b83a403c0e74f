import { z } from 'zod'
import { marketClock } from '../../market-clock/market-clock.ts'
import { newYorkDay } from '../../market-clock/new-york-time.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { instantText } from '../../upstreams/instant-text.ts'
import type { Bar, ConnectorContext, SourcedBars, Upstream } from '../connector.ts'
import { shareSymbol } from '../symbols/share-symbol.ts'
import { usableRows } from '../usable-rows.ts'
import { loadAlpacaActions } from './alpaca-actions.ts'
import { withActions } from './corporate-actions.ts'
import { type Interval, type Range, startDay } from './range.ts'
import { sourcedBars } from './sourced-bars.ts'

/** The terms and the key of every source of Alpaca. */
export const alpaca = {
  hosts: ['data.alpaca.markets'],
  licence: { class: 'restricted', text: "Alpaca: as the operator's plan allows" },
  key: 'ALPACA_API_KEY_ID',
} as const satisfies Partial<Upstream>

export const alpacaBars: Upstream = {
  ...alpaca,
  id: 'alpaca-bars',
  name: 'Alpaca bars',
  url: 'https://docs.alpaca.markets/reference/stockbars',
  delay: '15 minutes',
  timing: { delay: '15-minute', venue: 'consolidated' },
}

/** Alpaca's names of bar widths. Its days begin at the opening; its hours are clock hours. */
const timeframes = {
  '1m': '1Min',
  '5m': '5Min',
  '15m': '15Min',
  '30m': '30Min',
  '1d': '1Day',
} as const satisfies Partial<Record<Interval, string>>
type Width = keyof typeof timeframes
/** The bar widths of Alpaca. */
export const alpacaWidths: ReadonlySet<Interval> = new Set(Object.keys(timeframes) as Width[])
/** First day of Alpaca's bars. */
const firstDay = '2016-01-01'
/**
 * A free account reads consolidated prices with 15 minutes delay. The additional minute allows for
 * our clock.
 */
const delayMs = 16 * 60_000
const pagesMax = 5

/** Alpaca spells share classes with a point. */
export const alpacaSymbol = (symbol: string): string => shareSymbol(symbol, '.') ?? symbol

/**
 * Consolidated bars of a US share, oldest first, adjusted for splits. Daily bars have dividends and
 * splits; intraday bars cover the regular session. Volume counts all exchanges.
 *
 * @param interval one of {@link alpacaWidths}
 * @throws FiqError `NOT_FOUND` for an unknown symbol, `UPSTREAM_…`
 */
export async function loadAlpacaBars(
  symbol: string,
  range: Range,
  interval: Interval,
  context: ConnectorContext,
): Promise<SourcedBars> {
  const timeframe = timeframes[interval as Width]
  const now = context.now()
  const url = new URL('https://data.alpaca.markets/v2/stocks/bars')
  for (const [name, value] of [
    ['symbols', alpacaSymbol(symbol)],
    ['timeframe', timeframe],
    ['start', startDay(range, now) ?? firstDay],
    // Whole minutes, so that requests within a minute are equal.
    ['end', `${new Date(now.getTime() - delayMs).toISOString().slice(0, 16)}:00Z`],
    ['adjustment', 'split'],
    ['feed', 'sip'],
    ['limit', '10000'],
  ] as const)
    url.searchParams.set(name, value)
  const bars: Bar[] = []
  for (let page = 1; ; page += 1) {
    const { body, answer } = await context.json(url, pageSchema)
    for (const bar of body.bars?.[alpacaSymbol(symbol)] ?? []) {
      const at = new Date(bar.t)
      if (interval === '1d' || marketClock(at).isOpen) bars.push(barOf(bar, interval === '1d'))
    }
    if (body.next_page_token == null) {
      const known = interval === '1d' ? await withAlpacaActions(symbol, bars, context) : bars
      const usd = { symbol, bars: known, range, currency: 'USD' }
      return sourcedBars(alpacaBars, answer, usd, context)
    }
    if (page === pagesMax) refuse(url, `more than ${pagesMax} pages of bars`)
    url.searchParams.set('page_token', body.next_page_token)
  }
}

async function withAlpacaActions(
  symbol: string,
  bars: readonly Bar[],
  context: ConnectorContext,
): Promise<readonly Bar[]> {
  const first = bars[0]?.date
  if (first === undefined) return bars
  const actions = await loadAlpacaActions(alpacaSymbol(symbol), first, context)
  return actions ? withActions(bars, actions) : bars
}

/** A bar of Alpaca. `t` is its start; for a daily bar, midnight in New York. */
export const alpacaBar = z.object({
  t: z.iso.datetime(),
  o: z.number(),
  h: z.number(),
  l: z.number(),
  c: z.number(),
  v: z.number(),
})
const pageSchema = z.object({
  bars: z.record(z.string(), usableRows(alpacaBar)).nullable(),
  next_page_token: z.string().nullish(),
})

function barOf({ t, o, h, l, c, v }: z.output<typeof alpacaBar>, isDaily: boolean): Bar {
  const date = isDaily ? newYorkDay(t) : instantText(Date.parse(t))
  return { date, open: o, high: h, low: l, close: c, volume: v }
}
