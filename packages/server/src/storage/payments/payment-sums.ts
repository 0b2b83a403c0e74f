import type { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { integer } from '../database/column-values.ts'
import type { Database, Row } from '../database/database.ts'
import { type PaymentRecord, type PaymentState, paymentStates } from './payment-record.ts'

/** Sums halves of 32 bits separately, so that no sum exceeds 64 bits. */
const amountSums = `coalesce(sum(amount / 4294967296), 0) as high,
  coalesce(sum(amount % 4294967296), 0) as low`
const sold = `state in ('settled', 'answered', 'owed')`
/** Reads two partial indices: almost all payments are answered, and only one index holds their sums. */
const totalsSql = `select 'sold' as state, count(*) as count, ${amountSums} from payments where ${sold}
  union all select state, count(*) as count, ${amountSums} from payments
    where state <> 'answered' group by state`
const settledSql = (stepMs: number) => `select created_at / ${stepMs} as step,
    count(*) as payments, ${amountSums}
  from payments where created_at >= ? and ${sold}
  group by created_at / ${stepMs}`
const statesSql = `select state, count(*) as count, ${amountSums} from payments
  where created_at >= ? group by state`
const owedSql = `select count(*) as count, coalesce(min(created_at), 0) as oldest, ${amountSums}
  from payments where state = 'owed' and state <> 'answered'`
/** The partial index of open payments is used only if the condition repeats its own. */
const openSql = `select count(*) as open from payments
  where state in ('claimed', 'broadcast', 'reserved', 'advanced', 'reorganised')
    and state <> 'answered'`
const factsSql = 'select count(*) as payments, coalesce(max(created_at), 0) as newest from payments'

/** Number of payments and their sum by state, in atomic units. */
export async function totalsIn(
  database: Pick<Database, 'scan'>,
): ReturnType<PaymentRecord['totals']> {
  const { sold, ...sums } = byState(await database.scan(totalsSql))
  const { settled, owed } = sums
  const answered = {
    count: sold.count - settled.count - owed.count,
    amount: sold.amount - settled.amount - owed.amount,
  }
  return { ...sums, answered }
}

/** The same as {@link totalsIn}, for payments claimed since `fromMs` (Unix milliseconds). */
export async function statesSince(
  database: Pick<Database, 'scan'>,
  fromMs: number,
): ReturnType<PaymentRecord['totals']> {
  const { sold: _, ...sums } = byState(await database.scan(statesSql, fromMs))
  return sums
}

type Sum = { count: number; amount: bigint }

function byState(rows: readonly Row[]): Record<PaymentState | 'sold', Sum> {
  const none = ['sold', ...paymentStates].map((state) => [state, { count: 0, amount: 0n }])
  const found = rows.map((row) => [
    row['state'],
    { count: Number(row['count']), amount: sumOf(row) },
  ])
  return Object.fromEntries([...none, ...found])
}

/** Currently owed answers: their number, sum, and earliest time (Unix milliseconds; 0 for none). */
export async function owedNow(
  database: Pick<Database, 'scan'>,
): Promise<{ count: number; amount: bigint; oldestMs: number }> {
  const [row] = await database.scan(owedSql)
  return {
    count: Number(row?.['count']),
    amount: row ? sumOf(row) : 0n,
    oldestMs: Number(row?.['oldest']),
  }
}

/**
 * Settled payments since `fromMs`, by the time step of their claim. `step` counts from 1970 in
 * units of `stepMs`; `revenue` is in atomic units.
 */
export async function settledBySteps(
  database: Pick<Database, 'scan'>,
  { stepMs, fromMs }: { stepMs: number; fromMs: number },
): Promise<readonly { step: number; payments: number; revenue: bigint }[]> {
  return (await database.scan(settledSql(stepMs), fromMs)).map((row) => ({
    step: Number(row['step']),
    payments: Number(row['payments']),
    revenue: sumOf(row),
  }))
}

/** Number of payments that are claimed and not settled. */
export async function countOpenPayments(database: Pick<Database, 'read'>): Promise<number> {
  return Number((await database.read(openSql))[0]!['open'])
}

/** Number of payments in a file of the embedded database, and the time of the newest claim. */
export function paymentFactsOfFile(file: DatabaseSync): { payments: number; newest: number } {
  const { payments, newest } = file.prepare(factsSql).get() as Record<string, number>
  return { payments: payments ?? 0, newest: newest ?? 0 }
}

/** Number of payments in a PostgreSQL; 0 without the tables of a server. */
export async function countPaymentsOfPostgres(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query("select to_regclass('payments') is not null as is_there")
    if (!rows[0]?.is_there) return 0
    return Number((await client.query(factsSql)).rows[0]?.payments)
  } finally {
    await client.end()
  }
}

function sumOf(row: Row): bigint {
  return (integer(row['high']) << 32n) + integer(row['low'])
}
