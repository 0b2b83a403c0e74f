import type { SignInProvider } from '../config/sign-in-providers.ts'
import type { SignInAttempt } from './sign-in-attempt.ts'

/** A provider with which users sign in in the browser. */
export type IdentityProvider = {
  /** URL to which the browser is redirected. @throws FiqError `UPSTREAM_UNAVAILABLE` */
  addressOf(attempt: SignInAttempt, redirectUri: string): Promise<URL>
  /**
   * Issuer and subject of the signed-in user. Together they are unique and never change.
   *
   * @param callback - the URL that the browser requested, with `code` and `state`.
   * @throws FiqError `SIGN_IN_REFUSED`, `UPSTREAM_UNAVAILABLE`
   */
  subjectOf(callback: URL, attempt: SignInAttempt): Promise<string>
  /** Whether a subject is of this provider. */
  owns(subject: string): boolean
}

/** The providers that the operator configured. */
export type IdentityProviders = Readonly<Partial<Record<SignInProvider, IdentityProvider>>>
