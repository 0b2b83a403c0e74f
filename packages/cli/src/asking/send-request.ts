import type * as http from 'node:http'
import { FiqError } from '@fiq/shared/errors'

/** Longer than any answer takes, settlement included. */
export const timeoutMs = 60_000
/** Larger answers are cut off: no question asks for that much. */
export const answerBytesMax = 67_108_864

export type HttpRequest = {
  method: 'GET' | 'POST'
  url: URL
  headers: Readonly<Record<string, string>>
  body?: string
}

/** Header names are lower case. A header sent twice is joined with `, `. */
export type HttpResponse = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

export type SendRequest = (request: HttpRequest) => Promise<HttpResponse>

/**
 * One request, one answer: no redirect is followed, nothing is retried, certificates are always
 * verified. The connection is kept for the paid repetition of the same request.
 *
 * `fetch` would do as well, and takes 15 ms longer to load.
 *
 * @returns A function that rejects with `SERVER_UNREACHABLE` when no complete answer came.
 */
export function openHttp(limits = { timeoutMs, answerBytesMax }): SendRequest {
  const agents = new Map<string, http.Agent>()
  const agentFor = ({ Agent }: typeof http, protocol: string) => {
    const agent = agents.get(protocol) ?? new Agent({ keepAlive: true })
    agents.set(protocol, agent)
    return agent
  }
  return ({ method, url, headers, body }) =>
    new Promise((resolve, reject) => {
      const module = moduleFor(url)
      const fail = (cause: Error) => reject(unreachable(url, cause))
      const options: http.RequestOptions = {
        method,
        agent: agentFor(module, url.protocol),
        headers: {
          accept: 'application/json',
          ...(body === undefined
            ? {}
            : {
                'content-type': 'application/json',
                'content-length': String(Buffer.byteLength(body)),
              }),
          ...headers,
        },
      }
      const request = module.request(url, options, (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          chunks.push(chunk)
          if (bytes > limits.answerBytesMax)
            response.destroy(new Error(`the answer exceeds ${limits.answerBytesMax} bytes`))
        })
        response.on('error', fail)
        response.on('end', () => {
          // A connection closed half-way ends too, without being complete.
          if (!response.complete) return fail(new Error('the connection was closed half-way'))
          resolve({
            status: response.statusCode ?? 0,
            headers: joined(response.headers),
            body: Buffer.concat(chunks).toString('utf8'),
          })
        })
      })
      request.on('error', fail)
      // Of the whole exchange; `AbortSignal.timeout` would do the same and takes longer to load.
      const timer = setTimeout(() => request.destroy(new Error(silence)), limits.timeoutMs)
      request.on('close', () => clearTimeout(timer))
      request.end(body)
    })
}

const silence = 'no answer in time'

/** TLS takes 17 ms to load, plain HTTP 3: only where the address asks for it. */
function moduleFor({ protocol }: URL): typeof http {
  return protocol === 'https:'
    ? (process.getBuiltinModule('node:https') as unknown as typeof http)
    : process.getBuiltinModule('node:http')
}

function joined(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}

function unreachable(url: URL, cause: Error): FiqError {
  const { code } = cause as NodeJS.ErrnoException
  const reason = cause.message || code || 'unknown'
  return new FiqError('SERVER_UNREACHABLE', `No answer from ${url.origin}.`, {
    facts: [`Reason: ${reason}`],
    ...(code === 'ECONNREFUSED' && isLoopback(url)
      ? { remedy: 'Start the server (fiq-server start) or correct --url, then run it again.' }
      : {}),
    cause,
  })
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
