import { bounds } from '@fiq/shared/bounds'
import type { PaymentKey } from '../credits/payment-key.ts'
import { bytesOf } from '../database/column-values.ts'
import type { Database } from '../database/database.ts'

/** Maximum attempts to execute an owed answer. After them the operator must act. */
export const { owedTriesMax } = bounds
const spacingMaxMs = 3_600_000

const findSql = 'select tries, next_at from owed_tries where payer = ? and nonce = ?'
const firstSql = `insert into owed_tries (payer, nonce, tries, next_at) values (?, ?, 1, ?)
  on conflict do nothing`
const nextSql = `update owed_tries set tries = ?, next_at = ?
  where payer = ? and nonce = ? and tries = ?`

/** `waitMs`: milliseconds until the next attempt may begin; `Infinity` if there is none. */
export type OwedTry = { waitMs: number }

/** Counts attempts to execute an owed answer, across restarts and instances. */
export type OwedTries = {
  /** Counts an attempt. The caller may execute it only if `waitMs` is 0. */
  begin(key: PaymentKey, nowMs: number): Promise<OwedTry>
  /** The number of attempts, and the wait before the next one. */
  find(key: PaymentKey, nowMs: number): Promise<OwedTry & { tries: number }>
}

/**
 * The first attempt may begin at once. The wait before each later one doubles, from a second to an
 * hour. Of two concurrent attempts, one waits.
 */
export function createOwedTries(database: Database): OwedTries {
  const find = async (payment: PaymentKey, nowMs: number) => {
    const [known] = await database.read(findSql, ...keyOf(payment))
    const tries = Number(known?.['tries'] ?? 0)
    const waitMs = Math.max(0, Number(known?.['next_at'] ?? 0) - nowMs)
    return { tries, waitMs: tries >= owedTriesMax ? Infinity : waitMs }
  }
  return {
    find,
    async begin(payment, nowMs) {
      const { tries, waitMs } = await find(payment, nowMs)
      if (waitMs > 0) return { waitMs }
      const key = keyOf(payment)
      const spacingMs = Math.min(1_000 * 2 ** tries, spacingMaxMs)
      const next = BigInt(nowMs + spacingMs)
      const statement =
        tries > 0
          ? { sql: nextSql, values: [tries + 1, next, ...key, tries] }
          : { sql: firstSql, values: [...key, next] }
      const { results } = await database.write(statement)
      return { waitMs: results[0]?.changes === 1 ? 0 : spacingMs }
    },
  }
}

function keyOf({ payer, nonce }: PaymentKey) {
  return [bytesOf(payer), bytesOf(nonce)]
}
