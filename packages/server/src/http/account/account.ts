import { FiqError } from '@fiq/shared/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { issueKey, keyDaysMax } from '../../accounts/accounts.ts'
import type { IdentityProviders } from '../../accounts/identity-provider.ts'
import { signedInOrganisation } from '../../accounts/sign-in.ts'
import { signInProviderNames } from '../../config/sign-in-providers.ts'
import type { Organisation } from '../../storage/accounts/access-store.ts'
import { type HttpAnswer, withFields } from '../http-answer.ts'
import { bodyText } from '../http-defaults.ts'
import { jsonAnswer, withLimit } from '../keys-bearer.ts'
import { csvAnswer } from '../layout/data-table.ts'
import { pageHeaders } from '../layout/page-headers.ts'
import { readJson } from '../session/read-json.ts'
import {
  refuseForeignChange,
  requireChange,
  requireSession,
  signOut,
  visitorOf,
} from '../session/session-request.ts'
import {
  areaColumns,
  dayColumns,
  readAccount,
  readSpan,
  spanStart,
  statementColumns,
  statementMax,
} from './account-data.ts'
import { accountPage } from './account-page.ts'
import type { AccountSessions } from './account-session.ts'
import { shown } from './keys.ts'
import { type SignInFrame, signInPanel } from './sign-in-pages.ts'
import { readVerify, type SiwxParts, signInPortsOf } from './siwx.ts'

export type AccountPageParts = SiwxParts & {
  accountSessions: AccountSessions
  frame: SignInFrame
  identityProviders: IdentityProviders
}

type Query = FastifyRequest<{ Querystring: { days?: unknown } }>

const keySchema = z.object({
  name: z.string(),
  expiresInDays: z.coerce.number().int().min(1).max(keyDaysMax).optional(),
})
const revokeSchema = z.object({ key: z.string().max(100) })

/** `/account`: the page of a wallet or a user, its files, and its forms. */
export function accountSurface(app: FastifyInstance, parts: AccountPageParts): void {
  const { accountSessions, frame, identityProviders } = parts
  const { page, organisationOf } = accountSessions
  const isDevnet = frame.facts.devnet
  const offered = signInProviderNames.filter((name) => identityProviders[name])
  const panel = signInPanel({ providers: offered, isDevnet }, frame)
  app.get('/account', (request: Query, reply) =>
    withLimit(parts, request, reply, async () => {
      const session = await visitorOf(request, page)
      if (!session) return panel
      const days = readSpan(daysIn(request))
      const organisation = await organisationOf(session)
      const account = await readAccount(organisation, days, parts)
      const by = offered.find((name) => identityProviders[name]?.owns(organisation.subject ?? ''))
      const headers = { ...pageHeaders(frame.style), 'cache-control': 'private, no-store' }
      const visitor = { csrf: session.csrf, by, providers: offered }
      return { status: 200, headers, body: String(accountPage(account, visitor, frame)) }
    }),
  )
  accountFiles(app, parts)
  accountChanges(app, parts)
}

function accountFiles(app: FastifyInstance, parts: AccountPageParts): void {
  const { access, accountSessions } = parts
  const { store, nowMs } = access.accounts
  const file =
    (run: (organisation: Organisation, days: number) => Promise<HttpAnswer>) =>
    (request: Query, reply: FastifyReply) =>
      withLimit(parts, request, reply, async () => {
        const session = await requireSession(request, accountSessions.page)
        return run(await accountSessions.organisationOf(session), readSpan(daysIn(request)))
      })
  app.get(
    '/account/days.csv',
    file(async (organisation, days) => {
      const { usage, groups } = await readAccount(organisation, days, parts)
      return csvAnswer(dayColumns(groups), usage, `fiq-usage-by-day-${days}`)
    }),
  )
  app.get(
    '/account/areas.csv',
    file(async (organisation, days) => {
      const { areas } = await readAccount(organisation, days, parts)
      return csvAnswer(areaColumns, areas, `fiq-usage-by-area-${days}`)
    }),
  )
  app.get(
    '/account/statement.csv',
    file(async ({ id }, days) => {
      const sinceMs = spanStart(days, nowMs())
      const [keys, entries] = await Promise.all([
        store.keys(id),
        store.entries(id, { sinceMs, limit: statementMax + 1 }),
      ])
      const isCut = entries.length > statementMax
      const name = isCut ? `fiq-statement-newest-${statementMax}` : `fiq-statement-${days}`
      return csvAnswer(statementColumns(keys), entries.slice(0, statementMax), name)
    }),
  )
}

function accountChanges(app: FastifyInstance, parts: AccountPageParts): void {
  const { access, accountSessions } = parts
  const { page } = accountSessions
  const { accounts } = access
  const change =
    (run: (organisation: Organisation, text: string) => Promise<unknown>) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      withLimit(parts, request, reply, async () => {
        const session = await requireChange(request, page)
        const organisation = await accountSessions.organisationOf(session)
        return jsonAnswer(200, await run(organisation, bodyText(request)))
      })

  app.post('/account/api/sign-in', (request, reply) =>
    withLimit(parts, request, reply, async () => {
      refuseForeignChange(request, page)
      const { message, signature } = readVerify(bodyText(request))
      const ports = signInPortsOf(request, parts)
      const organisation = await signedInOrganisation({ message, signature }, ports)
      const cookie = await accountSessions.open(organisation, request)
      const value = { organisation: organisation.id, wallet: organisation.wallet }
      return withFields(jsonAnswer(200, value), { 'set-cookie': cookie })
    }),
  )
  app.post('/account/api/sign-out', (request, reply) =>
    withLimit(parts, request, reply, () => signOut(request, page)),
  )
  app.post(
    '/account/api/keys',
    change(async ({ id }, text) => {
      const { name, expiresInDays: days } = readJson(text, keySchema)
      const { key, row } = await issueKey({ organisation: id, name, days }, accounts)
      return { key, ...shown(row, accounts.nowMs()) }
    }),
  )
  app.post(
    '/account/api/keys/revoke',
    change(async ({ id: organisation }, text) => {
      const { key: id } = readJson(text, revokeSchema)
      const now = accounts.nowMs()
      if (await accounts.store.revokeKey({ id, organisation }, now))
        return { id, revokedAt: new Date(now).toISOString() }
      throw new FiqError('NOT_FOUND', 'You have no key with this id, or it was revoked.')
    }),
  )
}

/** The `days` of a query. A repeated parameter is refused like any other invalid text. */
function daysIn({ query: { days } }: Query): string | undefined {
  return days === undefined || typeof days === 'string' ? days : 'several'
}
