import { Worker } from 'node:worker_threads'
import type { Row, Statement } from './database.ts'
import { type FailedWrite, type GroupOutcome, sqliteCodes, sqliteError } from './run-group.ts'

export type ThreadOrder =
  | { group: readonly (readonly Statement[])[] }
  | { scan: Statement }
  | { close: true }
export type ThreadAnswer =
  | { outcomes: readonly GroupOutcome[] }
  | { rows: readonly Row[] }
  | { error: FailedWrite }

/** A thread that runs groups of statements and scans, one after the other. */
export type SqliteThread = {
  run(order: Exclude<ThreadOrder, { close: true }>): Promise<ThreadAnswer>
  close(): Promise<void>
}

/** The program of the thread, beside this file: as source, or bundled under the same name. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './sqlite-thread.ts' : './sqlite-thread.js',
  import.meta.url,
)

/**
 * Starts a thread with its own connection. It keeps the process alive only while a caller waits. If
 * it breaks, waiting calls reject, and the next call starts another thread.
 */
export function openSqliteThread(path: string, pragmas: string): SqliteThread {
  let worker: Worker | undefined
  const pending: { resolve(answer: ThreadAnswer): void; reject(error: Error): void }[] = []

  const start = () => {
    const started = new Worker(program, { workerData: { path, pragmas } })
    started.unref()
    started.on('message', (answer: ThreadAnswer) => {
      pending.shift()?.resolve(answer)
      if (pending.length === 0) started.unref()
    })
    const broke = (error: Error) => {
      if (worker !== started) return
      worker = undefined
      for (const { reject } of pending.splice(0)) reject(error)
    }
    started.on('error', broke)
    started.on('exit', (code) => {
      const message = `The thread of SQLite ended (${code}).`
      broke(sqliteError({ message, errcode: sqliteCodes.abort }))
    })
    return started
  }

  return {
    run: (order) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        worker.ref()
        pending.push({ resolve, reject })
        worker.postMessage(order)
      }),
    close: async () => {
      const closing = worker
      if (!closing) return
      worker = undefined
      const ended = new Promise((resolve) => closing.once('exit', resolve))
      closing.ref()
      closing.postMessage({ close: true } satisfies ThreadOrder)
      await ended
    },
  }
}
