import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Organisation } from '../../storage/accounts/access-store.ts'
import type { AccountParts } from '../keys-bearer.ts'
import {
  type BrowserSession,
  type BrowserSessions,
  createBrowserSessions,
  sessionLimits,
} from '../session/browser-sessions.ts'
import { cookieField, requireChange, type SignedInPage } from '../session/session-request.ts'

/** Sessions of the account page. */
export type AccountSessions = {
  page: SignedInPage & { sessions: BrowserSessions }
  /** Opens a session. @returns The `Set-Cookie` header. */
  open(organisation: Pick<Organisation, 'id'>, request: FastifyRequest): Promise<string>
  /** The organisation of a session. @throws FiqError if it no longer exists. */
  organisationOf(session: BrowserSession): Promise<Organisation>
  /**
   * The organisation of the session whose page sent a change; `undefined` for a request without the
   * token of a session. Such a request may have an API key instead.
   *
   * @throws FiqError `ORIGIN_REFUSED`, `SIGN_IN_REFUSED`
   */
  changeOf(request: FastifyRequest): Promise<Organisation | undefined>
}

/** Creates the sessions of the account page. */
export function createAccountSessions(
  { access: { accounts } }: Pick<AccountParts, 'access'>,
  publicUrl: string | undefined,
): AccountSessions {
  const { store, nowMs } = accounts
  const sessions = createBrowserSessions({ store, nowMs, random: randomBytes })
  const page: AccountSessions['page'] = {
    ...({ path: '/account', cookie: 'fiq_account', publicUrl, sessions } as const),
    remedy: 'Sign in at /account.',
  }
  const organisationOf = async ({ owner }: BrowserSession) => {
    const organisation = await store.findOrganisation({ id: owner })
    if (organisation) return organisation
    throw new Error('A session belongs to no organisation.')
  }
  return {
    page,
    organisationOf,
    async open({ id: owner }, request) {
      const { id } = await sessions.open(owner)
      return cookieField(request, page, id, sessionLimits.wholeMs / 1_000)
    },
    async changeOf(request) {
      if (request.headers['x-fiq-csrf'] === undefined) return undefined
      return organisationOf(await requireChange(request, page))
    },
  }
}
