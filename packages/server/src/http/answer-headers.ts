import { defined } from '@fiq/shared/defined'

/** Two years, the value that browsers' preload lists recommend for HTTPS-only sites. */
const stsSeconds = 63_072_000

/**
 * Sets headers of every response: a policy that forbids page content unless the response sets its
 * own, and no guessing of media types.
 *
 * @param publicUrl - If it is https, the answers carry HSTS.
 */
export function answerHeaders(publicUrl: string | undefined): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    ...defined({
      'strict-transport-security': publicUrl?.startsWith('https://')
        ? `max-age=${stsSeconds}`
        : undefined,
    }),
  }
}
