import { FiqError } from '@fiq/shared/errors'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import type { SendRequest } from '../../http/send-request.ts'
import { refuseRedirect } from '../../payment/delivery/refuse-redirect.ts'

/** Free pages. Only these are fetched, without a query string. */
export const freePages: ReadonlySet<string> = new Set([
  '/openapi.json',
  '/llms.txt',
  '/.well-known/x402',
  '/healthz',
  '/api/v1/service',
  '/api/v1/tariff',
])

/** Fetches a free page of the server. @throws FiqError `SERVER_UNREACHABLE`, `SERVER_ERROR`. */
export async function fetchPage(
  send: SendRequest,
  serverUrl: string,
  path: string,
): Promise<HttpAnswer> {
  if (!freePages.has(path)) throw new FiqError('UNKNOWN_PATH', 'This path does not exist.')
  const url = new URL(`${serverUrl}${path}`)
  const answer = await send({ method: 'GET', url, headers: { accept: '*/*' } })
  refuseRedirect(answer, url)
  return answer
}
