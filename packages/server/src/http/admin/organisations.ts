import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createOrganisation, issueKey, keyDaysMax } from '../../accounts/accounts.ts'
import { planNamed, plans } from '../../accounts/plans.ts'
import type { Organisation } from '../../storage/accounts/access-store.ts'
import { searchOrganisations } from '../../storage/accounts/organisation-search.ts'
import type { UsageRow } from '../../storage/credits/credit-store.ts'
import { spanStart } from '../account/account-data.ts'
import { shown as keyShown } from '../account/keys.ts'
import type { AdminParts } from './admin-parts.ts'
import { operatorChange } from './operator-change.ts'
import { forOperator, type OperatorRequest } from './operator-request.ts'
import type { OrganisationDetailShape, OrganisationsShape } from './shapes.ts'

const pageSize = 50
const ledgerMax = 50
const keysShownMax = 500
const usageDays = 30
/** Maximum credits of one grant. */
const grantMax = 1_000_000_000

const newSchema = z.object({ name: z.string(), plan: z.string() })
const planSchema = z.object({ plan: z.string() })
const grantSchema = z.object({
  credits: z.number().int().min(1).max(grantMax),
  reason: z.string().trim().min(1).max(200),
  /** Created by the page for each grant, so that a repeated request grants once. */
  request: z.uuid(),
})
const keySchema = z.object({
  name: z.string(),
  days: z.number().int().min(1).max(keyDaysMax).optional(),
})
const revokeSchema = z.object({ key: z.string().max(100) })

/** `/admin/api/organisations`: owners of keys and credits, and the operator's actions for them. */
export function organisationsSurface(app: FastifyInstance, parts: AdminParts): void {
  const path = '/admin/api/organisations'
  app.get(
    path,
    forOperator(parts, async ({ query }) => listOrganisations(query, parts)),
  )
  app.get(
    `${path}/:id`,
    forOperator(parts, async (operatorRequest) =>
      detailOf(await organisationIn(operatorRequest, parts), parts),
    ),
  )
  const { accounts } = parts.access
  app.post(
    path,
    operatorChange(parts, newSchema, ({ name, plan }) => ({
      action: 'create organisation',
      subject: name.slice(0, 100),
      detail: plan.slice(0, 64),
      run: async () => {
        const { id } = await createOrganisation({ name, plan }, accounts)
        return { id, name, plan }
      },
    })),
  )
  app.post(
    `${path}/:id/plan`,
    operatorChange(parts, planSchema, async ({ plan }, operatorRequest) => {
      const { id, name, plan: before } = await organisationIn(operatorRequest, parts)
      planNamed(plan)
      return {
        action: 'change plan',
        subject: id,
        detail: `${name}: ${before} to ${plan}`,
        run: async () => {
          await accounts.store.changePlan(id, plan)
          return { id, plan }
        },
      }
    }),
  )
  app.post(
    `${path}/:id/credits`,
    operatorChange(parts, grantSchema, async (grant, operatorRequest) =>
      grantTo(grant, operatorRequest, parts),
    ),
  )
  keysOf(app, parts)
}

function keysOf(app: FastifyInstance, parts: AdminParts): void {
  const path = '/admin/api/organisations/:id/keys'
  const { accounts } = parts.access
  app.post(
    path,
    operatorChange(parts, keySchema, async ({ name, days }, operatorRequest) => {
      const { id, name: of } = await organisationIn(operatorRequest, parts)
      const life = days === undefined ? 'for ever' : `for ${days} days`
      return {
        action: 'create key',
        subject: id,
        detail: `${of}: ${name.slice(0, 100)}, ${life}`,
        run: async () => {
          const { key, row } = await issueKey({ organisation: id, name, days }, accounts)
          const { prefix, expiresAt } = keyShown(row, accounts.nowMs())
          return { key, prefix, expiresAt }
        },
      }
    }),
  )
  app.post(
    `${path}/revoke`,
    operatorChange(parts, revokeSchema, async ({ key }, operatorRequest) => {
      const { id, name } = await organisationIn(operatorRequest, parts)
      const row = (await accounts.store.keys(id)).find((each) => each.id === key)
      if (!row) throw new FiqError('NOT_FOUND', `${name} has no key with this id.`)
      return {
        action: 'revoke key',
        subject: id,
        detail: `${name}: ${row.prefix}…`,
        run: async () => ({ revoked: await accounts.store.revokeKey(row, accounts.nowMs()) }),
      }
    }),
  )
}

async function grantTo(
  { credits, reason, request }: z.infer<typeof grantSchema>,
  operatorRequest: OperatorRequest,
  { access: { accounts } }: AdminParts,
) {
  const { id, name } = await organisationIn(operatorRequest, { access: { accounts } })
  const gift = { id: request, organisation: id, kind: 'grant', credits } as const
  const about = {
    reference: `operator:${request}`,
    note: `${operatorRequest.session.owner}: ${reason}`,
  }
  return {
    action: 'grant credits',
    subject: id,
    detail: `${name}: ${credits} credits, ${reason}`,
    run: async () => ({
      credits,
      given: await accounts.store.give({ ...gift, ...about, at: accounts.nowMs() }),
    }),
  }
}

/** @throws FiqError `NOT_FOUND` */
export async function organisationIn(
  { params: { id = '' } }: Pick<OperatorRequest, 'params'>,
  { access: { accounts } }: { access: Pick<AdminParts['access'], 'accounts'> },
): Promise<Organisation> {
  const organisation = await accounts.store.findOrganisation({ id })
  if (organisation) return organisation
  throw new FiqError('NOT_FOUND', 'This organisation does not exist.')
}

/** @param size - Maximum rows: of a page, or of a file. */
export async function listOrganisations(
  { search = '', after = '' }: Readonly<Record<string, string | undefined>>,
  { database }: Pick<AdminParts, 'database'>,
  size = pageSize,
): Promise<OrganisationsShape> {
  const limit = size + 1
  const rows = await searchOrganisations(database, { text: search.slice(0, 100), after, limit })
  return {
    organisations: rows.slice(0, size).map(({ createdAt, ...row }) => ({
      ...row,
      createdAt: new Date(createdAt).toISOString(),
    })),
    next: rows.length > size ? (rows[size - 1]?.name ?? null) : null,
    plans,
  }
}

/** An organisation with its keys, its newest ledger entries and its usage by day. */
export async function detailOf(
  { id, name, plan, wallet, createdAt }: Organisation,
  { access, nowMs }: AdminParts,
): Promise<OrganisationDetailShape> {
  const { store } = access.accounts
  const since = spanStart(usageDays, nowMs())
  const [{ prepaid, allotment }, keys, ledger, usage] = await Promise.all([
    access.credits.balance(id),
    store.keys(id),
    store.ledger(id, ledgerMax),
    store.usage(id, since),
  ])
  return {
    id,
    name,
    plan,
    wallet: wallet ?? null,
    prepaid,
    allotment,
    createdAt: new Date(createdAt).toISOString(),
    keys: keys.slice(-keysShownMax).map((row) => keyShown(row, nowMs())),
    ledger: ledger.map(({ createdAt: at, kind, credits, note }) => ({
      at: new Date(at).toISOString(),
      kind,
      credits,
      note: note ?? null,
    })),
    usage: byDay(usage),
  }
}

/** Sums the usage of all keys by day, oldest first. Omits days without usage. */
function byDay(rows: readonly UsageRow[]): OrganisationDetailShape['usage'] {
  const days = new Map<string, { day: string; operations: number; credits: number }>()
  for (const { day, operations, credits } of rows.toReversed()) {
    const known = days.get(day) ?? { day, operations: 0, credits: 0 }
    days.set(day, {
      day,
      operations: known.operations + operations,
      credits: known.credits + credits,
    })
  }
  return [...days.values()]
}
