import { type Row, textIn } from '../../query/rows.ts'
import {
  absent,
  formatChange,
  formatPrice,
  isNumber,
  toneOf,
} from '../../terminal/format/format-number.ts'
import { type Clock, instantText, zoneOfTicker } from '../../terminal/format/instant.ts'
import type { Table } from '../../terminal/format/table.ts'
import { number, page, percent, word } from './columns.ts'

/** The columns of `fiq quote`. Prices are in the currency of the listing. */
export function quotesTable(clock: Clock): Table<Row> {
  return {
    problem: problemWords,
    columns: [
      word('ticker', 'ticker', 8, { tone: () => 'bold', link: page }),
      number('price', 'price', 9, undefined, { cell: priceText, align: 'point' }),
      word('cur', 'currency', 3, { cell: unitOf }),
      number('change', 'change', 8, formatChange, {
        align: 'point',
        tone: ({ change }) => toneOf(change),
      }),
      percent('change %', 'changePercent', 8),
      word('state', 'marketState', 6, { cell: stateText }),
      word('as of', 'asOf', 13, {
        cell: (row) => instantText(row['asOf'], zoneOfTicker(textIn(row, 'ticker')), clock),
      }),
      number('volume', 'volume', 6),
      number('cap', 'marketCap', 5),
      number('prev close', 'previousClose', 10, formatPrice, { from: 120, align: 'point' }),
    ],
  }
}

/** Four decimals for a pair of currencies. */
function priceText({ ticker, price }: Row): string {
  return isPair(ticker) && isNumber(price) ? price.toFixed(4) : formatPrice(price)
}

/** Points of an index are no money. */
function unitOf(row: Row): string {
  if (!isNumber(row['price'])) return absent
  return textIn(row, 'ticker').startsWith('^') ? 'pts' : textIn(row, 'currency')
}

/** The state in the words of the table; of what never closes, `24 h`. */
function stateText(row: Row): string {
  const state = marketStateOf(row)
  return state === '24h' ? '24 h' : (state ?? absent)
}

const states: Readonly<Record<string, string>> = {
  PRE: 'pre',
  REGULAR: 'open',
  POST: 'after',
  PREPRE: 'closed',
  POSTPOST: 'closed',
  CLOSED: 'closed',
}

/** `pre`, `open`, `after`, `closed` or `24h`; `null` for the price of a daily bar. */
export function marketStateOf({ ticker, marketState }: Row): string | null {
  const state = states[String(marketState)] ?? null
  return state === 'open' && isCoin(ticker) ? '24h' : state
}

function isCoin(ticker: unknown): boolean {
  return /-(USD|USDT|EUR|GBP)$/.test(String(ticker))
}

function isPair(ticker: unknown): boolean {
  return /=X$/.test(String(ticker))
}

/** Currencies of which prices are quoted in hundredths; their capitalisation is in the whole. */
const wholes: Readonly<Record<string, string>> = { GBp: 'GBP', ZAc: 'ZAR', ILA: 'ILS' }

/** The currency of the capitalisation: pence are no measure of a company. */
export function wholeCurrency(currency: string): string {
  return wholes[currency] ?? currency
}

/** Why a ticker has no price, as code, words and what was probably meant. */
export type QuoteProblem = { code: string; message: string; suggestions: readonly string[] }

/** Reads `NOT_FOUND: There is no ticker "AAPLE". AAPLE: did you mean AAPL, VALE?` */
export function problemOf({ problem }: Row): QuoteProblem | null {
  if (typeof problem !== 'string' || problem === '') return null
  const [, code = 'SERVER_ERROR', said = ''] = /^([A-Z][A-Z_]+): ([\s\S]*)$/.exec(problem) ?? [
    '',
    undefined,
    problem,
  ]
  const [message = '', meant] = said.split(/\s*\S+: did you mean /i)
  const suggestions = meant?.replace(/\?\s*$/, '').split(/,\s*/) ?? []
  return { code, message: message.trim(), suggestions }
}

/** @example 'no such ticker; like AAPL, VALE' */
function problemWords(row: Row): string | undefined {
  const problem = problemOf(row)
  if (problem === null || isNumber(row['price'])) return undefined
  const { code, message, suggestions } = problem
  const isUnknown = code === 'NOT_FOUND' && message.startsWith('There is no ticker')
  const reason = isUnknown ? 'no such ticker' : message
  return suggestions.length > 0 ? `${reason}; like ${suggestions.join(', ')}` : reason
}
