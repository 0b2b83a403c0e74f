/**
 * A process that reserves once in the budget of a folder, for the test that races many of them at
 * one cap. Everything is real, except that nothing is sent. Prints `reserved`, or the error's code.
 */

import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { createBudget } from '../budget/budget.ts'
import { defaultLimits } from '../budget/limits.ts'
import { isProcessAlive, uptimeMs } from '../journal/is-process-alive.ts'
import { createJournal } from '../journal/journal.ts'
import { openDatabase } from '../journal/open-database.ts'
import { terms } from './test-terms.ts'

/** The orders of the parent process. The client is that of the proxy, if it acts for one. */
export type RaceOrders = readonly [
  folder: string,
  number: string,
  perDay: string,
  ...client: string[],
]

const [folder = '', number = '0', perDay = '0', client] = process.argv.slice(2)
const database = openDatabase(folder, { busyTimeoutMs: 30_000 })
const worker = {
  pid: process.pid,
  token: `race ${number}`,
  isAlive: isProcessAlive,
  uptime: uptimeMs,
}
const budget = createBudget(database, {
  worker,
  now: Date.now,
  session: number,
  caps: { ...defaultLimits, perDay: BigInt(perDay) },
  ...defined({ client }),
})
let outcome = 'begun'
try {
  const taken = budget.reserve(terms(Number(number), { session: number }))
  if ('reserved' in taken) {
    // Store a signature: a reservation without one is released when its process ends.
    createJournal(database, worker, Date.now).signed(taken.reserved.id, 'signed')
    outcome = 'reserved'
  }
} catch (error) {
  outcome = error instanceof FiqError ? error.code : String(error)
}
process.stdout.write(outcome)
