import { bodyDigest } from './mirror-path.ts'
import type { UpstreamRequest } from './transport.ts'

/** Key by which requests are equal: method, address, body and headers of content negotiation. */
export function requestKey({ url, method = 'GET', body, headers }: UpstreamRequest): string {
  const accept = headers?.['accept'] ?? ''
  return `${method} ${url.href} ${accept} ${body === undefined ? '' : bodyDigest(body)}`
}
