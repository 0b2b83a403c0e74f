import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { FiqError } from '@fiq/shared/errors'
import type { SignInProvider } from '../config/sign-in-providers.ts'
import type { KeyRow, Organisation } from '../storage/accounts/access-store.ts'
import type { AccountPorts } from './accounts.ts'
import { sameHash } from './api-key.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { planDefault } from './plans.ts'
import {
  beginAttempt,
  type CliRequest,
  readAttempt,
  type SignInAttempt,
} from './sign-in-attempt.ts'
import { issueSignInKey } from './sign-in-key.ts'

/** A sign-in with one provider. */
export type BrowserSignInPorts = AccountPorts & { name: SignInProvider; provider: IdentityProvider }

/** Time for a program to fetch its key after the browser returned to it. */
export const codeLifeMs = 60_000

/** Begins a sign-in: the cookie for the browser, and the address to redirect it to. */
export async function startBrowserSignIn(
  { redirectUri, target }: { redirectUri: string; target: CliRequest | 'account' | undefined },
  { store, nowMs, name, provider }: BrowserSignInPorts,
): Promise<{ cookie: string; address: URL }> {
  const now = nowMs()
  const { cookie, attempt } = beginAttempt(now, target)
  const address = await provider.addressOf(attempt, redirectUri)
  await store.storeNonce(usedOnce(attempt, name), attempt.expiresAt, now)
  return { cookie, address }
}

/**
 * Takes the sign-in attempt of a returning browser. It must be the same browser and provider, and
 * each attempt is valid once.
 *
 * @throws FiqError `SIGN_IN_REFUSED`
 */
export async function takeAttempt(
  { cookie, callback }: { cookie: string | undefined; callback: URL },
  { store, nowMs, name }: Omit<BrowserSignInPorts, 'provider'>,
): Promise<SignInAttempt> {
  const attempt = cookie === undefined ? undefined : readAttempt(cookie)
  if (!attempt || callback.searchParams.get('state') !== attempt.state)
    throw refused('This sign-in was not started in this browser.', name)
  if (!(await store.useNonce(usedOnce(attempt, name), nowMs())))
    throw refused(
      'This sign-in is already completed, or was started more than ten minutes ago.',
      name,
    )
  return attempt
}

/**
 * The organisation of the user who returned.
 *
 * @throws FiqError `SIGN_IN_REFUSED`, `UPSTREAM_UNAVAILABLE`
 */
export async function organisationOf(
  attempt: SignInAttempt,
  callback: URL,
  ports: BrowserSignInPorts,
): Promise<Organisation> {
  return organisationOfSubject(await ports.provider.subjectOf(callback, attempt), ports)
}

/** Stores a code, with its challenge, that can be exchanged once for a key of the organisation. */
export async function storeCliCode(
  { organisation, challenge }: { organisation: string; challenge: string },
  { store, nowMs }: AccountPorts,
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const now = nowMs()
  const expiresAt = now + codeLifeMs
  await store.storeCode({ hash: sha256(code, 'hex'), challenge, organisation, expiresAt }, now)
  return code
}

/**
 * Exchanges a code for a key. The first attempt uses up the code, even if it fails.
 *
 * @throws FiqError `SIGN_IN_REFUSED`
 */
export async function redeemCliCode(
  { code, verifier, days }: { code: string; verifier: string; days?: number | undefined },
  ports: Omit<BrowserSignInPorts, 'provider'>,
): Promise<{ key: string; row: KeyRow }> {
  const pending = await ports.store.useCode(sha256(code, 'hex'), ports.nowMs())
  const shown = Buffer.from(sha256(verifier, 'base64url')).toString('hex')
  if (!pending || !sameHash(Buffer.from(pending.challenge).toString('hex'), shown))
    throw refused(
      'The code is unknown, used or older than a minute, or the verifier does not match.',
      ports.name,
    )
  const { organisation } = pending
  return issueSignInKey({ organisation, name: `${ports.name} sign-in`, days }, ports)
}

/** The organisation of a user, created at the first sign-in. */
async function organisationOfSubject(
  subject: string,
  { store, nowMs }: AccountPorts,
): Promise<Organisation> {
  const known = await store.findOrganisation({ subject })
  if (known) return known
  // Of two concurrent calls one creates it, and both find it.
  const id = randomUUID()
  const createdAt = nowMs()
  await store.createOrganisation({ id, name: subject, plan: planDefault, subject, createdAt })
  const opened = await store.findOrganisation({ subject })
  if (opened) return opened
  throw new Error('The organisation of this sign-in could not be created.')
}

function usedOnce({ state }: SignInAttempt, name: SignInProvider): string {
  return `${name}:${state}`
}

function sha256(text: string, encoding: 'hex' | 'base64url'): string {
  return createHash('sha256').update(text).digest(encoding)
}

function refused(message: string, name: SignInProvider): FiqError {
  return new FiqError('SIGN_IN_REFUSED', message, { remedy: `Start again at /auth/${name}.` })
}
