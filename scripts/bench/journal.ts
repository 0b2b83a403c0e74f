import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBudget } from '../../packages/cli/src/payment/budget/budget.ts'
import { createJournal } from '../../packages/cli/src/payment/journal/journal.ts'
import { openDatabase } from '../../packages/cli/src/payment/journal/open-database.ts'
import { createPayees } from '../../packages/cli/src/payment/journal/payees.ts'
import { terms } from '../../packages/cli/src/payment/testing/test-terms.ts'
import { median } from './rounds.ts'

/**
 * What the client's journal takes for a payment when it holds many of them: opening the file, and
 * every statement of a payment from the check of its payee to its delivery, each synced to the disk.
 * The payments are spread over 29 days, so that all of them count in the budget.
 */
const payments = Number(process.argv[2] ?? 100_000)
const few = 100
const now = 1_800_000_000_000
const spanMs = 29 * 86_400_000
const caps = {
  perPayment: 10n ** 12n,
  perDay: 10n ** 15n,
  per30Days: 10n ** 15n,
  perSession: 10n ** 15n,
}
const worker = { pid: process.pid, token: 'bench', uptime: () => 1_000, isAlive: () => true }
const answer = { status: 200, headers: {}, body: '{"data":{}}' }
const origin = 'https://fiq.example'

process.stdout.write(
  `${JSON.stringify({ bench: 'journal', payments, few, many: timesWith(payments), small: timesWith(few) })}\n`,
)

function timesWith(count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-bench-'))
  try {
    fill(folder, count)
    openDatabase(folder).close()
    const openMs = median(
      Array.from({ length: 9 }, () => timed(() => openDatabase(folder).close())),
    )
    const pay = payingIn(folder)
    const paymentMs = median(
      Array.from({ length: 60 }, (_, at) => timed(() => pay(count + 1 + at))),
    )
    return { openMs, paymentMs }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Pays for a first request, and copies its row under other names. */
function fill(folder: string, count: number): void {
  payingIn(folder)(1)
  const database = openDatabase(folder)
  const columns = database
    .rows(`SELECT name FROM pragma_table_info('purchases')`)
    .map(({ name }) => String(name))
  const changed = ['id', 'nonce', 'request', 'session', 'at', 'answer']
  const copied = columns.map((name) => (changed.includes(name) ? '?' : name))
  const values = (name: string, n: number) => {
    if (name === 'at') return now - Math.floor((spanMs * (count - n)) / count)
    if (name === 'answer') return null
    return name === 'request' || name === 'session' ? `${name} ${n}` : terms(n).id
  }
  database.transact(() => {
    for (let n = 2; n <= count; n += 1)
      database.run(
        `INSERT INTO purchases (${columns}) SELECT ${copied} FROM purchases WHERE id = ?`,
        ...columns.filter((name) => changed.includes(name)).map((name) => values(name, n)),
        terms(1).id,
      )
  })
  database.close()
}

/** All statements of one payment, without its signature and its request. */
function payingIn(folder: string): (n: number) => void {
  const database = openDatabase(folder)
  const journal = createJournal(database, worker, () => now)
  const budget = createBudget(database, { worker, now: () => now, session: 's', caps })
  const payees = createPayees(database, 'default', () => now)
  payees.pin(origin, terms(1).payTo)
  return (n) => {
    const purchase = { ...terms(n, { body: 'q'.repeat(400) }), at: now }
    payees.check(origin, purchase.payTo)
    budget.check(purchase.amount)
    budget.reserve(purchase)
    journal.signed(purchase.id, 'x'.repeat(1_400))
    journal.answered(purchase.id, answer, '0xabc')
    journal.delivered(purchase.id)
    journal.unproven()
  }
}

function timed(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}
