import { createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod'

/** One sign-in in progress in one browser. */
export type SignInAttempt = {
  /** Sent to the provider, and returned by the browser. */
  state: string
  /** Must be in the token of the provider. */
  nonce: string
  /** PKCE verifier. The provider's code is useless without it. */
  verifier: string
  /** Unix milliseconds. */
  expiresAt: number
  /**
   * The program on the same computer that waits for the key; absent if the user signs in directly.
   */
  cli?: CliRequest | undefined
  /** Whether the user signs in to the account page; otherwise the browser shows a key. */
  toAccount?: true | undefined
}

/** Parameters of a program that asks its user to sign in. */
export type CliRequest = {
  /** Port on 127.0.0.1 where it listens. */
  port: number
  /** SHA-256, base64url, of a secret that the program sends when it fetches the key. */
  challenge: string
  /** Returned to the program unchanged. */
  state: string
}

/** Time for the user to sign in at the provider. */
export const attemptLifeMs = 600_000

/** A sign-in that a program on the user's machine requests, as query parameters. */
export const cliRequestSchema = z.object({
  port: z.coerce.number().int().min(1_024).max(65_535),
  challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  state: z.string().regex(/^[A-Za-z0-9_-]{16,128}$/),
})

/**
 * Begins an attempt. The cookie contains all of it. The secrets are derived from its text, so no
 * part can be changed, any instance can continue it, and the state is useless in another browser.
 */
export function beginAttempt(
  nowMs: number,
  target?: CliRequest | 'account',
): { cookie: string; attempt: SignInAttempt } {
  const seed = randomBytes(32).toString('base64url')
  const json = JSON.stringify([seed, nowMs + attemptLifeMs, ...(target ? [target] : [])])
  const cookie = Buffer.from(json).toString('base64url')
  return { cookie, attempt: readAttempt(cookie)! }
}

/** @returns `undefined` for an invalid cookie. */
export function readAttempt(cookie: string): SignInAttempt | undefined {
  try {
    const json = JSON.parse(Buffer.from(cookie, 'base64url').toString())
    const [, expiresAt, target] = cookieSchema.parse(json)
    const secret = (name: string) => createHmac('sha256', cookie).update(name).digest('base64url')
    return {
      state: secret('state'),
      nonce: secret('nonce'),
      verifier: secret('verifier'),
      expiresAt,
      ...(target === 'account' ? { toAccount: true } : { cli: target }),
    }
  } catch {
    return undefined
  }
}

const cookieSchema = z.tuple([
  z.string().length(43),
  z.number().int(),
  z.union([cliRequestSchema, z.literal('account')]).optional(),
])
