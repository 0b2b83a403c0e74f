import type { Hex } from '@fiq/shared/payment/wire'
import { bytesOf, hexOf } from '../database/column-values.ts'
import type { Database } from '../database/database.ts'
import { paymentRow, rowColumns } from './payment-columns.ts'
import type { PaymentRow, SettledBy } from './payment-record.ts'

/** A settled payment whose block is not known to be final. */
export type UnfinalRow = PaymentRow & Required<Pick<PaymentRow, 'transaction'>>

/**
 * Settled payments until their blocks are final. Each write names its transaction, so a late write
 * of another instance changes nothing.
 */
export type Settlements = {
  /** The transactions of the oldest `rowsMax` settlements, each once. */
  unfinal(rowsMax: number): Promise<readonly Hex[]>
  /** The settlements of a transaction that are not final, without their answers. */
  settledIn(transaction: Hex): Promise<readonly UnfinalRow[]>
  final(rows: readonly UnfinalRow[]): Promise<void>
  /** Marks all settled payments claimed until this time as final. Unix milliseconds. */
  finalUntil(claimedMs: number): Promise<void>
  /** Records that another transaction moved the money. */
  moved(row: UnfinalRow, settlement: SettledBy): Promise<void>
  /**
   * Records that a reorganisation removed the transfer. An answered payment becomes `reorganised`;
   * one without an answer becomes `broadcast` again, as before it settled.
   *
   * @returns `false` if the payment changed in between.
   */
  reorganised(row: UnfinalRow): Promise<boolean>
}

/** The reason, in every state, of a payment whose transfer a reorganisation removed. */
export const reorganisedReason = 'A reorganisation of the chain removed the transfer.'

const settled = `state in ('answered', 'settled', 'owed')`
// `min`: in the order of the oldest payment of each transaction.
const unfinalSql = `select transaction_hash from (select transaction_hash, created_at from payments
    where unfinal = 1 and transaction_hash is not null and ${settled}
    order by created_at limit ?) as oldest
  group by transaction_hash order by min(created_at), transaction_hash`
const settledInSql = `select ${rowColumns} from payments
  where transaction_hash = ? and unfinal = 1 and ${settled} order by created_at`
const thisOne = `payer = ? and nonce = ? and transaction_hash = ? and unfinal = 1 and ${settled}`
const finalSql = `update payments set unfinal = null where ${thisOne}`
const finalUntilSql = `update payments set unfinal = null
  where unfinal = 1 and created_at <= ? and ${settled}`
const movedSql = `update payments set transaction_hash = ?, log_index = ? where ${thisOne}`
const reorganisedSql = `update payments set
    state = case when state = 'answered' then 'reorganised' else 'broadcast' end,
    reason = '${reorganisedReason}'
  where ${thisOne}`

/** Creates the queries over the table of payments. */
export function createSettlements(database: Database): Settlements {
  const nameOf = ({ payer, nonce, transaction }: UnfinalRow) =>
    [payer, nonce, transaction].map((hex) => bytesOf(hex))
  return {
    async unfinal(rowsMax) {
      const rows = await database.read(unfinalSql, rowsMax)
      return rows.map((row) => hexOf(row['transaction_hash']))
    },
    async settledIn(transaction) {
      const rows = await database.read(settledInSql, bytesOf(transaction))
      return Promise.all(rows.map(paymentRow)) as Promise<UnfinalRow[]>
    },
    async final(rows) {
      if (rows.length > 0)
        await database.write(...rows.map((row) => ({ sql: finalSql, values: nameOf(row) })))
    },
    async finalUntil(claimedMs) {
      await database.write({ sql: finalUntilSql, values: [BigInt(claimedMs)] })
    },
    async moved(row, { transaction, logIndex }) {
      const values = [bytesOf(transaction), logIndex ?? null, ...nameOf(row)]
      await database.write({ sql: movedSql, values })
    },
    async reorganised(row) {
      const { results } = await database.write({ sql: reorganisedSql, values: nameOf(row) })
      return results[0]?.changes === 1
    },
  }
}
