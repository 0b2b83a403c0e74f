import type { PaymentKey } from '../payment/payment-record.ts'
import type { Database } from './database.ts'
import { bytesOf } from './payment-columns.ts'

/** Tries to make one owed answer; then the operator is asked. */
export const owedTriesMax = 30
const spacingMaxMs = 3_600_000

const findSql = 'select tries, next_at from owed_tries where payer = ? and nonce = ?'
const firstSql = `insert into owed_tries (payer, nonce, tries, next_at) values (?, ?, 1, ?)
  on conflict do nothing`
const nextSql = `update owed_tries set tries = ?, next_at = ?
  where payer = ? and nonce = ? and tries = ?`

/** `wait`: milliseconds until the next try; `Infinity` when there is none. */
export type OwedTry = { waitMs: number }

/** Counts tries to make an owed answer again, across restarts and instances. */
export type OwedTries = { begin(key: PaymentKey, nowMs: number): Promise<OwedTry> }

/**
 * The first try may begin at once, each later one twice as long after the one before as that waited,
 * from a second to an hour. Of two that begin at once, one waits.
 */
export function openOwedTries(database: Database): OwedTries {
  return {
    async begin({ payer, nonce }, nowMs) {
      const key = [bytesOf(payer), bytesOf(nonce)]
      const [known] = await database.read(findSql, ...key)
      const tries = Number(known?.['tries'] ?? 0)
      const waitMs = Number(known?.['next_at'] ?? 0) - nowMs
      if (tries >= owedTriesMax) return { waitMs: Infinity }
      if (waitMs > 0) return { waitMs }
      const spacingMs = Math.min(1_000 * 2 ** tries, spacingMaxMs)
      const next = BigInt(nowMs + spacingMs)
      const statement = known
        ? { sql: nextSql, values: [tries + 1, next, ...key, tries] }
        : { sql: firstSql, values: [...key, next] }
      const { results } = await database.write(statement)
      return { waitMs: results[0]?.changes === 1 ? 0 : spacingMs }
    },
  }
}
