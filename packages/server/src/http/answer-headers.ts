import { defined } from '@fiq/shared/defined'

/** Two years, as browsers ask of sites that are to be reached by https alone. */
const stsSeconds = 63_072_000

/**
 * Headers of every answer: no answer is a page unless it sets its own policy, and browsers may not
 * guess types.
 *
 * @param publicUrl - if it is https, browsers are told to use https only.
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
