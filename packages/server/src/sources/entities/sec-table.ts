import { z } from 'zod'
import { narrowedJson, refuse } from '../../upstreams/checked-answer.ts'
import type { UpstreamAnswer } from '../../upstreams/transport.ts'

const cell = z.union([z.string(), z.number(), z.null()])
const table = z.object({ fields: z.array(z.string()), data: z.array(z.array(cell)) })

/**
 * Rows of the SEC's lists of tickers, `{"fields":["cik","name"],"data":[[320193,"Apple Inc."]]}`,
 * with the cells of `columns` in that order.
 *
 * @throws FiqError `UPSTREAM_CHANGED` if a column is missing
 */
export function readTable(
  answer: UpstreamAnswer,
  url: URL,
  columns: readonly string[],
): z.infer<typeof cell>[][] {
  const { fields, data } = narrowedJson(answer, url, table)
  const places = columns.map((column) => fields.indexOf(column))
  if (places.includes(-1))
    refuse(url, 'a list of tickers in another format', {
      facts: [`Columns: ${fields.slice(0, 10).join(', ')}`],
    })
  return data.map((row) => places.map((at) => row[at] ?? null))
}
