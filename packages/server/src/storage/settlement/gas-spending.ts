import { type Database, type Statement, skipLocked } from '../database/database.ts'
import { type Prunable, prunedMax } from '../database/pruning.ts'
import { countOpenPayments } from '../payments/payment-sums.ts'

/** The limit of one hour. `sinceMs`: its beginning, Unix milliseconds. */
export type GasHourLimit = { sinceMs: number; weiMax: bigint }

/** Gas costs of the settler's transactions, in wei. Instances share the table. */
export type GasSpending = Prunable & {
  /**
   * Stores the highest cost of a transaction, before it is sent.
   *
   * @param replaces - An earlier transaction with the same transaction count. At most one of the
   * two is mined, so the higher cost of both counts.
   * @returns `false`, and stores nothing, if the costs of the hour would exceed its limit.
   */
  reserve(
    transaction: string,
    wei: bigint,
    atMs: number,
    limit: GasHourLimit,
    replaces?: string,
  ): Promise<boolean>
  /**
   * Stores the cost of a mined transaction.
   *
   * @param reserved - Hash of the version whose reserved cost this replaces; by default
   * `transaction`.
   */
  spent(transaction: string, wei: bigint, atMs: number, reserved?: string): Promise<void>
  /** Records the payer of a mined transaction that did not move its only payment. */
  failed(transaction: string, payer: string): Promise<void>
  /** Payers with at least so many of these transactions since `atMs`, in lower case. */
  failingPayers(atMs: number, failuresMin: number): Promise<ReadonlySet<string>>
  /** Cost since `atMs`, in wei, and the number of payments that are claimed and not settled. */
  since(atMs: number): Promise<{ spent: bigint; open: number }>
}

const sumSql = 'select coalesce(sum(wei), 0) as wei from gas_spending where spent_at > ?'
const replaced = `on conflict (transaction_hash) do update set wei = excluded.wei,
  spent_at = excluded.spent_at`
const spentSql = `insert into gas_spending (transaction_hash, wei, spent_at) values (?, ?, ?)
  ${replaced}`
const reserveSql = `insert into gas_spending (transaction_hash, wei, spent_at)
  select cast(? as text), highest.wei, cast(? as bigint)
  from (select max(wei) as wei from (select cast(? as bigint) as wei
    union all select wei from gas_spending where transaction_hash = ?) as versions) as highest
  where (${sumSql} and transaction_hash not in (?, ?)) <= cast(? as bigint) - highest.wei ${replaced}`
const forgetSql = 'delete from gas_spending where transaction_hash = ?'
const pruneSql = `delete from gas_spending where transaction_hash in (
  select transaction_hash from gas_spending where spent_at < ?
  order by spent_at limit ? ${skipLocked})`

const failedSql = 'update gas_spending set failed_payer = ? where transaction_hash = ?'
const failingSql = `select failed_payer from gas_spending
  where failed_payer is not null and spent_at > ?
  group by failed_payer having count(*) >= ?`

/** Limits count an hour. Rows are kept for a day, for operators who read the table. */
const storedMs = 86_400_000
/** The largest value of a column, about nine ether. */
const weiMax = 2n ** 63n - 1n

/** Creates the record over its table. Amounts above {@link weiMax} are stored as it. */
export function createGasSpending(database: Pick<Database, 'read' | 'write'>): GasSpending {
  return {
    async reserve(transaction, wei, atMs, { sinceMs, weiMax: hourMax }, replaces) {
      const [hash, earlier] = [transaction.toLowerCase(), replaces?.toLowerCase() ?? '']
      // A transaction that is sent again after a reorganisation may have the same hash.
      const limit = [BigInt(sinceMs), hash, earlier, atMost(hourMax)]
      const values = [hash, BigInt(atMs), atMost(wei), earlier, ...limit]
      const reserve = { sql: reserveSql, values, mustChange: 1 }
      return (await database.write(reserve, ...forget(earlier, hash))).applied
    },
    async spent(transaction, wei, atMs, reserved) {
      const hash = transaction.toLowerCase()
      const spent = { sql: spentSql, values: [hash, atMost(wei), BigInt(atMs)] }
      await database.write(spent, ...forget(reserved?.toLowerCase(), hash))
    },
    async failed(transaction, payer) {
      const values = [payer.toLowerCase(), transaction.toLowerCase()]
      await database.write({ sql: failedSql, values })
    },
    async failingPayers(atMs, failuresMin) {
      const rows = await database.read(failingSql, BigInt(atMs), failuresMin)
      return new Set(rows.map((row) => String(row['failed_payer'])))
    },
    async since(atMs) {
      const [sums, open] = await Promise.all([
        database.read(sumSql, BigInt(atMs)),
        countOpenPayments(database),
      ])
      return { spent: BigInt(String(sums[0]!['wei'])), open }
    },
    async prune(nowMs, rowsMax = prunedMax) {
      const values = [BigInt(nowMs - storedMs), rowsMax]
      const { results } = await database.write({ sql: pruneSql, values })
      return results[0]?.changes ?? 0
    },
  }
}

/** Deletes another version of a transaction. */
function forget(version: string | undefined, transaction: string): Statement[] {
  return !version || version === transaction ? [] : [{ sql: forgetSql, values: [version] }]
}

function atMost(wei: bigint): bigint {
  return wei < weiMax ? wei : weiMax
}
