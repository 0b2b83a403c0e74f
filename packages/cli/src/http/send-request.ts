import type * as http from 'node:http'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { isLoopbackHost } from '@fiq/shared/is-loopback'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'

export type HttpRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  url: URL
  headers: Readonly<Record<string, string>>
  body?: string
  /** Called after the request is sent. The wait for its response can be used for other work. */
  sent?: () => void
}

/** Sends a request and reads its whole response. */
export type SendRequest = (request: HttpRequest) => Promise<HttpAnswer>

/** Limits of one request. */
export type SendLimits = {
  /**
   * Time from the first byte sent to the last byte received. A query for news waits for up to five
   * turns at a source that accepts one query in five seconds, and then 40 seconds for its response.
   */
  timeoutMs: number
  answerBytesMax: number
  /** All response headers together. */
  headerBytesMax: number
}

export const sendLimits: SendLimits = {
  timeoutMs: 90_000,
  answerBytesMax: 33_554_432,
  headerBytesMax: 16_384,
}

/**
 * Opens the only network access of this program: one request, one response. It follows no
 * redirects, retries nothing, always verifies certificates, and uses plain HTTP only to this
 * machine. The connection stays open for the paid repetition of the same request.
 *
 * `fetch` takes 15 ms longer to load, undici 70.
 *
 * @returns A function that rejects with `SERVER_UNREACHABLE` if no response began, `SERVER_ERROR`
 * if it broke off, was too large or was not HTTP, `CONFIGURATION_INVALID` for plain HTTP to another
 * machine.
 */
export function openHttp(limits: SendLimits = sendLimits): SendRequest {
  const agents = new Map<string, http.Agent>()
  const agentFor = ({ Agent }: typeof http, protocol: string) => {
    const agent = agents.get(protocol) ?? new Agent(agentOptions)
    agents.set(protocol, agent)
    return agent
  }
  return async (request) => {
    const { url, method, headers, body } = request
    const module = moduleFor(url)
    const sending = module.request(url, {
      method,
      agent: agentFor(module, url.protocol),
      maxHeaderSize: limits.headerBytesMax,
      headers: { accept: 'application/json', ...headers, ...bodyHeaders(body) },
    })
    return exchange(sending, request, limits)
  }
}

/** Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would change the default. */
const agentOptions = { keepAlive: true, rejectUnauthorized: true }

function exchange(
  sending: http.ClientRequest,
  { url, body, sent }: HttpRequest,
  limits: SendLimits,
): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  let answering = false
  const fail = (cause: unknown) =>
    reject(answering ? brokenOff(url, cause) : unreachable(url, cause))
  const stop = (reason: string) => {
    fail(new Error(reason))
    sending.destroy()
  }
  // For the whole request. `AbortSignal.timeout` takes longer to load.
  const timer = setTimeout(
    () => stop(`no complete answer within ${limits.timeoutMs / 1_000} s`),
    limits.timeoutMs,
  )
  if (sent) sending.on('finish', sent)
  sending.on('error', fail)
  // Node reports no error for an upgrade of the protocol.
  sending.on('close', () => fail(new Error('the connection was closed without an answer')))
  sending.on('response', (incoming) => {
    answering = true
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limits.answerBytesMax)
        stop(`the answer is larger than ${limits.answerBytesMax} bytes`)
      else chunks.push(chunk)
    })
    incoming.on('error', fail)
    incoming.on('end', () => {
      // A connection closed in the middle also ends, but its response is incomplete.
      if (!incoming.complete)
        return fail(new Error('the connection was closed before the answer was complete'))
      resolve({
        status: incoming.statusCode ?? 0,
        headers: joined(incoming.headers),
        body: Buffer.concat(chunks).toString('utf8'),
      })
    })
  })
  sending.end(body)
  return promise.finally(() => clearTimeout(timer))
}

/** TLS takes 17 ms to load, plain HTTP 3, so TLS is loaded only if the address needs it. */
function moduleFor(url: URL): typeof http {
  if (url.protocol === 'https:')
    return process.getBuiltinModule('node:https') as unknown as typeof http
  if (url.protocol === 'http:' && isLoopbackHost(url.hostname))
    return process.getBuiltinModule('node:http')
  throw new FiqError(
    'CONFIGURATION_INVALID',
    `The request to ${url.origin} would not be encrypted.`,
    {
      facts: ['Plain http is for this machine only.'],
      remedy: 'Use an https address.',
    },
  )
}

/** Headers that describe the sent bytes. Callers cannot change them. */
function bodyHeaders(body: string | undefined): Record<string, string> {
  if (body === undefined) return {}
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  }
}

function joined(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}

/** Node's error codes for an invalid HTTP response. The server is then reachable. */
const notHttp = /^HPE_|^ERR_HTTP/

function unreachable(url: URL, cause: unknown): FiqError {
  const { code = '', message = '' } = cause as { code?: string; message?: string }
  if (notHttp.test(code)) return brokenOff(url, cause)
  return new FiqError('SERVER_UNREACHABLE', `No answer from ${url.origin}.`, {
    facts: [`Reason: ${message || code || 'unknown'}`],
    ...defined({
      remedy:
        code === 'ECONNREFUSED' && isLoopbackHost(url.hostname)
          ? 'Start the server (fiq-server start) or correct --url, then run the command again.'
          : undefined,
    }),
    cause,
  })
}

function brokenOff(url: URL, cause: unknown): FiqError {
  const { code = '', message = '' } = cause as { code?: string; message?: string }
  return new FiqError('SERVER_ERROR', `The answer of ${url.origin} cannot be read.`, {
    facts: [`Reason: ${[code, message].filter(Boolean).join(': ')}`],
    cause,
  })
}
