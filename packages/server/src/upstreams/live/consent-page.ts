import { FiqError } from '@fiq/shared/errors'

/** Hosts of the page on which Yahoo asks its users to accept terms and cookies. */
const consentHost = /^(?:guce|consent)(?:\.[a-z]+)?\.(?:yahoo|oath)\.com$/
const bytesRead = 65_536

/**
 * Refuses a redirect to Yahoo's consent page, and that page itself with status 200. The user has
 * not consented to anything, so fiq reports the page and never accepts its terms.
 *
 * @param next the target of a redirect, or the address of the response
 * @throws FiqError `UPSTREAM_CHANGED`
 */
export function refuseConsentPage(requested: URL, next: URL, body?: Uint8Array): void {
  if (!consentHost.test(next.hostname) && !isConsentPage(next, body)) return
  throw new FiqError('UPSTREAM_CHANGED', 'Yahoo answers this address with its consent page.', {
    facts: [
      `Requested: ${requested.host}${requested.pathname}`,
      'fiq does not accept terms in your name, so Yahoo sends no data.',
    ],
    remedy: 'Use another source, or switch Yahoo off: fiq-server sources revoke yahoo',
  })
}

function isConsentPage({ hostname }: URL, body: Uint8Array | undefined): boolean {
  if (!body?.length || !/(?:^|\.)yahoo\.com$/.test(hostname)) return false
  const text = new TextDecoder().decode(body.subarray(0, bytesRead))
  return /^\s*</.test(text) && /collectConsent|(?:guce|consent)\.yahoo\.com/i.test(text)
}
