import { barsMax } from '@fiq/shared/pricing/bar-factors'
import { z } from 'zod'
import { instantText } from '../../upstreams/instant-text.ts'
import type { Origin } from '../../upstreams/transport.ts'
import type { Bar, ConnectorContext, SourcedBars, Upstream } from '../connector.ts'
import { usableRows } from '../usable-rows.ts'
import { type Interval, type Range, withinRange } from './range.ts'
import { sourcedBars } from './sourced-bars.ts'

export const coinbase: Upstream = {
  id: 'coinbase',
  name: 'Coinbase Exchange',
  hosts: ['api.exchange.coinbase.com'],
  url: 'https://docs.cdp.coinbase.com/exchange/docs/welcome',
  licence: { class: 'restricted', text: 'Coinbase terms, to be reviewed' },
  delay: 'real time',
  timing: { delay: 'real-time', venue: 'single' },
  isLiveOnly: true,
}

/** Coins that the exchange trades against US dollars. */
export const coinbaseCoins: ReadonlySet<string> = new Set(
  'BTC ETH SOL XRP DOGE ADA AVAX LINK SHIB DOT BCH LTC XLM UNI ATOM ETC NEAR APT ARB OP FIL ICP AAVE ALGO XTZ HBAR'
    .split(' ')
    .map((coin) => `${coin}-USD`),
)

/** Address of the coin, below which are its prices. */
export const coinbaseProduct = (symbol: string): string =>
  `https://api.exchange.coinbase.com/products/${symbol}`

export const coinbaseBars: Upstream = {
  ...coinbase,
  id: 'coinbase-bars',
  name: 'Coinbase Exchange bars',
  url: 'https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductcandles',
}

/** Seconds of a candle by bar width. The exchange has no candles of 30 minutes. */
const granularities = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '60m': 3_600,
  '1d': 86_400,
} as const satisfies Partial<Record<Interval, number>>
type Width = keyof typeof granularities
/** The bar widths of the exchange. */
export const coinbaseWidths: ReadonlySet<Interval> = new Set(Object.keys(granularities) as Width[])

/** Maximum candles of a response, both ends included. */
const pageRows = 300
/** Maximum requests for intraday bars: four seconds at three a second after a burst. */
const pagesMax = 16
/** Before the first candle of the exchange. */
const firstMs = Date.parse('2015-01-01T00:00:00Z')

/** Whether the exchange trades the coin and has the bars within {@link pagesMax} requests. */
export function hasCoinbaseBars(symbol: string, range: Range, interval: Interval): boolean {
  if (!coinbaseCoins.has(symbol)) return false
  return interval === '1d' || Math.ceil(barsMax(range, interval) / pageRows) <= pagesMax
}

/**
 * Bars of a coin in USD, oldest first; days are those of UTC. Without volume, because that of the
 * exchange covers only its own trades.
 *
 * @param interval one of {@link coinbaseWidths}
 * @throws FiqError `NOT_FOUND` for an unknown coin or no bars, `UPSTREAM_…`
 */
export async function loadCoinbaseBars(
  symbol: string,
  range: Range,
  interval: Interval,
  context: ConnectorContext,
): Promise<SourcedBars> {
  const granularity = granularities[interval as Width]
  const stepMs = granularity * 1_000
  const newest = Math.floor(context.now().getTime() / stepMs) * stepMs
  const oldest = interval === '1d' ? firstMs : newest - (pagesMax * pageRows - 1) * stepMs
  let bars: readonly Bar[] = []
  let first: Origin | undefined
  for (let end = newest; end >= oldest; end -= pageRows * stepMs) {
    const start = end - (pageRows - 1) * stepMs
    const url = new URL(`${coinbaseProduct(symbol)}/candles`)
    url.searchParams.set('granularity', String(granularity))
    url.searchParams.set('start', instantText(start))
    url.searchParams.set('end', instantText(end))
    const { body, answer } = await context.json(url, candlesSchema)
    first ??= answer
    const inPage = body.filter(([time]) => time * 1_000 >= start && time * 1_000 <= end)
    bars = [...barsOf(inPage, interval === '1d'), ...bars]
    // A minute can be without a trade, but no coin was without one for 300 days.
    const isBeforeListing = interval === '1d' && inPage.length === 0
    const isComplete =
      bars.length >= barsMax(range, interval) || withinRange(bars, range).length < bars.length
    if (isBeforeListing || isComplete) break
  }
  return sourcedBars(coinbaseBars, first!, { symbol, bars, range, currency: 'USD' }, context)
}

/** Start in seconds, low, high, open, close, volume. The newest candle is the first. */
const candleSchema = z.tuple([
  z.int().min(0).max(8.64e12),
  z.number().positive(),
  z.number().positive(),
  z.number().positive(),
  z.number().positive(),
  z.number(),
])
const candlesSchema = usableRows(candleSchema)

function barsOf(candles: z.output<typeof candlesSchema>, isDaily: boolean): readonly Bar[] {
  const byDate = new Map<string, Bar>()
  for (const [time, low, high, open, close] of candles) {
    const text = instantText(time * 1_000)
    const date = isDaily ? text.slice(0, 10) : text
    byDate.set(date, { date, open, high, low, close, volume: null })
  }
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}
