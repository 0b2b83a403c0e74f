import { sanitise } from '@fiq/shared/sanitise'
import {
  changeText,
  priceText,
  problemWords,
  unitOf,
} from '../../command-line/views/quote-table.ts'
import type { Row } from '../../query/rows.ts'
import { sparkline } from '../../terminal/chart/sparkline.ts'
import { alignPoints } from '../../terminal/format/align-points.ts'
import {
  absent,
  formatLarge,
  formatPercent,
  isNumber,
  toneOf,
} from '../../terminal/format/format-number.ts'
import { instantText, zoneOfTicker } from '../../terminal/format/instant.ts'
import { paint, type Tone } from '../../terminal/format/paint.ts'
import { pad, textWidth, truncate } from '../../terminal/format/text-width.ts'
import { dayBarsOf, nameOf, type WatchState } from './state.ts'

/** Inputs of a cell. */
type Shown = {
  ticker: string
  row: Row
  state: WatchState
  now: number
  isAscii: boolean
  /** Columns of the cell. */
  width: number
}

type WatchColumn = {
  title: string | ((state: WatchState) => string)
  width: number
  cell: (shown: Shown) => string
  /** `point`: right, with the decimal points below each other. */
  align?: 'right' | 'point'
  tone?: (shown: Shown) => Tone | undefined
  grows?: true
}

const text = (value: string) => (value === '' ? absent : sanitise(value))
const isPercent = ({ unit }: WatchState) => unit === 'percent'

/** Ordered by importance. As many as fit are shown, from the left. */
const columns: readonly WatchColumn[] = [
  { title: 'ticker', width: 7, cell: ({ ticker }) => sanitise(ticker), tone: () => 'bold' },
  {
    title: 'name',
    width: 14,
    grows: true,
    cell: ({ ticker, state }) => text(nameOf(state, ticker)),
  },
  { title: 'price', width: 9, align: 'point', cell: ({ row }) => priceText(row, 'price') },
  { title: 'cur', width: 3, cell: ({ row }) => text(unitOf(row)) },
  {
    title: (state) => (isPercent(state) ? 'change %' : 'change'),
    width: 8,
    align: 'point',
    cell: ({ row, state }) =>
      isPercent(state) ? formatPercent(row['changePercent']) : changeText(row),
    tone: ({ row }) => toneOf(row['change']),
  },
  {
    title: 'since open',
    width: 10,
    align: 'point',
    cell(shown) {
      const { ticker } = shown
      const { percent, change } = sinceOpen(shown) ?? {}
      return isPercent(shown.state) ? formatPercent(percent) : changeText({ ticker, change })
    },
    tone: (shown) => toneOf(sinceOpen(shown)?.change),
  },
  {
    title: 'today',
    width: 14,
    cell: ({ ticker, state, width, isAscii }) => {
      const closes = dayBarsOf(state, ticker).map(({ close }) => close)
      return closes.length === 0 ? absent : sparkline(closes, width, isAscii)
    },
  },
  {
    title: 'day range',
    width: 20,
    align: 'right',
    cell: (shown) => rangeWords(dayRange(shown), shown.ticker),
  },
  { title: 'volume', width: 6, align: 'right', cell: ({ row }) => formatLarge(row['volume']) },
  {
    title: 'as of',
    width: 9,
    cell: ({ ticker, row, now }) =>
      instantText(row['asOf'], zoneOfTicker(ticker), { now: new Date(now) }),
  },
  { title: 'cap', width: 6, align: 'right', cell: ({ row }) => formatLarge(row['marketCap']) },
  {
    title: 'prev close',
    width: 10,
    align: 'point',
    cell: ({ row }) => priceText(row, 'previousClose'),
  },
  // The change in the other unit.
  {
    title: (state) => (isPercent(state) ? 'change' : 'change %'),
    width: 9,
    align: 'point',
    cell: ({ row, state }) =>
      isPercent(state) ? changeText(row) : formatPercent(row['changePercent']),
    tone: ({ row }) => toneOf(row['change']),
  },
]

const gap = '  '

/** The header and a line for each ticker, each of at most `width` columns. */
export function tableLines(
  state: WatchState,
  tickers: readonly string[],
  look: { width: number; colour: boolean; isAscii: boolean; isLive: boolean; now: number },
): { header: string; lines: readonly string[] } {
  const { width, now, isAscii } = look
  const shown = shownColumns(width)
  const shownOf = (ticker: string, column: WatchColumn): Shown => ({
    ticker,
    state,
    now,
    isAscii,
    width: column.width,
    row: state.quotes.get(ticker) ?? { ticker },
  })
  const perColumn = shown.map((column) => {
    const texts = tickers.map((ticker) => column.cell(shownOf(ticker, column)))
    return column.align === 'point' ? alignPoints(texts) : texts
  })
  const cells = tickers.map((_, at) => perColumn.map((texts) => texts[at]!))
  const widths = fitted(shown, cells, width)
  const line = (texts: readonly string[], tones: readonly (Tone | undefined)[]) =>
    texts
      .map((cell, place) => {
        const side = shown[place]!.align === undefined ? 'left' : 'right'
        const cut = pad(truncate(cell, widths[place]!), widths[place]!, side)
        return paint(cut, look.isLive ? tones[place] : 'dim', look.colour)
      })
      .join(gap)
  const titles = shown.map(({ title }) => (typeof title === 'string' ? title : title(state)))
  return {
    header: paint(line(titles, []).trimEnd(), 'dim', look.colour),
    lines: tickers.map((ticker, at) => {
      const row = state.quotes.get(ticker) ?? { ticker }
      const problem = problemWords(row)
      if (problem !== undefined) {
        const start = pad(truncate(cells[at]![0]!, widths[0]!), widths[0]!, 'left')
        return paint(truncate(`${start}${gap}! ${sanitise(problem)}`, width), 'dim', look.colour)
      }
      const tones = shown.map((column) => column.tone?.(shownOf(ticker, column)))
      return line(cells[at]!, tones)
    }),
  }
}

/** The first columns, as many as fit. */
function shownColumns(width: number): readonly WatchColumn[] {
  let used = -gap.length
  const fitting = columns.findIndex((column) => {
    used += column.width + gap.length
    return used > width
  })
  return fitting < 0 ? columns : columns.slice(0, Math.max(1, fitting))
}

/**
 * Widths of the cells. Names get the remaining width, less if numbers are wider than their column.
 */
function fitted(
  shown: readonly WatchColumn[],
  cells: readonly (readonly string[])[],
  width: number,
): readonly number[] {
  const longest = (place: number) =>
    cells.reduce((most, row) => Math.max(most, textWidth(row[place]!)), 0)
  const widths = shown.map((column, place) =>
    column.grows ? column.width : Math.max(column.width, longest(place)),
  )
  const used = widths.reduce((sum, one) => sum + one, 0) + gap.length * (shown.length - 1)
  const growing = shown.findIndex(({ grows }) => grows)
  if (growing >= 0) {
    const widthLeft = widths[growing]! + width - used
    widths[growing] = Math.max(
      4,
      Math.min(widthLeft, Math.max(shown[growing]!.width, longest(growing))),
    )
  }
  return widths
}

function sinceOpen({ ticker, row, state }: Shown): { change: number; percent: number } | undefined {
  const open = row['open'] ?? dayBarsOf(state, ticker)[0]?.open
  const { price } = row
  if (!isNumber(open) || open === 0 || !isNumber(price)) return undefined
  return { change: price - open, percent: (price / open - 1) * 100 }
}

/**
 * Lowest and highest price of the day, from the source or from its bars; `undefined` without any.
 */
export function dayRange({
  ticker,
  state,
}: Pick<Shown, 'ticker' | 'state'>): readonly [number, number] | undefined {
  const { dayLow, dayHigh } = state.quotes.get(ticker) ?? {}
  if (isNumber(dayLow) && isNumber(dayHigh)) return [dayLow, dayHigh]
  const bars = dayBarsOf(state, ticker)
  if (bars.length === 0) return undefined
  return [Math.min(...bars.map(({ low }) => low)), Math.max(...bars.map(({ high }) => high))]
}

/** @example rangeWords([526.35, 534.9], 'AAPL') // '526.35–534.90' */
export function rangeWords(range: readonly [number, number] | undefined, ticker: string): string {
  return range ? range.map((price) => priceText({ ticker, price }, 'price')).join('–') : absent
}
