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

/** What `fiq schema quote` says. Every key is in every row; numbers are not rounded. */
export const quoteRules: readonly FieldRule[] = [
  { field: 'ticker', type: 'string', nullWhen: 'never' },
  { field: 'price', type: 'number', nullWhen: 'problem' },
  { field: 'change', type: 'number', nullWhen: 'no close before' },
  { field: 'changePercent', type: 'number', nullWhen: 'no close before' },
  { field: 'volume', type: 'number', nullWhen: 'index, FX, no source' },
  { field: 'marketCap', type: 'number', nullWhen: 'index, FX, no source' },
  { field: 'previousClose', type: 'number', nullWhen: 'problem, no source' },
  { field: 'currency', type: 'string, ISO 4217 or GBp, ZAc, ILA', nullWhen: 'unknown' },
  { field: 'marketCapCurrency', type: 'string, ISO 4217', nullWhen: 'marketCap null' },
  { field: 'marketState', type: 'pre open after closed 24h', nullWhen: 'daily bar' },
  { field: 'asOf', type: 'instant with offset, or date', nullWhen: 'problem' },
  { field: 'delaySeconds', type: 'integer', nullWhen: 'unknown' },
  { field: 'sources', type: 'list', nullWhen: 'never; [] on problem' },
  { field: 'problem', type: 'object', nullWhen: 'there is a price' },
]

/** Keys of a row, in their order. */
export const quoteFields: readonly string[] = quoteRules.map(({ field }) => field)

/** Where the values of a row come from. */
export type QuoteSource = {
  name: string
  url: string | null
  mode: string | null
  /** Time of the oldest price that this source gave. */
  asOf: string | null
  licence: string | null
}

/** Seconds of a delay that the source states as a number. */
const delays: Readonly<Record<string, number>> = { 'real-time': 0, '15-minute': 900 }

/**
 * A row of the answer as scripts read it.
 *
 * @param place - Of the row in the answer: sources are of a row, of the list, or of its one source.
 */
export function quoteRow(row: Row, place: number, { sources }: Pick<Answer, 'sources'>): Row {
  const problem = problemOf(row)
  const hasPrice = isNumber(row['price'])
  const own = hasPrice ? sourcesOf(place, sources) : []
  const currency = textIn(row, 'currency') || null
  const hasCap = isNumber(row['marketCap']) && currency !== null
  const value = {
    ticker: textIn(row, 'ticker'),
    ...Object.fromEntries(
      ['price', 'change', 'changePercent', 'volume', 'marketCap', 'previousClose'].map((key) => [
        key,
        isNumber(row[key]) ? row[key] : null,
      ]),
    ),
    currency,
    marketCapCurrency: hasCap ? wholeCurrency(currency) : null,
    marketState: marketStateOf(row),
    asOf: textIn(row, 'asOf') || null,
    delaySeconds: own.length === 1 ? (delays[own[0]?.delay ?? ''] ?? null) : null,
    sources: own.map(sourceShape),
    problem: hasPrice ? null : (problem satisfies QuoteProblem | null),
  }
  return value
}

/** The same for a spreadsheet: no cell holds an object. */
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

function sourceShape({ source, sourceUrl, mode, asOf, licence }: Source): QuoteSource {
  return {
    name: source,
    url: sourceUrl ?? null,
    mode: mode ?? null,
    asOf: asOf ?? null,
    licence: licence ?? null,
  }
}
