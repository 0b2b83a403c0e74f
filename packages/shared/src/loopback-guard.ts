import { FiqError } from './errors.ts'
import { isLoopbackHost } from './is-loopback.ts'

/** The parts of a request that the guard checks. Header names are lower case. */
type GuardedRequest = {
  method: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Alternating names and values, as received. */
  rawHeaders: readonly string[]
  httpVersion: string
}

/**
 * Refuses every request that a web page can send, before anything else is read. A page cannot omit
 * `Origin` from a harmful request, cannot set `Host`, and cannot read a response without a CORS
 * header. The callers of this guard never send one.
 *
 * @param hosts - the exact values of `Host` that name this server.
 * @throws FiqError `HOST_REFUSED`, `BROWSER_REFUSED`, `BAD_REQUEST`.
 */
export function guard(
  { method, headers, rawHeaders, httpVersion }: GuardedRequest,
  hosts: ReadonlySet<string>,
): void {
  // Another host name may belong to a web page whose DNS record points to this machine.
  if (countOf(rawHeaders, 'host') !== 1 || !hosts.has(String(headers['host']).toLowerCase()))
    throw new FiqError('HOST_REFUSED', 'The Host header does not name this server.')
  const sign = browserSign(method, headers)
  if (sign !== undefined)
    throw new FiqError('BROWSER_REFUSED', `Web pages are not answered: ${sign}.`)
  // With two lengths, this server and a proxy could disagree about the end of a request
  // (smuggling).
  if (headers['transfer-encoding'] !== undefined && headers['content-length'] !== undefined)
    throw new FiqError('BAD_REQUEST', 'Both Content-Length and Transfer-Encoding were sent.')
  const fault = codingFault({ headers, httpVersion })
  if (fault) throw fault
  for (const name of ['content-length', 'content-type', 'authorization'])
    if (countOf(rawHeaders, name) > 1)
      throw new FiqError('BAD_REQUEST', `The header ${name} was sent more than once.`)
}

/**
 * The error of a transfer coding that is not `chunked`, which Node passes on undecoded, or of any in
 * HTTP/1.0, which has none. A proxy may read another body.
 */
export function codingFault({
  headers,
  httpVersion,
}: Pick<GuardedRequest, 'headers' | 'httpVersion'>): FiqError | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined) return undefined
  if (httpVersion === '1.0')
    return new FiqError('BAD_REQUEST', 'HTTP/1.0 has no Transfer-Encoding.')
  return String(coding).toLowerCase() === 'chunked'
    ? undefined
    : new FiqError('BAD_REQUEST', 'The only Transfer-Encoding is chunked.')
}

function browserSign(method: string, headers: GuardedRequest['headers']): string | undefined {
  if (method === 'OPTIONS') return 'OPTIONS asks for what CORS allows, and nothing is allowed'
  if (headers['origin'] !== undefined) return 'the request has an Origin'
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'none') return 'Sec-Fetch-Site is not none'
  if (headers['referer'] !== undefined) return 'the request has a Referer'
  if (headers['upgrade'] !== undefined) return 'the request has an Upgrade header'
  return undefined
}

function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.toLowerCase() === name) count += 1
  return count
}

/** The accepted values of `Host` for a listener on this port. */
export function hostsOf(host: string, port: number): ReadonlySet<string> {
  const names = isLoopbackHost(host) ? [host, 'localhost'] : [host]
  return new Set(names.map((name) => `${bracketed(name)}:${port}`.toLowerCase()))
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
