import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Statement } from './database.ts'
import { createStatements, failedWrite, rowsOf, runGroup } from './run-group.ts'
import type { ThreadAnswer, ThreadOrder } from './sqlite-threads.ts'

/**
 * A thread for SQLite: the only writer of this process, or the reader of whole tables. It is also a
 * separate program, so a bundle needs it as an entry beside the server's.
 */
const { path, pragmas } = workerData as { path: string; pragmas: string }
const database = new DatabaseSync(path)
database.exec(pragmas)
const prepare = createStatements(database)

parentPort?.on('message', (order: ThreadOrder) => {
  if ('close' in order) {
    database.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage(answerTo(order))
})

function answerTo(
  order: { group: readonly (readonly Statement[])[] } | { scan: Statement },
): ThreadAnswer {
  try {
    return 'group' in order
      ? { outcomes: runGroup(database, prepare, order.group) }
      : { rows: rowsOf(prepare(order.scan.sql), order.scan.values) }
  } catch (error) {
    return { error: failedWrite(error) }
  }
}
