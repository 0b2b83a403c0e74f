import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance } from 'fastify'
import { leaseHolders } from '../../storage/settlement/settlement-leases.ts'
import type { AdminParts } from './admin-parts.ts'
import { forOperator } from './operator-request.ts'
import type { ActionsShape, SystemShape } from './shapes.ts'

const pageSize = 50

/**
 * `/admin/api/system`: this instance and its sources; `/admin/api/actions`: the log of operators'
 * actions.
 */
export function systemSurface(app: FastifyInstance, parts: AdminParts): void {
  app.get(
    '/admin/api/system',
    forOperator(parts, async () => systemOf(parts)),
  )
  app.get(
    '/admin/api/actions',
    forOperator(parts, async ({ query }) => listActions(query['after'] ?? '', parts)),
  )
}

/** The state of the server as operators see it. */
export async function systemOf({ facts, running, database }: AdminParts): Promise<SystemShape> {
  return {
    version: facts.version,
    dataMode: facts.dataMode,
    instances: running.instances(),
    leases: running.isShared ? await leaseHolders(database) : [],
    upstreams: running
      .upstreamHealth()
      .map((health) => ({ ...health, name: running.sourceName(health.host) })),
    breakers: running.troubles().map(({ operation, failures, restsUntil }) => ({
      operation,
      failures,
      restsUntil: restsUntil === undefined ? null : new Date(restsUntil).toISOString(),
    })),
    cache: running.cacheState(),
    settings: running.settings,
  }
}

/** @throws FiqError `BAD_INPUT` */
export async function listActions(
  after: string,
  { operators }: Pick<AdminParts, 'operators'>,
  size = pageSize,
): Promise<ActionsShape> {
  const [, createdAt, id = ''] = /^(\d{1,15}):([\w-]{1,100})$/.exec(after) ?? []
  if (after !== '' && createdAt === undefined)
    throw new FiqError('BAD_INPUT', 'The parameter after must come from an earlier answer.')
  const last = createdAt === undefined ? undefined : { createdAt: Number(createdAt), id }
  const rows = await operators.actions(size + 1, last)
  const end = rows.length > size ? rows[size - 1] : undefined
  return {
    actions: rows.slice(0, size).map(({ createdAt: at, outcome, ...row }) => ({
      ...row,
      outcome: outcome ?? null,
      at: new Date(at).toISOString(),
    })),
    next: end ? `${end.createdAt}:${end.id}` : null,
  }
}
