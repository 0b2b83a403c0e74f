import { ownValue } from '@fiq/shared/own-value'
import { isCryptoQuote } from '@fiq/shared/spelling/crypto-assets'
import { indexTickerOf } from '@fiq/shared/spelling/indices'
import { type Row, textIn } from '../../query/rows.ts'
import { absent, formatPercent, isNumber, toneOf } from '../../terminal/format/format-number.ts'
import type { Title } from '../../terminal/format/headers.ts'
import { type Clock, instantText, type Zone, zoneOfTicker } from '../../terminal/format/instant.ts'
import { priceFormatOf } from '../../terminal/format/price-format.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import type { Column, Table } from '../../terminal/format/table.ts'
import { number, page, percent, text, word } from './columns.ts'

/** All fields of a quote, because the price depends on tickers and not on fields. */
export const quoteDocument =
  'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker name exchange currency price previousClose change changePercent open dayLow dayHigh low52w high52w volume marketCap asOf marketState extendedPrice extendedChangePercent extendedAsOf problem } }'

/** The columns of `fiq quote`. Prices are in the currency of the listing. */
export function quotesTable(clock: Clock, { ascii }: Pick<Screen, 'ascii'> = {}): Table<Row> {
  return {
    problem: problemWords,
    columns: [
      word('ticker', 'ticker', 8, { tone: () => 'bold', link: page }),
      text('name', 'name', 14),
      priced('price', 'price', 9),
      word('cur', 'currency', 3, { cell: unitOf }),
      priced('change', 'change', 7, {
        cell: changeText,
        tone: ({ change }) => toneOf(change),
      }),
      percent('change %', 'changePercent', 8),
      word('state', 'marketState', 6, { cell: stateText }),
      word('as of', 'asOf', 13, {
        cell: (row) => instantText(row['asOf'], zoneOfQuote(row), clock),
      }),
      word('day range', 'dayLow', 18, {
        from: 120,
        align: 'right',
        fields: ['dayLow', 'dayHigh'],
        cell: (row) => spanText(row, 'dayLow', 'dayHigh', '–'),
      }),
      number('volume', 'volume', 6),
      number('cap', 'marketCap', 5),
      word('52 weeks', 'low52w', 30, {
        from: 200,
        align: 'right',
        fields: ['low52w', 'high52w'],
        cell: (row) => spanText(row, 'low52w', 'high52w', ` ${placeBetween(row, ascii === true)} `),
      }),
      priced('prev close', 'previousClose', 10),
      text('exchange', 'exchange', 12),
      priced('extended', 'extendedPrice', 9),
      percent('extended %', 'extendedChangePercent', 10),
      priced('open', 'open', 9),
    ],
  }
}

function priced(title: Title, field: string, width: number, more?: Partial<Column<Row>>) {
  const cell = (row: Row) => priceText(row, field)
  return number(title, field, width, undefined, { cell, align: 'point', ...more })
}

/** A price of a row, in the format of its ticker. */
export function priceText({ ticker, ...row }: Row, field: string): string {
  return priceFormatOf(ticker).price(row[field])
}

/** The change of a row with its sign, in the format of its ticker. */
export function changeText({ ticker, change }: Row): string {
  return priceFormatOf(ticker).change(change)
}

/**
 * The price before or after the session, with its change; `undefined` without one.
 *
 * @example 'after 270.77 -0.07%'
 */
export function extendedText(row: Row): string | undefined {
  if (!isNumber(row['extendedPrice'])) return undefined
  const when = marketStateOf(row) === 'pre' ? 'pre' : 'after'
  return `${when} ${priceText(row, 'extendedPrice')} ${formatPercent(row['extendedChangePercent'])}`
}

/** Two prices of a row, the lower first. @example '526.35–534.90' */
function spanText(row: Row, low: string, high: string, between: string): string {
  if (!isNumber(row[low]) || !isNumber(row[high])) return absent
  return `${priceText(row, low)}${between}${priceText(row, high)}`
}

/** Width of the line that shows the price between its 52-week extremes. */
const lineColumns = 10

/** @example '───────●──' */
function placeBetween({ price, low52w, high52w }: Row, isAscii: boolean): string {
  const [line, mark] = isAscii ? ['-', '*'] : ['─', '●']
  if (!isNumber(price) || !isNumber(low52w) || !isNumber(high52w)) return line.repeat(lineColumns)
  const share = high52w > low52w ? (price - low52w) / (high52w - low52w) : 1
  const at = Math.round(Math.max(0, Math.min(1, share)) * (lineColumns - 1))
  return `${line.repeat(at)}${mark}${line.repeat(lineColumns - 1 - at)}`
}

/** The currency of a row; `pts` for an index, which is in points. */
export function unitOf(row: Row): string {
  if (!isNumber(row['price'])) return absent
  return indexTickerOf(row) === undefined ? textIn(row, 'currency') : 'pts'
}

/** The market state in the table's words; `24 h` for markets that never close. */
export function stateText(row: Row): string {
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
export function marketStateOf(row: Row): string | null {
  const state = ownValue(states, textIn(row, 'marketState')) ?? null
  return state === 'open' && isCryptoQuote(row) ? '24h' : state
}

function zoneOfQuote(row: Row): Zone {
  if (isCryptoQuote(row)) return { zone: 'UTC' }
  return zoneOfTicker(indexTickerOf(row) ?? textIn(row, 'ticker'))
}

/** Currencies whose prices are quoted in hundredths. Their capitalisation is in the whole unit. */
const wholes: Readonly<Record<string, string>> = { GBp: 'GBP', ZAc: 'ZAR', ILA: 'ILS', USX: 'USD' }

/** The currency of the capitalisation, which is never quoted in hundredths. */
export function wholeCurrency(currency: string): string {
  return ownValue(wholes, currency) ?? currency
}

/** Why a ticker has no price: code, message and suggestion. */
export type QuoteProblem = { code: string; message: string; suggestions: readonly string[] }

/** Parses `NOT_FOUND: The directory has no ticker "AAPLE". AAPLE: did you mean AAPL, VALE?` */
export function problemOf({ problem }: Row): QuoteProblem | null {
  if (typeof problem !== 'string' || problem === '') return null
  const [, code = 'SERVER_ERROR', text = ''] = /^([A-Z][A-Z_]+): ([\s\S]*)$/.exec(problem) ?? [
    '',
    undefined,
    problem,
  ]
  const [message = '', suggestion] = text.split(/\s*\S+: did you mean /i)
  const suggestions = suggestion?.replace(/\?\s*$/, '').split(/,\s*/) ?? []
  return { code, message: message.trim(), suggestions }
}

/** @example 'no such ticker; like AAPL, VALE' */
export function problemWords(row: Row): string | undefined {
  const problem = problemOf(row)
  if (problem === null || isNumber(row['price'])) return undefined
  const { code, message, suggestions } = problem
  const isUnknown = code === 'NOT_FOUND' && message.startsWith('The directory has no ticker')
  const reason = isUnknown ? 'no such ticker' : message
  return suggestions.length > 0 ? `${reason}; like ${suggestions.join(', ')}` : reason
}
