import { type Database, skipLocked } from '../database/database.ts'
import { type Prunable, prunedMax } from '../database/pruning.ts'
import { countOpenPayments } from '../payments/payment-sums.ts'

/** Cost of gas of the settler's transactions, in wei. Instances share it. */
export type GasSpending = Prunable & {
  /** Stores the cost of a transaction. A later cost of the same transaction replaces it. */
  spent(transaction: string, wei: bigint, atMs: number): Promise<void>
  /** Cost since `atMs`, and the number of payments that are claimed and not settled. */
  since(atMs: number): Promise<{ spent: bigint; open: number }>
}

const spentSql = `insert into gas_spending (transaction_hash, wei, spent_at) values (?, ?, ?)
  on conflict (transaction_hash) do update set wei = excluded.wei`
const sumSql = 'select coalesce(sum(wei), 0) as wei from gas_spending where spent_at > ?'
const pruneSql = `delete from gas_spending where transaction_hash in (
  select transaction_hash from gas_spending where spent_at < ?
  order by spent_at limit ? ${skipLocked})`

/** One day, for operators who read the table. */
const keptMs = 86_400_000
/** The largest value of a column, about nine ether. */
const weiMax = 2n ** 63n - 1n

export function createGasSpending(database: Pick<Database, 'read' | 'write'>): GasSpending {
  return {
    async spent(transaction, wei, atMs) {
      const values = [transaction.toLowerCase(), wei < weiMax ? wei : weiMax, BigInt(atMs)]
      await database.write({ sql: spentSql, values })
    },
    async since(atMs) {
      const [sums, open] = await Promise.all([
        database.read(sumSql, BigInt(atMs)),
        countOpenPayments(database),
      ])
      return { spent: BigInt(String(sums[0]!['wei'])), open }
    },
    async prune(nowMs, rowsMax = prunedMax) {
      const values = [BigInt(nowMs - keptMs), rowsMax]
      const { results } = await database.write({ sql: pruneSql, values })
      return results[0]?.changes ?? 0
    },
  }
}
