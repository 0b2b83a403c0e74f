import { isTlsOrLocal } from '@fiq/shared/is-loopback'
import * as z from 'zod'

/** Settings of the sign-in with Google, or with another OpenID Connect provider in its place. */
export const googleSettings = {
  googleClientId: {
    flag: '--google-client-id <id>',
    variable: 'FIQ_GOOGLE_CLIENT_ID',
    default: '',
    help: 'OpenID client for /auth/google, registered for PUBLIC_URL/auth/google/callback; if empty, this sign-in is off',
  },
  googleClientSecretFile: {
    flag: '--google-client-secret-file <file>',
    variable: 'FIQ_GOOGLE_CLIENT_SECRET_FILE',
    default: '',
    help: "file with the client's secret; or the secret itself in FIQ_GOOGLE_CLIENT_SECRET",
  },
  googleIssuer: {
    flag: '--google-issuer <url>',
    variable: 'FIQ_GOOGLE_ISSUER',
    default: 'https://accounts.google.com',
    help: 'issuer of the OpenID Connect provider',
  },
} as const

const orAbsent = z.string().transform((text) => (text === '' ? undefined : text))

/** The form of {@link googleSettings}. */
export const googleShape = {
  /** Absent if this sign-in is off. */
  googleClientId: orAbsent,
  googleClientSecretFile: orAbsent,
  /** `https://…`, or `http://` on this machine. */
  googleIssuer: z.string().refine(isIssuer, 'must be the https:// address of a provider'),
}

/**
 * Whether a text is a valid issuer. Secrets are sent to it, so plain http is for this machine only.
 */
export function isIssuer(text: string): boolean {
  return URL.canParse(text) && isTlsOrLocal(new URL(text))
}
