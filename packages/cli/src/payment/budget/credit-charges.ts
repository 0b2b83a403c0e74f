import { randomBytes } from 'node:crypto'
import { largeRetentionMs } from '../journal/answer-retention.ts'
import type { Database } from '../journal/open-database.ts'
import { latestMoment } from './budget.ts'
import { checkClient } from './client-caps.ts'
import { namingClock } from './reset-clock.ts'

/** One purchase on credits in the caps of a client. */
export type CreditCharge = {
  /** 32 hexadecimal digits. */
  id: string
  /** Counts it. @throws FiqError of {@link checkClient}: then nothing is counted. */
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
  { client, amount, now }: { client: string; amount: bigint; now(): number },
): CreditCharge {
  const id = randomBytes(16).toString('hex')
  return {
    id,
    add() {
      database.transact(() => {
        const at = latestMoment(database, now())
        namingClock(database, now(), () => checkClient(database, client, amount, at, false))
        database.run('UPDATE clock SET high_water = ?', at)
        const columns = 'credit_charges (id, client, at, amount)'
        database.run(`INSERT INTO ${columns} VALUES (?, ?, ?, ?)`, id, client, at, amount)
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
