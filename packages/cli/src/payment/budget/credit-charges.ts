import { randomBytes } from 'node:crypto'
import { idempotencyKeptMs } from '@fiq/shared/idempotency-key'
import { largeRetentionMs } from '../journal/answer-retention.ts'
import { type Bought, keyReused } from '../journal/journal.ts'
import type { Database } from '../journal/open-database.ts'
import { latestMoment } from './budget.ts'
import { checkClient } from './client-caps.ts'
import { namingClock } from './reset-clock.ts'

/** One purchase on credits in the caps of a client. */
export type CreditCharge = {
  /** 32 hexadecimal digits. */
  id: string
  /**
   * When the charge of the same idempotency key was counted, within 24 hours, in Unix milliseconds.
   *
   * @throws FiqError `IDEMPOTENCY_KEY_REUSED` if it is of another request.
   */
  countedAt(): number | undefined
  /** Counts it, once for an idempotency key. @throws FiqError of {@link checkClient}. */
  add(): void
  /** Forgets it, because it was not charged. */
  remove(): void
  /** Stores the answer for a day, so that the client can read it in pages. */
  store(answer: string): void
}

/**
 * Counts a purchase on credits in the caps of a proxy client, together with the client's payments.
 * The budget of the wallet does not count it: it counted the credits when they were bought.
 *
 * @param charge.amount - Atomic units of USDC, above zero.
 */
export function createCreditCharge(
  database: Database,
  {
    client,
    amount,
    now,
    request,
    once,
  }: Bought & { client: string; amount: bigint; now(): number },
): CreditCharge {
  const id = randomBytes(16).toString('hex')
  const countedAt = () => {
    if (once === undefined) return undefined
    const sql = 'SELECT at, request FROM credit_charges WHERE once = ? AND at > ?'
    const row = database.row(sql, once, now() - idempotencyKeptMs)
    if (row && row['request'] !== request) throw keyReused()
    return row && Number(row['at'])
  }
  return {
    id,
    countedAt,
    add() {
      database.transact(() => {
        if (countedAt() !== undefined) return
        const at = latestMoment(database, now())
        namingClock(database, now(), () => checkClient(database, client, amount, at, false))
        database.run('UPDATE clock SET high_water = ?', at)
        // The server has forgotten the key of an earlier charge.
        database.run('UPDATE credit_charges SET once = NULL WHERE once = ?', once ?? null)
        const columns = 'credit_charges (id, client, at, amount, request, once)'
        const values = [id, client, at, amount, request, once ?? null]
        database.run(`INSERT INTO ${columns} VALUES (?, ?, ?, ?, ?, ?)`, ...values)
        const over = 'UPDATE credit_charges SET answer = NULL WHERE answer IS NOT NULL AND at < ?'
        database.run(over, at - largeRetentionMs)
      })
    },
    remove() {
      database.run('DELETE FROM credit_charges WHERE id = ?', id)
    },
    store(answer) {
      database.runUnsynced('UPDATE credit_charges SET answer = ? WHERE id = ?', answer, id)
    },
  }
}
