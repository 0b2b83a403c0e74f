import { paint } from '../format/paint.ts'
import { type ChartBar, mergeBars } from './bar.ts'
import { scaleOver } from './scale.ts'

/** Content of the upper or lower half of a character. */
type Half = 'none' | 'wick' | 'body'

const shapes: Record<Half, Record<Half, string>> = {
  none: { none: ' ', wick: '╷', body: '╻' },
  wick: { none: '╵', wick: '│', body: '╽' },
  body: { none: '╹', wick: '╿', body: '┃' },
}
/** The body of a falling bar, so that its direction shows without colour. */
const fallingBody = '║'

/** Replacements of the shapes in ASCII. */
const asciiShapes: Readonly<Record<string, string>> = {
  '╷': '|',
  '╵': '|',
  '│': '|',
  '╻': '#',
  '╽': '#',
  '╹': '#',
  '╿': '#',
  '┃': '#',
}

/** The meaning of the shapes, for the line below the chart. */
export function candlesLegend(isAscii: boolean): string {
  return isAscii ? '# rising  o falling' : '┃ rising  ║ falling'
}

/**
 * Candles: wick from low to high, body from open to close.
 *
 * @param step - Characters of a candle: 2 leaves a space between them.
 * @returns `height` lines of `width` columns, top first, and the bars that were drawn.
 */
export function drawCandles(
  bars: readonly ChartBar[],
  {
    width,
    height,
    step,
    colour,
    isAscii = false,
    bounds,
  }: {
    width: number
    height: number
    step: 1 | 2
    colour: boolean
    isAscii?: boolean
    bounds?: readonly number[]
  },
): { lines: string[]; drawn: readonly ChartBar[] } {
  const drawn = mergeBars(bars, Math.max(1, Math.floor(width / step)))
  const { stepOf } = scaleOver(bounds ?? drawn.flatMap(({ high, low }) => [high, low]), height * 2)
  const candles = drawn.map((bar) => {
    const rising = bar.close >= bar.open
    const body = [stepOf(bar.open), stepOf(bar.close)].sort((a, b) => a - b)
    const [low, high] = [stepOf(bar.low), stepOf(bar.high)]
    const halfAt = (step: number): Half =>
      step >= body[0]! && step <= body[1]! ? 'body' : step >= low && step <= high ? 'wick' : 'none'
    return { rising, halfAt }
  })
  const lines = Array.from({ length: height }, (_, row) => {
    const top = (height - row) * 2 - 1
    const cells = candles.map(({ rising, halfAt }) => {
      const shape = shapes[halfAt(top)][halfAt(top - 1)]
      const drawnShape = isAscii ? asciiBody(shape, rising) : shape
      const shown = drawnShape === '┃' && !rising ? fallingBody : drawnShape
      return shown === ' ' ? ' ' : paint(shown, rising ? 'up' : 'down', colour)
    })
    return cells.join(' '.repeat(step - 1)) + ' '.repeat(width - (candles.length - 1) * step - 1)
  })
  return { lines, drawn }
}

/** The body in ASCII, which has no half rows: it fills every cell that it touches. */
function asciiBody(shape: string, rising: boolean): string {
  const ascii = asciiShapes[shape] ?? ' '
  return ascii === '#' && !rising ? 'o' : ascii
}
