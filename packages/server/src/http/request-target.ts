import type { IncomingMessage } from 'node:http'
import { FiqError } from '@fiq/shared/errors'
import { codingFault } from '@fiq/shared/loopback-guard'

/**
 * The path and query of a request. A target in absolute form, which clients of a proxy send, also
 * names a host, and this host replaces that of the header (RFC 9112, 3.2.2).
 */
export function originForm(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { url = '/' } = request
  if (url.startsWith('/')) return url
  const [, host, rest = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(url) ?? []
  if (host === undefined) return url
  request.headers.host = host
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * The error of a request without one valid host, with chunks in HTTP/1.0, which has none, or with
 * another transfer coding.
 */
export function targetFault({
  headers,
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'httpVersion'>): FiqError | undefined {
  const isOld = httpVersion === '1.0'
  const framing = codingFault({ headers, httpVersion })
  if (framing) return framing
  const { host = isOld ? 'localhost' : '' } = headers
  return isHost(host)
    ? undefined
    : new FiqError('BAD_REQUEST', 'The Host header names no host, or several.')
}

/**
 * Whether a text is a host with an optional port. Behind `http://`, a URL would also accept a user,
 * a path and a query.
 */
export function isHost(text: string): boolean {
  return !/[\s/?#@\\]/.test(text) && URL.canParse(`http://${text}`)
}
