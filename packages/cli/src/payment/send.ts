import { request as requestPlain } from 'node:http'
import { FiqError } from '@fiq/shared/errors'
import { isLoopback } from './identify.ts'
import type { AnswerHeaders, HttpAnswer, PaidRequest } from './ports.ts'

/** Bounds of one exchange. */
export type SendLimits = {
  /** From the first byte sent to the last received. */
  timeoutMs: number
  answerBytesMax: number
  /** All response headers together. */
  headerBytesMax: number
}

export const sendLimits: SendLimits = {
  timeoutMs: 30_000,
  answerBytesMax: 33_554_432,
  headerBytesMax: 16_384,
}

/**
 * One POST, one answer: no redirect followed, no retry, certificates always verified except on
 * this machine. `node:http` rather than undici or fetch, which take 70 ms longer to load.
 *
 * @throws FiqError `SERVER_UNREACHABLE` when no answer began, `SERVER_ERROR` when it broke off,
 * was too large or was not HTTP.
 */
export function sendOnce(
  { url, body, headers = {} }: PaidRequest,
  more: Readonly<Record<string, string>>,
  limits: SendLimits = sendLimits,
): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  const secure = url.protocol === 'https:'
  const sending = (secure ? secureRequest() : requestPlain)(url, {
    method: 'POST',
    maxHeaderSize: limits.headerBytesMax,
    ...(secure ? { rejectUnauthorized: !isLoopback(url) } : {}),
    headers: {
      accept: 'application/json',
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...more,
    },
  })
  let answering = false
  const fail = (cause: unknown) =>
    reject(answering ? brokenOff(url, cause) : unreachable(url, cause))
  const stop = (reason: string) => {
    fail(new Error(reason))
    sending.destroy()
  }
  const timer = setTimeout(
    () => stop(`no complete answer within ${limits.timeoutMs / 1_000} s`),
    limits.timeoutMs,
  )
  sending.on('error', fail)
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
    incoming.on('aborted', () => fail(new Error('the connection closed before the answer ended')))
    incoming.on('end', () =>
      resolve({
        status: incoming.statusCode ?? 0,
        headers: headersOf(incoming.headers),
        body: Buffer.concat(chunks).toString('utf8'),
      }),
    )
  })
  sending.end(body)
  return promise.finally(() => clearTimeout(timer))
}

/** TLS takes 17 ms to load: only where the address asks for it. */
function secureRequest(): typeof requestPlain {
  return process.getBuiltinModule('node:https').request as typeof requestPlain
}

function headersOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): AnswerHeaders {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}

/** Codes of Node for bytes that are not an HTTP answer we read: the server is there. */
const notHttp = /^HPE_|^ERR_HTTP/

function unreachable(url: URL, cause: unknown): FiqError {
  const { code = '', message = '' } = cause as { code?: string; message?: string }
  if (notHttp.test(code)) return brokenOff(url, cause)
  return new FiqError('SERVER_UNREACHABLE', `The server at ${url.origin} cannot be reached.`, {
    facts: [`Reason: ${message || code || 'unknown'}`],
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
