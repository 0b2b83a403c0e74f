import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { FastifyInstance } from 'fastify'
import { poolsOf } from '../../storage/accounts/organisation-search.ts'
import { type Range, ranges, soldOverTime } from '../../storage/admin/sold-over-time.ts'
import type { AdminParts } from './admin-parts.ts'
import { cacheBriefly } from './cache-briefly.ts'
import { forOperator } from './operator-request.ts'
import type { OverviewShape } from './shapes.ts'

/** However many look at it: sums over all payments are read at most this often. */
const keptMs = 2_000

/** `GET /admin/api/overview?range=day|week|month|year` */
export function overviewSurface(app: FastifyInstance, parts: AdminParts): void {
  const { nowMs } = parts
  const load = (range: string) => readOverview(range as Range, parts)
  const overview = cacheBriefly(load, { keptMs, nowMs })
  app.get(
    '/admin/api/overview',
    forOperator(parts, async ({ query: { range = 'day' } }) => {
      if (!Object.hasOwn(ranges, range))
        throw new FiqError('BAD_INPUT', `range is one of ${Object.keys(ranges).join(', ')}.`)
      return overview(range)
    }),
  )
}

async function readOverview(
  range: Range,
  { paymentPorts, database, nowMs }: AdminParts,
): Promise<OverviewShape> {
  const now = nowMs()
  const [totals, sold, pools] = await Promise.all([
    paymentPorts.record.totals(),
    soldOverTime(database, range, now),
    poolsOf(database, now),
  ])
  return {
    readAt: new Date(now).toISOString(),
    range,
    totals: Object.entries(totals).map(([state, { count, amount }]) => ({
      ...{ state, count, amount: formatUsdc(amount) },
    })),
    revenue: formatUsdc(sold.reduce((sum, { revenue }) => sum + revenue, 0n)),
    sold: sold.map(({ at, revenue, ...counts }) => ({
      ...{ at: new Date(at).toISOString(), revenue: formatUsdc(revenue) },
      ...counts,
    })),
    pools,
  }
}
