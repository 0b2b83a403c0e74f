import { creditsBySteps } from '../credits/credits-ledger.ts'
import type { Database } from '../database/database.ts'
import { settledBySteps } from '../payments/payment-sums.ts'

/** Sales of one hour or day. `at` in Unix milliseconds, its beginning, UTC. */
export type Sold = {
  at: number
  /** Payments that settled: queries paid one by one, and credits bought. */
  payments: number
  /** Sum of these payments, in atomic units. */
  revenue: bigint
  /** Queries that credits paid. */
  creditQueries: number
  /** Credits of these queries, refunds subtracted. */
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

/** Every step of the range, oldest first, steps without sales included. */
export async function soldOverTime(
  database: Pick<Database, 'scan'>,
  range: Range,
  nowMs: number,
): Promise<readonly Sold[]> {
  const { stepMs, steps } = ranges[range]
  const last = Math.floor(nowMs / stepMs)
  const first = last - steps + 1
  const since = { stepMs, fromMs: first * stepMs }
  const [payments, credits] = await Promise.all([
    settledBySteps(database, since),
    creditsBySteps(database, since),
  ])
  const paymentsBy = new Map(payments.map((each) => [each.step, each]))
  const creditsBy = new Map(credits.map((each) => [each.step, each]))
  return Array.from({ length: steps }, (_, place) => {
    const step = first + place
    const { payments: count = 0, revenue = 0n } = paymentsBy.get(step) ?? {}
    const { queries = 0, credits: spent = 0 } = creditsBy.get(step) ?? {}
    return { at: step * stepMs, payments: count, revenue, creditQueries: queries, credits: spent }
  })
}
