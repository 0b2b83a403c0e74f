import type { z } from 'zod'
import { checkAnswer, narrowedJson, refuse, textOf } from '../upstreams/checked-answer.ts'
import { csvRows } from '../upstreams/csv.ts'
import type { Origin, Transport, UpstreamAnswer, UpstreamRequest } from '../upstreams/transport.ts'

/** A request without its address and without the form of its answer. */
export type FetchOptions = Omit<UpstreamRequest, 'url' | 'expects'>

/** The content of an answer, and the facts that `provenanceOf` needs. */
export type Fetched<body> = { body: body; answer: Origin }

/** `|` separates the fields of files that never quote a field. Their short last line is a trailer. */
export type CsvOptions = FetchOptions & { delimiter?: ',' | ';' | '|' }

type Own = { upstreams: Transport }

/**
 * How a connector fetches. Each method checks the bytes by {@link checkAnswer} and refuses an answer
 * of another shape, so that no cache serves it again.
 *
 * Every method throws FiqError `UPSTREAM_CHANGED` for an answer of another shape, and what the
 * transport throws: `UPSTREAM_UNAVAILABLE`, `UPSTREAM_RATE_LIMITED`, `NOT_CONFIGURED`, `NOT_FOUND`.
 */
export type Fetching = {
  /** The bytes, for a reader of its own. */
  fetch(this: Own, request: UpstreamRequest): Promise<UpstreamAnswer>
  /** The bytes as UTF-8, without a byte order mark. */
  text(this: Own, request: UpstreamRequest): Promise<Fetched<string>>
  /**
   * JSON, narrowed to the fields of the schema.
   *
   * @example const { body, answer } = await context.json(url, z.object({ cik: z.number() }))
   */
  json<shape>(
    this: Own,
    url: URL,
    schema: z.ZodType<shape>,
    options?: FetchOptions,
  ): Promise<Fetched<shape>>
  /**
   * Rows of a CSV table with a header: the cells of these columns, found by name, in the order given.
   * A missing cell is `''`.
   *
   * @example const { body } = await context.csv(url, ['Date', 'PE10']) // [['1871-01-01', '0.0']]
   */
  csv<columns extends readonly string[]>(
    this: Own,
    url: URL,
    columns: columns,
    options?: CsvOptions,
  ): Promise<Fetched<Cells<columns>[]>>
}

/** One cell for each column. */
export type Cells<columns extends readonly string[]> = { -readonly [at in keyof columns]: string }

/** The methods of {@link Fetching} over the transport of the context that holds them. */
export const fetching: Fetching = {
  async fetch(request) {
    const answer = await this.upstreams.fetch(request)
    checkAnswer(request, null, answer.body)
    return answer
  },
  async text(request) {
    const answer = await fetching.fetch.call(this, request)
    return { body: textOf(answer), answer: originOf(answer) }
  },
  async json(url, schema, options) {
    const answer = await fetching.fetch.call(this, { ...options, url, expects: 'json' })
    return { body: narrowedJson(answer, url, schema), answer: originOf(answer) }
  },
  async csv(url, columns, { delimiter, ...options } = {}) {
    const answer = await fetching.fetch.call(this, { ...options, url, expects: 'csv' })
    return { body: tableCells(textOf(answer), url, columns, delimiter), answer: originOf(answer) }
  },
}

/** Without the bytes, so that a kept value does not hold them. */
export function originOf({ mode, asOf, retrievedAt }: Origin): Origin {
  return { mode, asOf, retrievedAt }
}

/**
 * The cells of `columns` by row. A header may add a label to a name: SDMX writes
 * `TIME_PERIOD: Time period`.
 *
 * @throws FiqError `UPSTREAM_CHANGED` naming the columns that the header lacks
 */
export function tableCells<columns extends readonly string[]>(
  text: string,
  url: URL,
  columns: columns,
  delimiter: CsvOptions['delimiter'] = ',',
): Cells<columns>[] {
  const [header = [], ...rows] = delimiter === '|' ? pipeRows(text) : csvRows(text, delimiter)
  const names = header.map((name) => name.split(':')[0]?.trim())
  const places = columns.map((column) => names.indexOf(column))
  const missing = columns.filter((_, index) => places[index] === -1)
  if (missing.length > 0)
    refuse(url, `a table without ${missing.join(', ')}`, {
      facts: [`Columns: ${header.slice(0, 10).join(', ')}`],
    })
  return rows.map((row) => places.map((at) => row[at] ?? '') as Cells<columns>)
}

function pipeRows(text: string): string[][] {
  const rows = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => line.split('|'))
  const width = rows[0]?.length ?? 0
  return rows.filter((fields) => fields.length >= width)
}
