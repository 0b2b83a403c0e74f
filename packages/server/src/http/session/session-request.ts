import { FiqError } from '@fiq/shared/errors'
import type { FastifyRequest } from 'fastify'
import { sameText } from '../same-text.ts'
import type { BrowserSession, BrowserSessions } from './browser-sessions.ts'

/** A page whose visitors sign in. */
export type SignedInPage = {
  path: '/admin' | '/account'
  /** Name of its cookie. */
  cookie: 'fiq_admin' | 'fiq_account'
  publicUrl: string | undefined
  /** How to sign in. */
  remedy: string
  sessions: Pick<BrowserSessions, 'find'>
}

/** Sent by automatic refreshes of the page, which do not extend the session. */
const refreshHeader = 'x-fiq-refresh'
const csrfHeader = 'x-fiq-csrf'

/**
 * The session of a request that reads something.
 *
 * @throws FiqError `ORIGIN_REFUSED`, `SIGN_IN_REFUSED`, `NOT_CONFIGURED`
 */
export async function requireSession(
  request: FastifyRequest,
  page: SignedInPage,
): Promise<BrowserSession> {
  refuseForeignSites(request, page)
  const session = await sessionOf(request, page)
  if (session) return session
  throw new FiqError('SIGN_IN_REFUSED', 'You are not signed in, or the session has ended.', {
    remedy: page.remedy,
  })
}

/** The session of a page's visitor; `undefined` if not signed in. */
export async function visitorOf(
  request: FastifyRequest,
  page: SignedInPage,
): Promise<BrowserSession | undefined> {
  // Over plain http from another machine there is no sign-in, and the page says so.
  return isReached(request, page) ? sessionOf(request, page) : undefined
}

/**
 * Accepts only changes sent by the visitor's own page: the browser reports the same site, and the
 * request names a token that no other site can read. The session's cookie is not sent from other
 * sites either.
 *
 * @throws FiqError `ORIGIN_REFUSED`, `SIGN_IN_REFUSED`, `NOT_CONFIGURED`
 */
export async function requireChange(
  request: FastifyRequest,
  page: SignedInPage,
): Promise<BrowserSession> {
  refuseForeignChange(request, page)
  const session = await requireSession(request, page)
  const shown = request.headers[csrfHeader]
  if (typeof shown === 'string' && sameText(shown, session.csrf)) return session
  throw new FiqError('ORIGIN_REFUSED', 'The request does not name the token of its session.', {
    remedy: `Reload ${page.path} and try again. Nothing was changed.`,
  })
}

/** Refuses a change that no page of this site asked for. @throws FiqError `ORIGIN_REFUSED` */
export function refuseForeignChange(request: FastifyRequest, page: SignedInPage): void {
  refuseForeignSites(request, page)
  if (request.headers.origin === undefined) throw foreign('It names no Origin.', page)
}

/** The cookie of a session, for the address under which the visitor signs in. Empty: ends it. */
export function cookieField(
  request: FastifyRequest,
  page: SignedInPage,
  value: string,
  seconds: number,
): string {
  const origins = originsOf(request, page)
  const { origin } = request.headers
  const own = origins.find((each) => each === origin) ?? origins[0]!
  const secure = own.startsWith('https:') ? '; Secure' : ''
  const field = `${cookieName(page, own)}=${value}; Path=/; Max-Age=${seconds}`
  return `${field}; HttpOnly; SameSite=Strict${secure}`
}

/** The session ids that a request shows, of which there may be one for each address. */
export function sessionIdsIn(request: FastifyRequest, page: SignedInPage): string[] {
  const names = originsOf(request, page).map((origin) => cookieName(page, origin))
  return (request.headers.cookie ?? '').split(';').flatMap((field) => {
    const [name = '', value = ''] = field.trim().split('=', 2)
    return names.includes(name) ? [value] : []
  })
}

async function sessionOf(
  request: FastifyRequest,
  page: SignedInPage,
): Promise<BrowserSession | undefined> {
  const isUse = request.headers[refreshHeader] === undefined
  // Cookies that were planted beside the real one are not worth many look-ups.
  for (const id of sessionIdsIn(request, page).slice(0, 2)) {
    const session = await page.sessions.find(id, isUse)
    if (session) return session
  }
  return undefined
}

/**
 * Addresses that this request may belong to: the public one, and this machine's own. Plain http
 * from another machine is refused, because others could read the cookie.
 *
 * @throws FiqError `NOT_CONFIGURED`
 */
function originsOf(request: FastifyRequest, page: SignedInPage): readonly string[] {
  const origins = reachedAt(request, page)
  if (origins.length > 0) return origins
  throw new FiqError('NOT_CONFIGURED', 'Browsers sign in over https, or on this machine itself.', {
    remedy: `Start the server with --public-url https://…, or open ${page.path} at its own 127.0.0.1.`,
  })
}

function isReached(request: FastifyRequest, page: SignedInPage): boolean {
  return reachedAt(request, page).length > 0
}

function reachedAt({ headers }: FastifyRequest, { publicUrl }: SignedInPage): readonly string[] {
  const local = `http://${headers.host ?? ''}`
  const origins = [...(publicUrl === undefined ? [] : [publicUrl]), local]
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url))
    .filter(({ protocol, hostname }) => protocol === 'https:' || localHosts.has(hostname))
    .map(({ origin }) => origin)
  return [...new Set(origins)]
}

const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

function refuseForeignSites(request: FastifyRequest, page: SignedInPage): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && !originsOf(request, page).includes(origin))
    throw foreign(`Origin: ${origin.slice(0, 200)}`, page)
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw foreign(`Sec-Fetch-Site: ${String(site).slice(0, 20)}`, page)
}

function foreign(fact: string, { path }: SignedInPage): FiqError {
  return new FiqError('ORIGIN_REFUSED', `This request does not come from the ${path} page.`, {
    facts: [fact],
    remedy: `Open ${path} under --public-url, or on this machine. Nothing was changed.`,
  })
}

/** With the prefix browsers let no other host, path or plain connection set it. */
function cookieName({ cookie }: SignedInPage, origin: string): string {
  return origin.startsWith('https:') ? `__Host-${cookie}` : cookie
}
