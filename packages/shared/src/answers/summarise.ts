import { defined } from '../defined.ts'
import type { Json } from '../json.ts'
import { divideTables, type Table } from './tables.ts'

/** Where the caller can read the whole answer for free. */
export type AnswerLink = {
  id: string
  /** HTTP address of the answer, if it has one. */
  url?: string | undefined
  /** End of storage, ISO 8601. */
  expires: string
}

/**
 * Default bytes of an answer in a result: about 10,000 tokens, because a result contains it twice.
 */
export const answerBudgetDefault = 40_000
/** The smallest budget that a caller may set. */
export const answerBudgetMin = 4_000
/** Maximum bytes of the rows in a summary, all tables together. */
const shownBytesMax = 10_000
/** With more tables, a summary contains no rows. */
const tablesWithRowsMax = 50

/** @example answerUri('0f…') // 'fiq://answer/0f…' */
export function answerUri(id: string): string {
  return `fiq://answer/${id}`
}

/**
 * Fits an answer into a budget: unchanged, or complete in columns, or as a summary.
 *
 * @param text - JSON of an answer: `data`, `errors`, `extensions`.
 * @param budget - Bytes of JSON, at least {@link answerBudgetMin}.
 * @returns The JSON and its form.
 */
export function fitAnswer(
  text: string,
  budget: number,
  stored: AnswerLink | undefined,
): { form: 'whole' | 'columns' | 'summary'; text: string } {
  const bytes = Buffer.byteLength(text)
  if (bytes <= budget) return { form: 'whole', text }
  const { data, ...others } = JSON.parse(text) as Json
  const { tables, rest } = divideTables(data)
  const withOthers = { rest, ...others }
  const columns = JSON.stringify({
    answer: { form: 'columns', bytes },
    tables: tables.map(byColumns),
    ...withOthers,
  })
  if (Buffer.byteLength(columns) <= budget) return { form: 'columns', text: columns }
  const answer = {
    form: 'summary',
    ...defined({ id: stored?.id, uri: stored && answerUri(stored.id), url: stored?.url }),
    bytes,
    rows: tables.reduce((sum, { rows }) => sum + rows.length, 0),
    ...(stored
      ? { expires: stored.expires, read: 'Free: resources/read, or the tool answer.' }
      : { read: 'Ask for less, or set _meta["fiq/budget"] to 0 for the whole.' }),
  }
  for (const summary of summaries(answer, tables, withOthers)) {
    const fits = JSON.stringify(summary)
    if (Buffer.byteLength(fits) <= budget) return { form: 'summary', text: fits }
  }
  return { form: 'summary', text: JSON.stringify({ answer }) }
}

function byColumns({ path, of, columns, constant, rows }: Table): Json {
  return { path, of, count: rows.length, columns, constant, rows }
}

/** Generates summaries from the longest to the shortest. */
function* summaries(answer: Json, tables: readonly Table[], others: Json): Generator<Json> {
  const { rest, extensions, ...errors } = others as { rest: unknown; extensions?: Json }
  const each = Math.floor(shownBytesMax / tables.length)
  const ranged = tables.map((table) => rangesOf(table))
  const whole = { rest, ...errors, ...defined({ extensions }) }
  if (tables.length <= tablesWithRowsMax) {
    const shown = tables.map((table, at) => ({ ...ranged[at], ...endsOf(table, each) }))
    yield { answer, tables: shown, ...whole }
  }
  yield { answer, tables: ranged, ...whole }
  const short = {
    ...errors,
    ...defined({ extensions: extensions ? withoutPaths(extensions) : undefined }),
  }
  yield { answer, tables: ranged, rest, ...short }
  yield { answer, tables: ranged, ...short }
  const counts = tables.map(({ path, rows, columns }) => ({ path, count: rows.length, columns }))
  yield { answer, tables: counts, ...short }
  const money = { extensions: { cost: extensions?.['cost'], payment: extensions?.['payment'] } }
  yield { answer, tables: counts, ...money }
  const paths = tables.map(({ path, rows }) => ({ path, count: rows.length }))
  yield { answer, tables: paths, rest, ...money }
  yield { answer, tables: paths, ...money }
  yield { answer: { ...answer, tables: tables.length }, ...money }
}

/** Lists each source once, without the paths of its values. */
function withoutPaths(extensions: Json): Json {
  const sources = extensions['sources'] as readonly Json[] | undefined
  if (!sources) return extensions
  const distinct = new Set(sources.map(({ path: _, ...source }) => JSON.stringify(source)))
  return { ...extensions, sources: [...distinct].map((source) => JSON.parse(source) as Json) }
}

function rangesOf({ path, of, columns, constant, rows }: Table): Json {
  const range: Record<string, unknown> = {}
  const nulls: Record<string, number> = {}
  for (const [at, column] of columns.entries()) {
    const values = rows.map((row) => row[at])
    const present = values.filter((value) => value !== null)
    if (present.length < values.length) nulls[column] = values.length - present.length
    const ends = rangeOf(present)
    if (ends) range[column] = ends
  }
  return { path, of, count: rows.length, columns, constant, range, nulls }
}

const datePattern = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/

/** Minimum and maximum of numbers or of dates; `undefined` for other values. */
function rangeOf(values: readonly unknown[]): readonly [unknown, unknown] | undefined {
  const isNumbers = values.every((value) => typeof value === 'number')
  const isDates = values.every((value) => typeof value === 'string' && datePattern.test(value))
  if (values.length === 0 || !(isNumbers || isDates)) return undefined
  const ordered = values as readonly (number | string)[]
  let [least, greatest] = [ordered[0]!, ordered[0]!]
  for (const value of ordered) {
    if (value < least) least = value
    if (value > greatest) greatest = value
  }
  return [least, greatest]
}

/** The first and the last rows that fit into this many bytes. */
function endsOf({ rows }: Table, bytesMax: number): Json {
  const first: (readonly unknown[])[] = []
  const last: (readonly unknown[])[] = []
  let left = bytesMax
  for (let at = 0; at < Math.ceil(rows.length / 2); at += 1) {
    const ends = [rows[at]!, ...(rows.length - 1 - at > at ? [rows[rows.length - 1 - at]!] : [])]
    left -= ends.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)) + 1, 0)
    if (left < 0) break
    first.push(ends[0]!)
    if (ends[1]) last.unshift(ends[1])
  }
  return { first, last }
}
