import { bodyDigest } from './mirror-path.ts'
import type { UpstreamRequest } from './transport.ts'

/** What makes two requests the same: method, address, body and what the answer is negotiated by. */
export function requestKey({ url, method = 'GET', body, headers }: UpstreamRequest): string {
  const accept = headers?.['accept'] ?? ''
  return `${method} ${url.href} ${accept} ${body === undefined ? '' : bodyDigest(body)}`
}
