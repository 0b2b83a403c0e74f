import { FiqError } from '@fiq/shared/errors'
import { sanitise } from '@fiq/shared/sanitise'
import type { HttpAnswer } from '../journal/purchase.ts'

/**
 * Refuses redirects, because a redirect could send the payment to another server.
 *
 * @throws FiqError `SERVER_ERROR` with the target.
 */
export function refuseRedirect({ status, headers }: HttpAnswer, url: URL): void {
  if (status < 300 || status > 399) return
  throw new FiqError('SERVER_ERROR', 'The server redirects, and fiq does not follow redirects.', {
    facts: [
      `Requested: ${url.origin}${url.pathname}`,
      `HTTP ${status} to: ${sanitise(headers['location'] ?? 'nowhere').slice(0, 200)}`,
    ],
    remedy: 'If the new address is genuine, set it with --url. Nothing was signed.',
  })
}
