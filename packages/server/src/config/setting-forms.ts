import { isIP } from 'node:net'
import { isTlsOrLocal } from '@fiq/shared/is-loopback'

/** Whether a text is an absolute http or https address. */
export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Whether a text is an IP address, or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/**
 * Whether a text is a valid issuer. Secrets are sent to it, so plain http is for this machine only.
 */
export function isIssuer(text: string): boolean {
  return URL.canParse(text) && isTlsOrLocal(new URL(text))
}
