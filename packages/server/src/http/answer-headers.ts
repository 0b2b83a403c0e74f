import { defined } from '@fiq/shared/defined'

/** Two years, as browsers ask of sites that are to be reached by https alone. */
const stsSeconds = 63_072_000

/**
 * Headers of every answer, whatever it is: nothing of ours is a page unless it says so with a
 * policy of its own, and no browser guesses what it is.
 *
 * @param publicUrl - reached by https, a browser is told never to use anything else.
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
