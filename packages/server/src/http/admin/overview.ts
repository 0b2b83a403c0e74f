import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { orNames } from '@fiq/shared/spelling/name-list'
import type { FastifyInstance } from 'fastify'
import { poolsOf } from '../../storage/accounts/organisation-search.ts'
import { type Range, ranges, type Sold, soldOverTime } from '../../storage/admin/sold-over-time.ts'
import { owedNow, statesSince } from '../../storage/payments/payment-sums.ts'
import { cacheBriefly } from '../cache-briefly.ts'
import type { AdminParts } from './admin-parts.ts'
import { forOperator } from './operator-request.ts'
import { overviewPage } from './overview-page.ts'
import type { OverviewShape } from './shapes.ts'
import { sourceHealth } from './source-health.ts'

/** Sums over all payments are read at most this often, however many viewers there are. */
const storedMs = 2_000

/** Reads the overview of a range. All viewers share one read in two seconds. */
export type ReadOverview = (range: string | undefined) => Promise<OverviewShape>

/** @throws FiqError `BAD_INPUT`, from the returned function, for an unknown range. */
export function createOverview(parts: AdminParts): ReadOverview {
  const { nowMs } = parts
  const load = (range: string) => readOverview(range as Range, parts)
  const overview = cacheBriefly(load, { storedMs, nowMs })
  return async (range = 'day') => {
    if (Object.hasOwn(ranges, range)) return overview(range)
    throw new FiqError('BAD_INPUT', `range is one of ${orNames(Object.keys(ranges))}.`)
  }
}

/** `GET /admin/api/overview?range=hour|day|week|month|year` */
export function overviewSurface(app: FastifyInstance, parts: AdminParts): void {
  app.get(
    '/admin/api/overview',
    forOperator(parts, async ({ query: { range } }) => parts.overview(range)),
  )
}

async function readOverview(
  range: Range,
  { running, database, nowMs }: AdminParts,
): Promise<OverviewShape> {
  const now = nowMs()
  await running.flushCounts()
  const sold = await soldOverTime(database, range, now)
  const [states, owed, pools] = await Promise.all([
    statesSince(database, sold.sold[0]?.at ?? now),
    owedNow(database),
    poolsOf(database, now),
  ])
  const sum = (of: (each: Sold) => number) => sold.sold.reduce((all, each) => all + of(each), 0)
  const figures = {
    readAt: iso(now),
    range,
    revenue: formatUsdc(sold.sold.reduce((all, { revenue }) => all + revenue, 0n)),
    revenueBefore: formatUsdc(sold.revenueBefore),
    payments: sum(({ payments }) => payments),
    quotes: sum(({ quotes }) => quotes),
    unpaid: sum(({ unpaid }) => unpaid),
    refused: sum(({ refused }) => refused),
    times: sold.times,
    owed: {
      count: owed.count,
      amount: formatUsdc(owed.amount),
      oldest: owed.count > 0 ? iso(owed.oldestMs) : null,
    },
    totals: Object.entries(states).map(([state, { count, amount }]) => ({
      state,
      count,
      amount: formatUsdc(amount),
    })),
    sold: sold.sold.map(({ at, revenue, times, ...counts }) => ({
      at: iso(at),
      revenue: formatUsdc(revenue),
      times: times ?? null,
      ...counts,
    })),
    pools,
  }
  const sources = await sourceHealth({ database, running, nowMs })
  return { ...figures, drawn: String(overviewPage(figures, sources, now)) }
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString()
}
