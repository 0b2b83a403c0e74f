import { randomUUID } from 'node:crypto'
import type { Database } from '../journal/open-database.ts'
import { latestMoment } from './budget.ts'
import { checkClient } from './client-caps.ts'
import { namingClock } from './reset-clock.ts'

/** One purchase on credits in the caps of a client. */
export type CreditCharge = {
  /** Counts it. @throws FiqError of {@link checkClient}: then nothing is counted. */
  add(): void
  /** Forgets it, because it was not charged. */
  remove(): void
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
  const id = randomUUID()
  return {
    add() {
      database.transact(() => {
        const at = latestMoment(database, now())
        namingClock(database, now(), () => checkClient(database, client, amount, at, false))
        database.run('UPDATE clock SET high_water = ?', at)
        database.run('INSERT INTO credit_charges VALUES (?, ?, ?, ?)', id, client, at, amount)
      })
    },
    remove() {
      database.run('DELETE FROM credit_charges WHERE id = ?', id)
    },
  }
}
