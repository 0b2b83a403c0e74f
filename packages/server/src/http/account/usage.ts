import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AccountParts, withKey } from '../keys-bearer.ts'
import { byArea, spanStart } from './account-data.ts'

const daysDefault = 30
const daysMax = 366

type Query = { Querystring: Record<string, string> }

/** `GET /api/v1/usage?days=30`: credits spent by an organisation's keys, by day and by area. */
export function usageSurface(app: FastifyInstance, parts: AccountParts): void {
  const { store, nowMs } = parts.access.accounts
  app.get(
    '/api/v1/usage',
    withKey<FastifyRequest<Query>>(parts, async ({ request, identity }) => {
      const days = readDays(request.query['days'])
      const since = spanStart(days, nowMs())
      const { id } = identity.organisation
      const names = new Map((await store.keys(id)).map((row) => [row.id, row]))
      const [used, areas] = await Promise.all([
        store.usage(id, since),
        store.usageByArea(id, since),
      ])
      const rows = used.map(({ key, ...row }) => ({
        ...row,
        key: { id: key, name: names.get(key)?.name ?? '', prefix: names.get(key)?.prefix ?? '' },
      }))
      const sum = (of: 'credits' | 'operations') => rows.reduce((total, row) => total + row[of], 0)
      return {
        value: {
          organisation: id,
          since: new Date(since).toISOString(),
          operations: sum('operations'),
          credits: sum('credits'),
          days: rows,
          areas: byArea(areas),
        },
      }
    }),
  )
}

function readDays(text: string | undefined): number {
  if (text === undefined) return daysDefault
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= daysMax) return days
  throw new FiqError('BAD_INPUT', `days must be 1 to ${daysMax}.`)
}
