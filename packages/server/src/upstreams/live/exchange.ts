import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { type Dispatcher, request } from 'undici'
import { userAgent } from '../../config/user-agent.ts'
import { refuse } from '../checked-answer.ts'
import type { UpstreamRequest } from '../transport.ts'
import { unpacked } from '../unpacked.ts'
import { refuseConsentPage } from './consent-page.ts'
import { checkSendable } from './host-keys.ts'
import { defaultRule, type HostKey, hostRules } from './host-rules.ts'

export type ExchangePorts = {
  /** Hosts that a request may reach, redirects included. */
  hosts: ReadonlySet<string>
  /** A configured key by the name of its variable. */
  upstreamKeyOf(variable: string): string | undefined
  /** Whether requests are for the user's own server, and say so. */
  isPersonal?: boolean
  dispatcher: Dispatcher
  bodyBytesMax: number
  /** Maximum bytes of a refusal to keep for `--record`; by default none. */
  refusalBytesMax?: number
  /**
   * Receives a body (status 200, 203, or 206 of a range) in pieces, compressed as sent. The body is
   * then not collected in memory.
   */
  receive?(response: Omit<Exchange, 'body'>, body: AsyncIterable<Uint8Array>): Promise<void>
}

/**
 * The response of the server, decompressed. Unless {@link hasAnswer}, `body` is empty or the
 * beginning of a refusal.
 */
export type Exchange = {
  status: number
  url: URL
  headers: Readonly<Record<string, string | undefined>>
  body: Uint8Array
}

/** Sends a request of a session. */
export type Send = (
  request: UpstreamRequest,
  headers: Readonly<Record<string, string>>,
) => Promise<Exchange>

/** Whether the status is 200, or 203, by which a source answers from a copy. */
export function hasAnswer(status: number): boolean {
  return status === 200 || status === 203
}

const redirectsMax = 5

/**
 * One request and its redirects, each to an allowed host over HTTPS. A key is sent only to its own
 * host.
 *
 * @throws FiqError `NOT_CONFIGURED` without the key a host needs, `UPSTREAM_CHANGED` for an address
 * that is not allowed or a body that is too large, `UPSTREAM_UNAVAILABLE` if the connection fails
 */
export async function exchange(
  request: UpstreamRequest,
  extraHeaders: Readonly<Record<string, string>>,
  signal: AbortSignal,
  ports: ExchangePorts,
): Promise<Exchange> {
  let url = request.url
  let ownHeaders = { ...request.headers, ...extraHeaders }
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    allowOnly(url, ports.hosts, request.url)
    const { keyed, headers } = withKey(url, ownHeaders, ports)
    const answer = await send(keyed, request, headers, signal, ports)
    const location = answer.headers['location']
    if (answer.status < 300 || answer.status === 304 || answer.status >= 400 || !location) {
      refuseConsentPage(request.url, url, answer.body)
      return { ...answer, url }
    }
    if (request.method === 'POST') refuse(url, 'a redirect to a POST')
    const next = redirected(location, url)
    refuseConsentPage(request.url, next)
    // A cookie is only for the host that set it.
    if (next.host !== url.host) ownHeaders = withoutCookie(ownHeaders)
    url = next
  }
  return refuse(request.url, `more than ${redirectsMax} redirects`)
}

function allowOnly(url: URL, hosts: ReadonlySet<string>, requested: URL): void {
  const plain = url.protocol === 'https:' && url.port === '' && url.username === ''
  if (plain && hosts.has(url.hostname)) return
  throw new FiqError(
    'UPSTREAM_CHANGED',
    `Requests to ${url.protocol}//${url.host} are not allowed.`,
    {
      facts: [`Requested: ${requested.host}${requested.pathname}`, `Hosts allowed: ${hosts.size}`],
    },
  )
}

function redirected(location: string, from: URL): URL {
  try {
    return new URL(location, from)
  } catch (cause) {
    return refuse(from, 'a redirect to no address', { cause })
  }
}

function withoutCookie({ cookie: _cookie, ...headers }: Record<string, string>) {
  return headers
}

function withKey(
  url: URL,
  headers: Record<string, string>,
  { upstreamKeyOf, isPersonal = false }: ExchangePorts,
) {
  const { key, secret, isCompatible = false } = hostRules[url.hostname] ?? defaultRule
  const kind = isCompatible ? 'compatible' : isPersonal ? 'personal' : undefined
  const sent: Record<string, string> = {
    'accept-encoding': 'gzip',
    ...headers,
    // No connector names another program.
    'user-agent': userAgent(kind),
  }
  const keyed = new URL(url)
  for (const part of [key, secret])
    if (part) addKey(part, upstreamKeyOf(part.variable), keyed, sent)
  return { keyed, headers: sent }
}

function addKey(
  key: HostKey,
  value: string | undefined,
  url: URL,
  headers: Record<string, string>,
): void {
  if (!value && key.optional) return
  if (!value)
    throw new FiqError('NOT_CONFIGURED', `${url.hostname} needs ${key.variable}.`, {
      facts: [`Variable: ${key.variable}`],
      remedy: `Ask the operator to set ${key.variable}.`,
    })
  checkSendable(key.variable, value, url.hostname)
  if (key.in === 'query') url.searchParams.set(key.name, value)
  else headers[key.name] = `${key.before ?? ''}${value}`
}

async function send(
  url: URL,
  { method = 'GET', body }: UpstreamRequest,
  headers: Record<string, string>,
  signal: AbortSignal,
  { dispatcher, bodyBytesMax, refusalBytesMax = 0, receive }: ExchangePorts,
): Promise<Omit<Exchange, 'url'>> {
  try {
    const answer = await request(url, {
      method,
      headers,
      signal,
      dispatcher,
      ...defined({ body }),
    })
    const flat = flatHeaders(answer.headers)
    const response = { status: answer.statusCode, headers: flat }
    if (receive && (hasAnswer(response.status) || response.status === 206)) {
      await receive({ ...response, url }, answer.body)
      return { ...response, body: new Uint8Array() }
    }
    if (!hasAnswer(answer.statusCode)) {
      const start = refusalBytesMax > 0 ? await beginning(answer.body, refusalBytesMax) : undefined
      await answer.body.dump({ limit: 65_536 }).catch(() => undefined)
      const body =
        start &&
        (await unpacked(start, flat['content-encoding'], bodyBytesMax, url).catch(() => start))
      return { ...response, body: body ?? new Uint8Array() }
    }
    const bytes = await readBody(answer.body, bodyBytesMax, url)
    return { ...response, body: await unpacked(bytes, flat['content-encoding'], bodyBytesMax, url) }
  } catch (error) {
    throw error instanceof FiqError ? error : unreachable(url, error)
  }
}

/** The beginning of a refusal. Its transfer may break off. */
async function beginning(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= bytesMax) break
    }
  } catch {
    // Keep the part that arrived.
  }
  return Buffer.concat(chunks).subarray(0, bytesMax)
}

async function readBody(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
  url: URL,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > bytesMax) refuse(url, `more than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function flatHeaders(headers: Record<string, string | string[] | undefined>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
}

/**
 * The error of an unreachable host. Only the code of the cause is passed on, because its text may
 * contain the address with a key.
 */
function unreachable({ host }: URL, error: unknown): FiqError {
  const { name, code } = error as { name?: string; code?: string }
  const timedOut = name === 'TimeoutError' || name === 'AbortError'
  return new FiqError(
    'UPSTREAM_UNAVAILABLE',
    timedOut ? `${host} did not answer in time.` : `The connection to ${host} failed.`,
    { facts: [`Reason: ${code ?? name ?? 'unknown'}`] },
  )
}
