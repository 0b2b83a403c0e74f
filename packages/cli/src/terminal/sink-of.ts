import { defined } from '@fiq/shared/defined'
import type { Sink } from './output.ts'

/** Columns of a pipe, unless COLUMNS is set. */
const pipeColumns = 80
const columnsMax = 1_000

/**
 *
 * @param columns - The value of COLUMNS, for a stream that is not a terminal.
 * @param page - The pager, for a terminal.
 */
export function sinkOf(
  stream: NodeJS.WriteStream,
  columns: string | undefined,
  page?: Sink['page'],
): Sink {
  let pending = 0
  let hasReader = true
  let flushed = () => {}
  return {
    write(text) {
      pending += 1
      // A failed write is an event of the stream. A reader that closed its pipe took what it
      // needed; after any other failure nothing counts as taken.
      stream.write(text, (error) => {
        if (isReaderGone(error)) hasReader = false
        if (!error) pending -= 1
        if (pending === 0 || !hasReader) flushed()
      })
    },
    flushed: () =>
      new Promise((resolve) => {
        flushed = resolve
        if (pending === 0 || !hasReader) resolve()
      }),
    isTerminal: stream.isTTY === true,
    ...defined({
      stream: stream.isTTY ? stream : undefined,
      page: stream.isTTY ? page : undefined,
    }),
    columns: stream.columns || (columnsOf(columns) ?? pipeColumns),
  }
}

/** Ignores an invalid width: the variable belongs to the shell. */
function columnsOf(text: string | undefined): number | undefined {
  const columns = /^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : undefined
  return columns === undefined ? undefined : Math.min(columns, columnsMax)
}

/** Whether the reader of a pipe closed it, like `head`. */
export function isReaderGone(error: Error | null | undefined): boolean {
  return (error as NodeJS.ErrnoException | null | undefined)?.code === 'EPIPE'
}
