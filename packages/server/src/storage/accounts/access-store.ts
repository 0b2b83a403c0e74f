import type { Hex } from '@fiq/shared/payment/wire'
import type { Balance, CreditStore } from '../credits/credit-store.ts'

/** A holder of keys and credits: a customer of the operator, or a wallet. */
export type Organisation = {
  id: string
  name: string
  /** Name of its plan. */
  plan: string
  /** The wallet it belongs to, lower case, when a wallet opened it. */
  wallet?: Hex
  /** Issuer and subject of the person it belongs to, when one opened it by an identity provider. */
  subject?: string
  /** Unix milliseconds. */
  createdAt: number
}

/** An API key as it is stored: never the key itself. Times are Unix milliseconds. */
export type KeyRow = {
  id: string
  organisation: string
  name: string
  prefix: string
  /** SHA-256, hex. */
  hash: string
  /** Id of the parent key. Absent if a sign-in or the operator created the key. */
  parent?: string
  createdAt: number
  expiresAt?: number
  revokedAt?: number
}

/** The code with which a program on the user's computer fetches its key. Only its hash is stored. */
export type SignInCode = {
  /** SHA-256, hex. */
  hash: string
  /** SHA-256, base64url, of the secret that the program has to show. */
  challenge: string
  organisation: string
  /** Unix milliseconds. */
  expiresAt: number
}

/**
 * A session of a browser as it is stored: never its id, only the SHA-256 of it. `owner`: the id of
 * an organisation, or the name of an operator. Times are Unix milliseconds.
 */
export type SessionRow = { owner: string; createdAt: number; usedAt: number }

/** Organisations, their keys and credits, and sign-in. */
export type AccessStore = CreditStore & {
  /** @returns `false` when the name, the wallet or the subject is taken; nothing was changed then. */
  createOrganisation(organisation: Organisation): Promise<boolean>
  findOrganisation(
    by: { id: string } | { name: string } | { wallet: Hex } | { subject: string },
  ): Promise<Organisation | undefined>
  /** All of them, oldest first, with their balances as last written. */
  organisations(): Promise<readonly (Organisation & Balance)[]>
  /** The allotment of the new plan starts with the next operation. */
  changePlan(organisation: string, plan: string): Promise<void>

  /**
   * Adds a key unless its organisation has `activeMax` keys that are neither revoked nor expired;
   * atomic. @returns `false` then.
   */
  addKey(key: KeyRow, activeMax: number): Promise<boolean>
  /** Several keys may share a prefix; the caller compares hashes. */
  keysWithPrefix(prefix: string): Promise<readonly KeyRow[]>
  /** Oldest first; of every organisation when none is named. */
  keys(organisation?: string): Promise<readonly KeyRow[]>
  /** @returns `false` when the key was revoked before or belongs to another organisation. */
  revokeKey(key: { id: string; organisation: string }, at: number): Promise<boolean>

  /** Stores a sign-in nonce until `expiresAt`, and deletes the expired ones. */
  storeNonce(nonce: string, expiresAt: number, now: number): Promise<void>
  /** Uses a nonce up. @returns `false` when it is unknown, used or expired. */
  useNonce(nonce: string, now: number): Promise<boolean>

  /** Stores a code that fetches one key, and deletes the expired ones. */
  storeCode(code: SignInCode, now: number): Promise<void>
  /** Uses a code up. @returns undefined when it is unknown, used or expired. */
  useCode(hash: string, now: number): Promise<Omit<SignInCode, 'hash'> | undefined>

  /** Opens a session of an organisation, and deletes those that began before `forgetBefore`. */
  openSession(session: SessionRow & { hash: string }, forgetBefore: number): Promise<void>
  findSession(hash: string): Promise<SessionRow | undefined>
  useSession(hash: string, at: number): Promise<void>
  closeSession(hash: string): Promise<void>

  /** Closes after the running calls have ended. */
  close(): Promise<void>
}
