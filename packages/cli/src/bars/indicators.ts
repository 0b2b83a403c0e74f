import { FiqError } from '@fiq/shared/errors'
import type { Bar } from '@fiq/shared/indicators/bar'
import { indicatorOf } from '@fiq/shared/indicators/indicator'
import { indicatorRules } from '@fiq/shared/indicators/indicator-rules'
import { settingsOf } from '@fiq/shared/indicators/settings'
import { type Row, rowsOf, textIn } from '../query/rows.ts'
import { isNumber } from '../terminal/format/format-number.ts'

/** A requested indicator. */
export type Indicator = { name: string; field: IndicatorField; period: number | undefined }

/** Values of an indicator by the date of their bar, one list for each of its lines. */
export type IndicatorSeries = {
  indicator: Indicator
  lines: readonly { name: string; at: ReadonlyMap<string, number> }[]
  /** Why the newest value is missing; empty if there is one. */
  reason: string
}

type IndicatorField = keyof typeof drawings

/**
 * The lines of each indicator, and where they are drawn: over the prices, or in a panel with guide
 * lines.
 */
const drawings = {
  rsi: { lines: ['value'], isOver: false, bounds: [0, 100], guides: [30, 70] },
  macd: { lines: ['macd', 'signal', 'histogram'], isOver: false, bounds: undefined, guides: [0] },
  bollinger: {
    lines: ['upper', 'middle', 'lower'],
    isOver: true,
    bounds: undefined,
    guides: [],
  },
  ema: { lines: ['value'], isOver: true, bounds: undefined, guides: [] },
  sma: { lines: ['value'], isOver: true, bounds: undefined, guides: [] },
  atr: { lines: ['value'], isOver: false, bounds: undefined, guides: [] },
  vwma: { lines: ['value'], isOver: true, bounds: undefined, guides: [] },
  mfi: { lines: ['value'], isOver: false, bounds: [0, 100], guides: [20, 80] },
} as const satisfies Record<
  string,
  {
    lines: readonly string[]
    isOver: boolean
    bounds: readonly [number, number] | undefined
    guides: readonly number[]
  }
>

/** Maximum indicators, so that prices have enough space. */
const indicatorsMax = 5

/**
 * Parses `rsi,ema20,bollinger`: names of indicators, optionally with a period.
 *
 * @throws FiqError `USAGE` naming an unknown one.
 */
export function readIndicators(text: string | undefined): readonly Indicator[] {
  if (text === undefined) return []
  const words = text
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
  if (words.length > indicatorsMax)
    throw new FiqError('USAGE', `Use at most ${indicatorsMax} indicators.`)
  return words.map((name) => {
    const [, word = '', digits] = /^([a-z]+)(\d{1,3})?$/.exec(name) ?? []
    if (!isField(word)) throw unknown(name)
    const period = digits === undefined ? undefined : Number(digits)
    const bounds = indicatorRules[word]!.parameters.find((each) => each.name === 'period')
    if (period !== undefined && !(bounds && period >= bounds.min && period <= bounds.max))
      throw unknown(name)
    return { name, field: word, period }
  })
}

function isField(word: string): word is IndicatorField {
  return Object.hasOwn(drawings, word)
}

function unknown(name: string): FiqError {
  return new FiqError('USAGE', `There is no indicator "${name.slice(0, 40)}".`, {
    facts: [
      `Indicators: ${Object.keys(drawings).join(', ')}`,
      'A period from 2 to 500 can follow the name, e.g. ema20',
    ],
  })
}

/**
 * Computes indicators over the bars of one ticker with the server's code.
 *
 * @param bars - Rows of a `priceHistory` answer, in any order.
 */
export function computeIndicators(
  bars: readonly Row[],
  indicators: readonly Indicator[],
): readonly IndicatorSeries[] {
  const ascending = bars
    .flatMap(barOf)
    .sort((one, other) => Date.parse(one.date) - Date.parse(other.date))
  return indicators.map((indicator) => {
    const rule = indicatorRules[indicator.field]!
    const settings = settingsOf(rule, { period: indicator.period })
    const { points, reason } = indicatorOf(rule, ascending, settings)
    return {
      indicator,
      reason: reason ?? '',
      lines: drawings[indicator.field].lines.map((line) => ({
        name: lineName(indicator, line),
        at: new Map(points.map((point) => [point.date, Number(point[line])])),
      })),
    }
  })
}

function lineName({ name, field }: Indicator, line: string): string {
  return line === 'value' || line === field ? name : `${name} ${line}`
}

/**
 * A bar in the form of the indicator rules. A missing value stays missing, so that the rules skip
 * the bar.
 */
function barOf(row: Row): Bar[] {
  const { open, high, low, close, volume } = row
  if (!isNumber(close)) return []
  const known = (value: unknown) => (isNumber(value) ? value : null)
  return [
    {
      date: textIn(row, 'date'),
      open: known(open),
      high: known(high),
      low: known(low),
      close,
      volume: known(volume),
    },
  ]
}

/** The indicators of each ticker in a `priceHistory` answer, by ticker. */
export function indicatorsOf(
  histories: unknown,
  indicators: readonly Indicator[],
): ReadonlyMap<string, readonly IndicatorSeries[]> {
  return new Map(
    rowsOf(histories).map((history) => [
      textIn(history, 'ticker'),
      computeIndicators(rowsOf(history['bars']), indicators),
    ]),
  )
}

/** Whether an indicator is in the unit of the price, and is therefore drawn over the bars. */
export function isOverPrices({ field }: Indicator): boolean {
  return drawings[field].isOver
}

/** Ends of an indicator's own scale, and the values of its guide lines. */
export function scaleOf({ field }: Indicator): {
  bounds: readonly [number, number] | undefined
  guides: readonly number[]
} {
  return drawings[field]
}

/** @example titleOf({ name: 'rsi', field: 'rsi', period: undefined }) // 'RSI 14' */
export function titleOf({ field, period }: Indicator): string {
  const { parameters } = indicatorRules[field]!
  const whole = parameters.filter(({ isWhole }) => isWhole)
  const settings = whole.map(({ name, default: usual }) => (name === 'period' && period) || usual)
  const word = field === 'bollinger' ? 'Bollinger' : field.toUpperCase()
  return `${word} ${settings.join(' ')}`
}
