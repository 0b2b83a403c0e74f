import { FiqError } from '@fiq/shared/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { jsonAnswer, withLimit } from '../keys-bearer.ts'
import { sameText } from '../same-text.ts'
import type { AdminParts } from './admin-parts.ts'
import type { OperatorSession } from './sessions.ts'

/** A request of an operator who is signed in. */
export type OperatorRequest = {
  session: OperatorSession
  query: Readonly<Record<string, string | undefined>>
  params: Readonly<Record<string, string | undefined>>
}

/** Sent by automatic refreshes of the page, which do not extend the session. */
const refreshHeader = 'x-fiq-refresh'
const csrfHeader = 'x-fiq-csrf'

/** Answers what an operator looks at. Errors leave in the one form. */
export function forOperator(parts: AdminParts, run: (asked: OperatorRequest) => Promise<unknown>) {
  return (request: FastifyRequest, reply: FastifyReply) =>
    withLimit(parts, request, reply, async () => {
      refuseForeignSites(request, parts.publicUrl)
      const session = await sessionOf(request, parts)
      return jsonAnswer(200, await run({ ...parametersOf(request), session }))
    })
}

/**
 * Lets through what an operator's own page sends to change something, and nothing else: the browser
 * says that it comes from this site, and it names a token that no other site can read. The session's
 * cookie is not sent from other sites to begin with.
 *
 * @throws FiqError `ORIGIN_REFUSED`, `SIGN_IN_REFUSED`
 */
export async function readChange(
  request: FastifyRequest,
  parts: AdminParts,
): Promise<OperatorRequest> {
  refuseForeignChange(request, parts.publicUrl)
  const session = await sessionOf(request, parts)
  const shown = request.headers[csrfHeader]
  if (typeof shown !== 'string' || !sameText(shown, session.csrf))
    throw new FiqError('ORIGIN_REFUSED', 'The request does not name the token of its session.', {
      remedy: 'Reload /admin and try again. Nothing was changed.',
    })
  return { ...parametersOf(request), session }
}

/** Refuses a change that no page of this site asked for. @throws FiqError `ORIGIN_REFUSED` */
export function refuseForeignChange(request: FastifyRequest, publicUrl: string | undefined): void {
  refuseForeignSites(request, publicUrl)
  if (request.headers.origin === undefined) throw foreign('It names no Origin.')
}

/** The address under which the operator signs in, as the browser names it. */
export function adminOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  const origins = originsOf(request, publicUrl)
  const { origin } = request.headers
  return origins.find((each) => each === origin) ?? origins[0]!
}

/** The session's cookie. An empty value ends it. */
export function cookieField(origin: string, value: string, seconds: number): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(origin)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

/** The session ids that a request shows, of which there may be one for each address. */
export function sessionIdsIn(request: FastifyRequest, publicUrl: string | undefined): string[] {
  const names = originsOf(request, publicUrl).map(cookieName)
  return (request.headers.cookie ?? '').split(';').flatMap((field) => {
    const [name = '', value = ''] = field.trim().split('=', 2)
    return names.includes(name) ? [value] : []
  })
}

async function sessionOf(request: FastifyRequest, parts: AdminParts): Promise<OperatorSession> {
  const isUse = request.headers[refreshHeader] === undefined
  // Cookies that were planted beside the real one are not worth many look-ups.
  for (const id of sessionIdsIn(request, parts.publicUrl).slice(0, 2)) {
    const session = await parts.sessions.find(id, isUse)
    if (session) return session
  }
  throw new FiqError('SIGN_IN_REFUSED', 'You are not signed in, or the session has ended.', {
    remedy: 'Get a sign-in link on the server: fiq-server operators link NAME',
  })
}

/**
 * Addresses that this request may belong to: the public one, and this machine's own. Plain http
 * from another machine is refused, because others could read the cookie.
 *
 * @throws FiqError `NOT_CONFIGURED`
 */
function originsOf({ headers }: FastifyRequest, publicUrl: string | undefined): readonly string[] {
  const local = `http://${headers.host ?? ''}`
  const origins = [...(publicUrl === undefined ? [] : [publicUrl]), local]
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url))
    .filter(({ protocol, hostname }) => protocol === 'https:' || localHosts.has(hostname))
    .map(({ origin }) => origin)
  if (origins.length > 0) return [...new Set(origins)]
  throw new FiqError('NOT_CONFIGURED', 'Operators sign in over https, or on this machine itself.', {
    remedy: 'Start the server with --public-url https://…, or open /admin at its own 127.0.0.1.',
  })
}

const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

function refuseForeignSites(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && !originsOf(request, publicUrl).includes(origin))
    throw foreign(`Origin: ${origin.slice(0, 200)}`)
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw foreign(`Sec-Fetch-Site: ${String(site).slice(0, 20)}`)
}

function foreign(fact: string): FiqError {
  return new FiqError('ORIGIN_REFUSED', 'This request does not come from the /admin page.', {
    facts: [fact],
    remedy: 'Open /admin under --public-url, or on this machine. Nothing was changed.',
  })
}

/** With the prefix browsers let no other host, path or plain connection set it. */
function cookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-fiq_admin' : 'fiq_admin'
}

function parametersOf({ query, params }: FastifyRequest): Omit<OperatorRequest, 'session'> {
  const texts = (from: unknown) =>
    Object.fromEntries(
      Object.entries((from ?? {}) as object).filter(([, value]) => typeof value === 'string'),
    ) as Readonly<Record<string, string>>
  return { query: texts(query), params: texts(params) }
}
