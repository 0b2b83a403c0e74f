import { FiqError } from '@fiq/shared/errors'
import { csvReader, type NumberedRow } from '../upstreams/csv.ts'

/** Maximum length of a row. A longer one has an unclosed quote or is not CSV. */
const rowLengthMax = 1_000_000

/**
 * Parses a stream of CSV, yielding the rows that end in each chunk, the header included. Quoted
 * fields may contain commas and line breaks.
 *
 * @throws FiqError `BAD_INPUT` for a row without end
 */
export async function* csvRecords(input: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedRow[]> {
  const decoder = new TextDecoder()
  const reader = csvReader(',')
  for await (const chunk of input) {
    yield [...reader.rows(decoder.decode(chunk, { stream: true }))]
    const { line, length } = reader.pending()
    if (length > rowLengthMax)
      throw new FiqError('BAD_INPUT', `Line ${line}: a quote is not closed.`)
  }
  yield [...reader.rows(decoder.decode()), ...reader.lastRow()]
}
