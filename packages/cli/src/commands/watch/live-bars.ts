import type { Row } from '../../query/rows.ts'
import { textIn } from '../../query/rows.ts'
import type { ChartBar } from '../../terminal/chart/bar.ts'
import { isNumber } from '../../terminal/format/format-number.ts'
import { zonedText } from '../../terminal/format/instant.ts'
import type { Frame } from './frames.ts'

/**
 * Adds a newer price to bars: in the last bar, or in a new bar after it. With a price of another
 * day, bars within a day start again. A price without an instant, or an older one, changes nothing.
 *
 * @param zone - Zone of the exchange, which determines its days.
 */
export function withPrice(
  bars: readonly ChartBar[],
  quote: Row,
  { frame, zone }: { frame: Frame; zone: string },
): readonly ChartBar[] {
  const { price } = quote
  const asOf = textIn(quote, 'asOf')
  const at = asOf.includes('T') ? Date.parse(asOf) : Number.NaN
  if (!isNumber(price) || Number.isNaN(at)) return bars
  const date = barDate(at, frame, zone)
  const last = bars[bars.length - 1]
  if (!last) return [barAt(date, price)]
  if (frame.interval === '1wk' || frame.interval === '1mo' || date === last.date)
    return at < Date.parse(last.date) ? bars : [...bars.slice(0, -1), moved(last, price)]
  const [lastStart, start] = [Date.parse(last.date), Date.parse(date)]
  if (!(start >= lastStart)) return bars
  if (start === lastStart) return [...bars.slice(0, -1), moved(last, price)]
  const isNewDay = frame.name === '1d' && dayIn(last.date, zone) !== dayIn(asOf, zone)
  return isNewDay ? [barAt(date, price)] : [...bars, barAt(date, price)]
}

/** Start of the bar of an instant, in the format of `priceHistory`. */
function barDate(at: number, { interval, isIntraday }: Frame, zone: string): string {
  if (!isIntraday) return dayIn(new Date(at).toISOString(), zone)
  const width = Number.parseInt(interval, 10) * 60_000
  return new Date(Math.floor(at / width) * width).toISOString().replace('.000Z', 'Z')
}

function dayIn(instant: string, zone: string): string {
  return zonedText(instant, zone).slice(0, 10)
}

function barAt(date: string, price: number): ChartBar {
  return { date, open: price, high: price, low: price, close: price, volume: null }
}

function moved(bar: ChartBar, price: number): ChartBar {
  return {
    ...bar,
    close: price,
    high: Math.max(bar.high, price),
    low: Math.min(bar.low, price),
  }
}
