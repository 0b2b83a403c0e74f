import { FiqError } from '@fiq/shared/errors'
import { isRow, type Row, rowsOf, textIn } from '../../query/rows.ts'
import { isNumber } from '../../terminal/format/format-number.ts'

/** An indicator as it was asked for. */
export type Indicator = { name: string; field: IndicatorField; period: number | undefined }

/** Values of an indicator by the date of their bar, one list for each of its lines. */
export type IndicatorSeries = {
  indicator: Indicator
  lines: readonly { name: string; at: ReadonlyMap<string, number> }[]
  /** Why there are no values; empty when there are. */
  reason: string
}

type IndicatorField = keyof typeof fields

/** What the server computes: its lines, where they are drawn, and the ends of their scale. */
const fields = {
  rsi: { lines: ['value'], isOver: false, bounds: [0, 100], hasPeriod: true },
  macd: {
    lines: ['macd', 'signal', 'histogram'],
    isOver: false,
    bounds: undefined,
    hasPeriod: false,
  },
  bollinger: {
    lines: ['upper', 'middle', 'lower'],
    isOver: true,
    bounds: undefined,
    hasPeriod: true,
  },
  ema: { lines: ['value'], isOver: true, bounds: undefined, hasPeriod: true },
  sma: { lines: ['value'], isOver: true, bounds: undefined, hasPeriod: true },
  atr: { lines: ['value'], isOver: false, bounds: undefined, hasPeriod: true },
  vwma: { lines: ['value'], isOver: true, bounds: undefined, hasPeriod: true },
  mfi: { lines: ['value'], isOver: false, bounds: [0, 100], hasPeriod: true },
} as const satisfies Record<
  string,
  {
    lines: readonly string[]
    isOver: boolean
    bounds: readonly [number, number] | undefined
    hasPeriod: boolean
  }
>

/** More than so many would leave no room for prices. */
const indicatorsMax = 5

/**
 * Reads `rsi,ema20,bollinger`: names of indicators, with a period where they take one.
 *
 * @throws FiqError `USAGE` naming what is not one.
 */
export function readIndicators(text: string | undefined): readonly Indicator[] {
  if (text === undefined) return []
  const words = text
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
  if (words.length > indicatorsMax)
    throw new FiqError('USAGE', `At most ${indicatorsMax} indicators.`)
  return words.map((name) => {
    const [, word = '', digits] = /^([a-z]+)(\d{1,3})?$/.exec(name) ?? []
    if (!isField(word) || (digits !== undefined && !fields[word].hasPeriod)) throw unknown(name)
    const period = digits === undefined ? undefined : Number(digits)
    if (period !== undefined && (period < 2 || period > 500)) throw unknown(name)
    return { name, field: word, period }
  })
}

function isField(word: string): word is IndicatorField {
  return Object.hasOwn(fields, word)
}

function unknown(name: string): FiqError {
  return new FiqError('USAGE', `--indicator does not know "${name.slice(0, 40)}".`, {
    facts: [
      `Indicators: ${Object.keys(fields).join(', ')}`,
      'A period of 2 to 500 may follow: ema20',
    ],
  })
}

/** What to select of `Technicals`, each indicator under its place: `i0: ema(period: 20) { … }`. */
export function selectionOf(indicators: readonly Indicator[], limit: number): string {
  return indicators
    .map(({ field, period }, place) => {
      const settings = period === undefined ? '' : `(period: ${period})`
      const lines = fields[field].lines.join(' ')
      return `i${place}: ${field}${settings} { reason series(filter: { limit: ${limit} }) { date ${lines} } }`
    })
    .join(' ')
}

/** The answer to {@link selectionOf}. */
export function seriesIn(technicals: unknown, indicators: readonly Indicator[]): IndicatorSeries[] {
  return indicators.map((indicator, place) => {
    const answered = isRow(technicals) ? technicals[`i${place}`] : undefined
    const points = isRow(answered) ? rowsOf(answered['series']) : []
    return {
      indicator,
      reason: isRow(answered) ? textIn(answered, 'reason') : 'not answered',
      lines: fields[indicator.field].lines.map((line) => ({
        name:
          line === 'value' || line === indicator.field
            ? indicator.name
            : `${indicator.name} ${line}`,
        at: valuesAt(points, line),
      })),
    }
  })
}

function valuesAt(points: readonly Row[], line: string): ReadonlyMap<string, number> {
  return new Map(
    points.flatMap((point) => {
      const value = point[line]
      return isNumber(value) ? [[textIn(point, 'date'), value] as const] : []
    }),
  )
}

/** Is it in the unit of the price, to be drawn among the bars? */
export function isOverPrices({ field }: Indicator): boolean {
  return fields[field].isOver
}

/** Ends of the scale of an indicator that has its own. */
export function indicatorBounds({ field }: Indicator): readonly [number, number] | undefined {
  return fields[field].bounds
}

/** Trading days of a range, the most there can be. */
const daysIn: Readonly<Record<string, number>> = {
  '1d': 1,
  '5d': 5,
  '1mo': 23,
  '3mo': 66,
  '6mo': 130,
  '1y': 254,
  '2y': 507,
  ytd: 254,
}
/** Bars of a trading day. */
const barsADay: Readonly<Record<string, number>> = {
  '1m': 390,
  '5m': 78,
  '15m': 26,
  '30m': 13,
  '60m': 7,
  '1d': 1,
  '1wk': 0.21,
  '1mo': 0.05,
}

/** Most values the server gives out; the newest ones. */
const pointsMax = 500

/** Values to ask for: each page of them costs, so no more than there can be. */
export function pointsFor(range: string, interval: string): number {
  const bars =
    Math.ceil((daysIn[range] ?? Number.POSITIVE_INFINITY) * (barsADay[interval] ?? 1)) + 1
  return Math.min(pointsMax, bars)
}
