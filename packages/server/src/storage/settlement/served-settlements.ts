import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import { bytesOf, hexOf } from '../database/column-values.ts'
import { type Database, skipLocked } from '../database/database.ts'
import { type Prunable, prunedMax } from '../database/pruning.ts'
import { type PaymentRecord, storedUntilMs } from '../payments/payment-record.ts'

/**
 * Transactions sent for other resource servers, whose payments are not in the payment record. A
 * repeated request to settle must not be refused while the first transaction may still be mined.
 */
export type ServedSettlements = Prunable & {
  /** The last transaction sent for the payment; `undefined` if none was. */
  sent(payment: SignedAuthorization): Promise<Hex | undefined>
  /** Stores the hash of a transaction before it is sent. */
  broadcast(payment: SignedAuthorization, transaction: Hex): Promise<void>
}

const sentSql = 'select transaction_hash from served_settlements where payer = ? and nonce = ?'
const broadcastSql = `insert into served_settlements (payer, nonce, transaction_hash, kept_until)
  values (?, ?, ?, ?) on conflict (payer, nonce) do update set
    transaction_hash = excluded.transaction_hash, kept_until = excluded.kept_until`
const pruneSql = `delete from served_settlements where (payer, nonce) in (
  select payer, nonce from served_settlements where kept_until < ?
  order by kept_until limit ? ${skipLocked})`

/** Rows are kept as long as answers: until {@link storedUntilMs}, at least a day by default. */
export function createServedSettlements(
  database: Pick<Database, 'read' | 'write'>,
  nowMs: () => number,
  limits: PaymentRecord['limits'],
): ServedSettlements {
  const keyOf = ({ authorization: { from, nonce } }: SignedAuthorization) =>
    [bytesOf(from), bytesOf(nonce)] as const
  return {
    async sent(payment) {
      const [row] = await database.read(sentSql, ...keyOf(payment))
      return row && hexOf(row['transaction_hash'])
    },
    async broadcast(signed, transaction) {
      const keptUntil = storedUntilMs({ createdAt: nowMs(), signed }, limits)
      const values = [...keyOf(signed), bytesOf(transaction), BigInt(keptUntil)]
      await database.write({ sql: broadcastSql, values })
    },
    async prune(atMs, rowsMax = prunedMax) {
      const { results } = await database.write({ sql: pruneSql, values: [BigInt(atMs), rowsMax] })
      return results[0]?.changes ?? 0
    },
  }
}
