/** Where a page may get what from. Everything is ours; nothing is asked of anybody else. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

/**
 * Headers of every page a browser shows.
 *
 * @param stylesInline - GraphiQL's editor measures and writes its own styles; no script may.
 */
export function pageHeaders({ stylesInline = false } = {}): Readonly<Record<string, string>> {
  const directives = stylesInline ? { ...policy, 'style-src': "'self' 'unsafe-inline'" } : policy
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
