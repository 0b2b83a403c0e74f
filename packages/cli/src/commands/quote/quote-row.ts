import { ownValue } from '@fiq/shared/own-value'
import {
  marketStateOf,
  problemOf,
  type QuoteProblem,
  wholeCurrency,
} from '../../command-line/views/quote-table.ts'
import type { Answer, Source } from '../../query/answer.ts'
import { type Row, textIn } from '../../query/rows.ts'
import { isNumber } from '../../terminal/format/format-number.ts'

/** A field of a row of `fiq quote --json`: its type, and when it is `null`. */
export type FieldRule = { field: string; type: string; nullWhen: string }

/** Text of `fiq schema quote`. Every row has every key; numbers are not rounded. */
export const quoteRules: readonly FieldRule[] = [
  { field: 'ticker', type: 'string', nullWhen: 'never' },
  { field: 'name', type: 'string', nullWhen: 'unknown' },
  { field: 'exchange', type: 'string', nullWhen: 'unknown' },
  { field: 'currency', type: 'ISO 4217, GBp, ZAc, ILA or USX', nullWhen: 'unknown' },
  { field: 'price', type: 'number', nullWhen: 'problem' },
  { field: 'previousClose', type: 'number', nullWhen: 'problem, no source' },
  { field: 'change', type: 'number', nullWhen: 'no close before' },
  { field: 'changePercent', type: 'number', nullWhen: 'no close before' },
  { field: 'open', type: 'number', nullWhen: 'no session, no source' },
  { field: 'dayLow', type: 'number', nullWhen: 'no session, no source' },
  { field: 'dayHigh', type: 'number', nullWhen: 'no session, no source' },
  { field: 'low52w', type: 'number', nullWhen: 'no source' },
  { field: 'high52w', type: 'number', nullWhen: 'no source' },
  { field: 'volume', type: 'number', nullWhen: 'index, FX, no source' },
  { field: 'marketCap', type: 'number', nullWhen: 'index, FX, no source' },
  { field: 'marketCapCurrency', type: 'string, ISO 4217', nullWhen: 'marketCap null' },
  { field: 'marketState', type: 'pre open after closed 24h', nullWhen: 'daily bar' },
  { field: 'asOf', type: 'instant with offset, or date', nullWhen: 'problem' },
  { field: 'extendedPrice', type: 'number', nullWhen: 'in session, no source' },
  { field: 'extendedChangePercent', type: 'number', nullWhen: 'extendedPrice null' },
  { field: 'extendedAsOf', type: 'instant with offset', nullWhen: 'extendedPrice null' },
  { field: 'delaySeconds', type: 'integer', nullWhen: 'unknown' },
  { field: 'sources', type: 'list', nullWhen: 'never; [] on problem' },
  { field: 'problem', type: 'object', nullWhen: 'there is a price' },
]

/** Keys of a row, in their order. */
export const quoteFields: readonly string[] = quoteRules.map(({ field }) => field)

/** The source of a row's values. */
export type QuoteSource = {
  name: string
  url: string | null
  mode: string | null
  /** Time of the oldest price from this source. */
  asOf: string | null
  licence: string | null
  /** Keys of the row whose values come from this source or are computed from it. */
  fields: readonly string[]
}

const numbers = [
  ...['price', 'previousClose', 'change', 'changePercent', 'open', 'dayLow', 'dayHigh'],
  ...['low52w', 'high52w', 'volume', 'marketCap'],
] as const
const extended = ['extendedPrice', 'extendedChangePercent', 'extendedAsOf'] as const
const texts = ['name', 'exchange', 'currency'] as const

/** Delays of a source in seconds. */
const delays: Readonly<Record<string, number>> = { 'real-time': 0, '15-minute': 900 }

/**
 * A row of the answer for scripts.
 *
 * @param place - Index of the row in the answer: its sources may belong to the row, to the list, or
 * to the only source.
 */
export function quoteRow(row: Row, place: number, { sources }: Pick<Answer, 'sources'>): Row {
  const problem = problemOf(row)
  const hasPrice = isNumber(row['price'])
  const own = hasPrice ? sourcesOf(place, sources) : []
  const currency = textIn(row, 'currency') || null
  const hasCap = isNumber(row['marketCap']) && currency !== null
  const values = {
    ...Object.fromEntries(texts.map((key) => [key, textIn(row, key) || null])),
    ...Object.fromEntries(numbers.map((key) => [key, isNumber(row[key]) ? row[key] : null])),
    marketCapCurrency: hasCap ? wholeCurrency(currency) : null,
    marketState: marketStateOf(row),
    asOf: textIn(row, 'asOf') || null,
    ...Object.fromEntries(extended.map((key) => [key, row[key] ?? null])),
  }
  const fields = Object.keys(values).filter((key) => values[key as keyof typeof values] !== null)
  return {
    ticker: textIn(row, 'ticker'),
    ...values,
    delaySeconds: own.length === 1 ? (ownValue(delays, own[0]?.delay ?? '') ?? null) : null,
    sources: own.map((source) => sourceShape(source, fields)),
    problem: hasPrice ? null : (problem satisfies QuoteProblem | null),
  }
}

/** A row for a spreadsheet: no cell contains an object. */
export function flatRow(row: Row): Row {
  const { sources, problem } = row as {
    sources: readonly QuoteSource[]
    problem: QuoteProblem | null
  }
  return {
    ...row,
    sources: sources.map(({ name }) => name),
    problem: problem === null ? null : `${problem.code}: ${problem.message}`,
  }
}

function sourcesOf(place: number, sources: readonly Source[]): readonly Source[] {
  const own = sources.filter(
    ({ path }) => path === `quotes.${place}` || path.startsWith(`quotes.${place}.`),
  )
  return own.length > 0 ? own : sources.filter(({ path }) => path === 'quotes')
}

function sourceShape(
  { source, sourceUrl, mode, asOf, licence }: Source,
  fields: readonly string[],
): QuoteSource {
  return {
    name: source,
    url: sourceUrl ?? null,
    mode: mode ?? null,
    asOf: asOf ?? null,
    licence: licence ?? null,
    fields,
  }
}
