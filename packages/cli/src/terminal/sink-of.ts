import { fstatSync, readSync, statSync } from 'node:fs'
import type { Sink } from './output.ts'

/** Columns of a pipe, unless COLUMNS says otherwise. */
const pipeColumns = 80
const columnsMax = 1_000

/** @param said - what COLUMNS says, for a stream that is no terminal. */
export function sinkOf(stream: NodeJS.WriteStream, said: string | undefined): Sink {
  let pending = 0
  let flushed = () => {}
  return {
    write(text) {
      pending += 1
      // A failed write is an event of the stream; nothing counts as taken after it.
      stream.write(text, (error) => {
        if (!error && --pending === 0) flushed()
      })
    },
    flushed: () =>
      new Promise((resolve) => {
        flushed = resolve
        if (pending === 0) resolve()
      }),
    isClosed: () => stream.isTTY !== true && isClosed(stream),
    isTerminal: stream.isTTY === true,
    ...(stream.isTTY ? { stream } : {}),
    columns: stream.columns || (columnsOf(said) ?? pipeColumns),
  }
}

/**
 * Was the descriptor closed when the process started? Node opens the null device in its place, for
 * reading and writing. A shell that redirects to the null device opens it for writing alone: that
 * is a choice of the user, and counts as delivery.
 */
function isClosed(stream: NodeJS.WriteStream & { fd?: number }): boolean {
  const descriptor = stream.fd ?? -1
  try {
    const { rdev } = fstatSync(descriptor)
    if (rdev === 0 || rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev) return false
  } catch {
    return true
  }
  try {
    readSync(descriptor, new Uint8Array(1))
    return true
  } catch {
    return false
  }
}

/** What is no sensible width is ignored: the variable is the shell's, not ours. */
function columnsOf(text: string | undefined): number | undefined {
  const columns = /^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : undefined
  return columns === undefined ? undefined : Math.min(columns, columnsMax)
}
