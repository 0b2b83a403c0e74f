import { defined } from '@fiq/shared/defined'
import { creditsBySteps } from '../credits/credits-ledger.ts'
import type { Database } from '../database/database.ts'
import { type AnswerTimes, answerTimesBySteps } from '../payments/answer-times.ts'
import { settledBySteps } from '../payments/payment-sums.ts'
import { createHourlyCounts, fiveMinutesMs, hourMs } from './hourly-counts.ts'

/** Sales of five minutes, one hour or one day. `at`: its beginning in UTC, Unix milliseconds. */
export type Sold = {
  at: number
  /** Settled payments, for single queries and for credits. */
  payments: number
  /** Sum of these payments, in atomic units. */
  revenue: bigint
  /** Queries that credits paid. */
  creditQueries: number
  /** Credits of these queries minus refunds. */
  credits: number
  /** Times of paid answers in milliseconds; absent without one. */
  times?: AnswerTimes
  /** Quotes given to callers without a payment. */
  quotes: number
  /** Quotes minus payments; at least 0. */
  unpaid: number
  /** Unpaid requests that a limit refused. */
  refused: number
}

const dayMs = 24 * hourMs

/**
 * Time ranges: the length and the number of their steps, and the kind of counts that has at least
 * this resolution. The last step is incomplete.
 */
export const ranges = {
  hour: { stepMs: fiveMinutesMs, steps: 12, counts: 'recent-quotes' },
  day: { stepMs: hourMs, steps: 24, counts: 'quotes' },
  week: { stepMs: hourMs, steps: 7 * 24, counts: 'quotes' },
  month: { stepMs: dayMs, steps: 30, counts: 'quotes' },
  year: { stepMs: dayMs, steps: 365, counts: 'quotes' },
} as const

export type Range = keyof typeof ranges

/** The steps of a range, oldest first, including steps without sales. */
export type SoldOverTime = {
  sold: readonly Sold[]
  /** Revenue of the preceding range of the same length. */
  revenueBefore: bigint
  /** Times over all steps. */
  times: AnswerTimes
}

/** Sales and unpaid quotes over time. */
export async function soldOverTime(
  database: Pick<Database, 'scan' | 'write'>,
  range: Range,
  nowMs: number,
): Promise<SoldOverTime> {
  const { stepMs, steps, counts } = ranges[range]
  const first = Math.floor(nowMs / stepMs) - steps + 1
  const since = { stepMs, fromMs: first * stepMs }
  const [settled, credits, times, quotes] = await Promise.all([
    settledBySteps(database, { stepMs, fromMs: (first - steps) * stepMs }),
    creditsBySteps(database, since),
    answerTimesBySteps(database, since),
    createHourlyCounts(database).since(counts, since.fromMs),
  ])
  const [payments, before] = [
    settled.filter(({ step }) => step >= first),
    settled.filter(({ step }) => step < first),
  ]
  const quotesBy = Map.groupBy(quotes, ({ hour }) => Math.floor(hour / stepMs))
  const paymentsBy = new Map(payments.map((each) => [each.step, each]))
  const creditsBy = new Map(credits.map((each) => [each.step, each]))
  const sold = Array.from({ length: steps }, (_, place) => {
    const step = first + place
    const { payments: count = 0, revenue = 0n } = paymentsBy.get(step) ?? {}
    const { queries = 0, credits: spent = 0 } = creditsBy.get(step) ?? {}
    const counted = quotesBy.get(step) ?? []
    const granted = counted.reduce((sum, { calls }) => sum + calls, 0)
    return {
      at: step * stepMs,
      payments: count,
      revenue,
      creditQueries: queries,
      credits: spent,
      ...defined({ times: times.steps.get(step) }),
      quotes: granted,
      unpaid: Math.max(0, granted - count),
      refused: counted.reduce((sum, { failed }) => sum + failed, 0),
    }
  })
  return {
    sold,
    revenueBefore: before.reduce((sum, { revenue }) => sum + revenue, 0n),
    times: times.all,
  }
}
