import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { isActive, issueKey, keyDaysMax } from '../../accounts/accounts.ts'
import type { KeyRow } from '../../storage/accounts/access-store.ts'
import { bodyText } from '../http-defaults.ts'
import { type AccountParts, withKey } from '../keys-bearer.ts'
import { readJson } from '../session/read-json.ts'

const bodySchema = z.object({
  name: z.string().default('key'),
  expiresInDays: z.number().int().min(1).max(keyDaysMax).optional(),
})

/**
 * `/api/v1/keys`: an organisation's keys. Any key may list them. Only a key from a sign-in or from
 * the operator may create and revoke keys. So a key given to a program cannot create others,
 * outlive its parent, or lock its owner out. Any key may revoke itself.
 */
export function keysSurface(app: FastifyInstance, parts: AccountParts): void {
  const { accounts } = parts.access
  const { store, nowMs } = accounts

  app.post(
    '/api/v1/keys',
    withKey(parts, async ({ request, identity }) => {
      refuseChild(identity.key)
      const { name, expiresInDays: days } = readJson(bodyText(request).trim() || '{}', bodySchema, {
        remedy: 'Send { "name": "ci", "expiresInDays": 30 }. Both are optional.',
      })
      const organisation = identity.organisation.id
      const { key, row } = await issueKey(
        { organisation, name, days, parent: identity.key },
        accounts,
      )
      return { status: 201, value: { key, ...shown(row, nowMs()) } }
    }),
  )

  app.get(
    '/api/v1/keys',
    withKey(parts, async ({ identity }) => {
      const rows = await store.keys(identity.organisation.id)
      return { value: { keys: rows.map((row) => shown(row, nowMs())) } }
    }),
  )

  app.delete(
    '/api/v1/keys/:id',
    withKey<FastifyRequest<{ Params: { id: string } }>>(parts, async ({ request, identity }) => {
      const { id } = request.params
      if (id !== identity.key.id) refuseChild(identity.key)
      const organisation = identity.organisation.id
      const now = nowMs()
      if (!(await store.revokeKey({ id, organisation }, now)))
        throw new FiqError(
          'NOT_FOUND',
          'Your organisation has no key with this id, or it was revoked.',
          { remedy: 'GET /api/v1/keys lists the keys and their ids.' },
        )
      return { value: { id, revokedAt: new Date(now).toISOString() } }
    }),
  )
}

/** @throws FiqError `KEY_DENIED` */
function refuseChild({ parent, prefix }: KeyRow): void {
  if (parent === undefined) return
  throw new FiqError(
    'KEY_DENIED',
    `The API key ${prefix}… was created with another key. It can create no keys and can revoke only itself.`,
  )
}

/** The public fields of a key: its prefix, but neither the key nor its hash. */
export function shown(row: KeyRow, nowMs: number) {
  const { id, organisation, name, prefix, createdAt, expiresAt, revokedAt } = row
  const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())
  return {
    id,
    organisation,
    name,
    prefix,
    active: isActive(row, nowMs),
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    revokedAt: iso(revokedAt),
  }
}
