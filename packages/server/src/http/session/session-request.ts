import { FiqError } from '@fiq/shared/errors'
import { isTlsOrLocal } from '@fiq/shared/is-loopback'
import type { FastifyRequest } from 'fastify'
import { type HttpAnswer, withFields } from '../http-answer.ts'
import { jsonAnswer } from '../keys-bearer.ts'
import { sameText } from '../same-text.ts'
import type { BrowserSession, BrowserSessions } from './browser-sessions.ts'

/** A page with sign-in. */
export type SignedInPage = {
  path: '/admin' | '/account'
  /** Name of its cookie. */
  cookie: 'fiq_admin' | 'fiq_account'
  publicUrl: string | undefined
  /** Instruction how to sign in. */
  remedy: string
  sessions: Pick<BrowserSessions, 'find'>
}

/** Header of automatic refreshes of the page, which do not extend the session. */
const refreshHeader = 'x-fiq-refresh'
const csrfHeader = 'x-fiq-csrf'

/**
 * Requires a session for a request that reads data.
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

/** The session of the page's user; `undefined` if not signed in. */
export async function visitorOf(
  request: FastifyRequest,
  page: SignedInPage,
): Promise<BrowserSession | undefined> {
  // Sign-in is refused over plain http from another machine, and the page says so.
  return isReached(request, page) ? sessionOf(request, page) : undefined
}

/**
 * Accepts only changes sent by the page of the same user: the browser reports the same site, and
 * the request contains a token that no other site can read. The browser does not send the session's
 * cookie from other sites either.
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
  throw new FiqError('ORIGIN_REFUSED', 'The request does not send the token of its session.', {
    remedy: `Reload ${page.path} and try again. Nothing was changed.`,
  })
}

/** Refuses a change from a page of another site. @throws FiqError `ORIGIN_REFUSED` */
export function refuseForeignChange(request: FastifyRequest, page: SignedInPage): void {
  refuseForeignSites(request, page)
  if (request.headers.origin === undefined) throw foreign('It has no Origin header.', page)
}

/** The session cookie for the address at which the user signs in. An empty id deletes it. */
export function cookieField(
  request: FastifyRequest,
  page: SignedInPage,
  value: string,
  seconds: number,
): string {
  const origins = originsOf(request, page)
  const { origin } = request.headers
  const own = origins.find((each) => each === origin) ?? origins[0]!
  return cookieText(page.cookie, own, { value, seconds, sameSite: 'Strict' })
}

/** Ends the sessions of a request that its page sent, and deletes their cookie. */
export async function signOut(
  request: FastifyRequest,
  page: SignedInPage & { sessions: Pick<BrowserSessions, 'signOut'> },
): Promise<HttpAnswer> {
  await requireChange(request, page)
  for (const id of sessionIdsIn(request, page)) await page.sessions.signOut(id)
  const cookie = cookieField(request, page, '', 0)
  return withFields(jsonAnswer(200, { signedOut: true }), { 'set-cookie': cookie })
}

/** The session ids in the cookies of a request. Each address of the server may have one. */
function sessionIdsIn(request: FastifyRequest, page: SignedInPage): string[] {
  const names = originsOf(request, page).map((origin) => cookieName(page.cookie, origin))
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
  // Limits the look-ups of cookies that another site planted beside the real one.
  for (const id of sessionIdsIn(request, page).slice(0, 2)) {
    const session = await page.sessions.find(id, isUse)
    if (session) return session
  }
  return undefined
}

/**
 * Addresses at which this request may have reached the server: the public one, and local ones.
 * Plain http from another machine is refused, because others could read the cookie.
 *
 * @throws FiqError `NOT_CONFIGURED`
 */
function originsOf(request: FastifyRequest, page: SignedInPage): readonly string[] {
  const origins = reachedAt(request, page)
  if (origins.length > 0) return origins
  throw new FiqError('NOT_CONFIGURED', 'Browsers can sign in only over https or on this machine.', {
    remedy: `Start the server with --public-url https://…, or open ${page.path} at 127.0.0.1 on the machine of the server.`,
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
    .filter(isTlsOrLocal)
    .map(({ origin }) => origin)
  return [...new Set(origins)]
}

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
    remedy: `Open ${path} at the address of --public-url, or on this machine. Nothing was changed.`,
  })
}

/**
 * Name of the cookie. Browsers let no other host, path or plain connection set one with the prefix
 * `__Host-`.
 */
export function cookieName(name: string, origin: string): string {
  return origin.startsWith('https:') ? `__Host-${name}` : name
}

/** The `Set-Cookie` header of a cookie that scripts cannot read. */
export function cookieText(
  name: string,
  origin: string,
  cookie: { value: string; seconds: number; sameSite: 'Strict' | 'Lax' },
): string {
  const { value, seconds, sameSite } = cookie
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const field = `${cookieName(name, origin)}=${value}; Path=/; Max-Age=${seconds}`
  return `${field}; HttpOnly; SameSite=${sameSite}${secure}`
}
