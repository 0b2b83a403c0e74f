import type { Sink } from './output.ts'

/** Columns of a pipe, unless COLUMNS says otherwise. */
const pipeColumns = 80
const columnsMax = 1_000

/**
 * @param said - What COLUMNS says, for a stream that is no terminal.
 * @param page - The pager, for one that is.
 */
export function sinkOf(
  stream: NodeJS.WriteStream,
  said: string | undefined,
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
    ...(stream.isTTY ? { stream, ...(page ? { page } : {}) } : {}),
    columns: stream.columns || (columnsOf(said) ?? pipeColumns),
  }
}

/** Ignores an invalid width: the variable belongs to the shell. */
function columnsOf(text: string | undefined): number | undefined {
  const columns = /^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : undefined
  return columns === undefined ? undefined : Math.min(columns, columnsMax)
}

/** The reader of a pipe closed it, as `head` does. */
export function isReaderGone(error: Error | null | undefined): boolean {
  return (error as NodeJS.ErrnoException | null | undefined)?.code === 'EPIPE'
}
