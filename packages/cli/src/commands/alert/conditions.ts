import { FiqError } from '@fiq/shared/errors'
import { type Row, textIn } from '../../query/rows.ts'
import { isNumber } from '../../terminal/format/format-number.ts'

/** The price, or the daily change in percent, that an alert waits for. */
export type Condition = {
  text: string
  ticker: string
  /** Member of a quote. */
  field: 'price' | 'changePercent'
  operator: '<' | '<=' | '>' | '>='
  bound: number
}

export const conditionsMax = 50

const pattern =
  /^\s*([A-Za-z0-9^][A-Za-z0-9.^=_-]{0,31})\s*(<=|>=|<|>)\s*([+-]?(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,8})?)\s*(%?)\s*$/

/**
 * @example readCondition('aapl < 200') // { ticker: 'AAPL', field: 'price', operator: '<', bound: 200, … }
 * @throws FiqError `USAGE` for anything else.
 */
export function readCondition(text: string): Condition {
  const [, ticker, operator, written, percent] = pattern.exec(text) ?? []
  const bound = written?.replaceAll(',', '')
  if (ticker === undefined || bound === undefined)
    throw new FiqError('USAGE', `"${text.slice(0, 60)}" is not a condition.`, {
      facts: ['A condition is a ticker, one of < <= > >=, and a price or a percentage.'],
      remedy: "Write it in quotes, for example: fiq alert 'AAPL < 200' --max-spend 1",
    })
  return {
    text: `${operator} ${bound}${percent}`,
    ticker: ticker.toUpperCase(),
    field: percent === '%' ? 'changePercent' : 'price',
    operator: operator as Condition['operator'],
    bound: Number(bound),
  }
}

/** A condition compared with a quote. */
export type Standing = {
  price: number | null
  isReached: boolean
  /** Distance to the bound: percent of the price, or points of the change; `null` if unknown. */
  away: number | null
}

/** Compares the quote of a ticker with a condition. A quote without the field never reaches it. */
export function standingOf(condition: Condition, quote: Row | undefined): Standing {
  const { field, operator, bound } = condition
  const price = isNumber(quote?.['price']) ? quote['price'] : null
  const value = quote?.[field]
  if (!isNumber(value)) return { price, isReached: false, away: null }
  const isReached = {
    '<': value < bound,
    '<=': value <= bound,
    '>': value > bound,
    '>=': value >= bound,
  }[operator]
  const away = field === 'price' ? (value === 0 ? null : (bound / value - 1) * 100) : bound - value
  return { price, isReached, away: isReached ? null : away }
}

/** The quote for a condition among the rows of an answer. */
export function quoteOf({ ticker }: Condition, quotes: readonly Row[]): Row | undefined {
  return quotes.find((row) => textIn(row, 'ticker') === ticker)
}
