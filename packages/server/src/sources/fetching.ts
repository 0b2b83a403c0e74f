import { defined } from '@fiq/shared/defined'
import type { z } from 'zod'
import { checkAnswer, narrowedJson, textOf } from '../upstreams/checked-answer.ts'
import { type Cells, csvTable, type Delimiter } from '../upstreams/csv-table.ts'
import type { Origin, Transport, UpstreamAnswer, UpstreamRequest } from '../upstreams/transport.ts'

/** Options of a request, without its address and the format of its response. */
export type FetchOptions = Omit<UpstreamRequest, 'url' | 'expects'>

/** The content of a response, and the facts that `provenanceOf` needs. */
export type Fetched<body> = { body: body; answer: Origin }

export type CsvOptions = FetchOptions & { delimiter?: Delimiter }

type Own = { upstreams: Transport }

/**
 * Fetch methods of connectors. Each checks the bytes by {@link checkAnswer} and refuses a response
 * of another form, so that no cache returns it again.
 *
 * Every method throws FiqError `UPSTREAM_CHANGED` for a response of another form, and the
 * transport's errors: `UPSTREAM_UNAVAILABLE`, `UPSTREAM_RATE_LIMITED`, `NOT_CONFIGURED`,
 * `NOT_FOUND`.
 */
export type Fetching = {
  /** The bytes, for parsers without a method here. */
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
   * Rows of a CSV table with a header: the cells of these columns, found by name, in the given
   * order. Parsed by {@link csvTable}.
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

/** The methods of {@link Fetching} over the transport of their context. */
export const fetching: Fetching = {
  async fetch(request) {
    // The address before the transport adds a key.
    const address = request.method === 'POST' ? undefined : request.url.href
    const answer = await this.upstreams.fetch(request)
    checkAnswer(request, null, answer.body)
    return { ...answer, ...defined({ address }) }
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
    const { rows } = csvTable(textOf(answer), url, columns, delimiter)
    return { body: rows, answer: originOf(answer) }
  },
}

/** The response without its bytes, so that cached values do not keep them in memory. */
export function originOf({ mode, asOf, retrievedAt, address }: Origin): Origin {
  return { mode, asOf, retrievedAt, ...defined({ address }) }
}
