import { createHash } from 'node:crypto'

/** Content security policy. All content comes from this server. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

/**
 * Headers of every HTML page.
 *
 * @param style - The only permitted style sheet of the page. `any`: GraphiQL's editor writes its
 * own. Pages contain no inline scripts.
 */
export function pageHeaders(style: string | { any: true }): Readonly<Record<string, string>> {
  const inPage = typeof style === 'string' ? digestOf(style) : "'unsafe-inline'"
  const directives = { ...policy, 'style-src': `'self' ${inPage}` }
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': Object.entries(directives)
      .map(([name, sources]) => `${name} ${sources}`)
      .join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}

function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
