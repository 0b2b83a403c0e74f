import { integer } from '../database/column-values.ts'
import type { Database, Row } from '../database/database.ts'

/** What was sold in one hour or day. `at` in Unix milliseconds, its beginning, UTC. */
export type Sold = {
  at: number
  /** Payments that settled: queries paid one by one, and credits bought. */
  payments: number
  /** What they brought, in atomic units. */
  revenue: bigint
  /** Queries that credits paid. */
  creditQueries: number
  /** Credits they took; those given back are subtracted. */
  credits: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How far back, and in which steps. The last step has begun and not ended. */
export const ranges = {
  day: { stepMs: hourMs, steps: 24 },
  week: { stepMs: hourMs, steps: 7 * 24 },
  month: { stepMs: dayMs, steps: 30 },
  year: { stepMs: dayMs, steps: 365 },
} as const

export type Range = keyof typeof ranges

/** Every step of the range, oldest first, those in which nothing was sold too. */
export async function soldOverTime(
  database: Pick<Database, 'scan'>,
  range: Range,
  nowMs: number,
): Promise<readonly Sold[]> {
  const { stepMs, steps } = ranges[range]
  const last = Math.floor(nowMs / stepMs)
  const first = last - steps + 1
  const [payments, credits] = await Promise.all([
    database.scan(revenueSql(stepMs), first * stepMs),
    database.scan(creditsSql(stepMs), first * stepMs),
  ])
  const paymentsBy = new Map(payments.map((row) => [Number(row['step']), row]))
  const creditsBy = new Map(credits.map((row) => [Number(row['step']), row]))
  return Array.from({ length: steps }, (_, place) =>
    soldIn((first + place) * stepMs, paymentsBy.get(first + place), creditsBy.get(first + place)),
  )
}

function soldIn(at: number, payments: Row | undefined, credits: Row | undefined): Sold {
  return {
    at,
    payments: Number(payments?.['payments'] ?? 0),
    revenue: payments ? (integer(payments['high']) << 32n) + integer(payments['low']) : 0n,
    creditQueries: Number(credits?.['queries'] ?? 0),
    credits: Number(credits?.['credits'] ?? 0),
  }
}

/** Two texts in all. In halves of 32 bits, so that no sum leaves 64 bits whatever the amounts are. */
function revenueSql(stepMs: number): string {
  return `select created_at / ${stepMs} as step, count(*) as payments,
      sum(amount / 4294967296) as high, sum(amount % 4294967296) as low
    from payments where created_at >= ? and state in ('settled', 'answered', 'owed')
    group by created_at / ${stepMs}`
}

function creditsSql(stepMs: number): string {
  return `select created_at / ${stepMs} as step, -sum(credits) as credits,
      sum(case when kind = 'debit' then 1 else 0 end) as queries
    from credit_ledger where created_at >= ? and key_id is not null
      and kind in ('debit', 'refund')
    group by created_at / ${stepMs}`
}
