import type { Hex } from '@fiq/shared/payment/wire'
import type { Balance, CreditStore } from '../credits/credit-store.ts'

/** An owner of keys and credits: a customer of the operator, or a wallet. */
export type Organisation = {
  id: string
  name: string
  /** Name of its account plan. */
  plan: string
  /** The wallet that owns it, lower case, if a wallet opened it. */
  wallet?: Hex
  /**
   * Issuer and subject of the user that owns it, if a sign-in by an identity provider opened it.
   */
  subject?: string
  /** Unix milliseconds. */
  createdAt: number
}

/** A stored API key, without the key itself. Times are Unix milliseconds. */
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

/** A code with which a program on the user's computer fetches its key. Only its hash is stored. */
export type SignInCode = {
  /** SHA-256, hex. */
  hash: string
  /** SHA-256, base64url, of the secret that the program must send. */
  challenge: string
  organisation: string
  /** Unix milliseconds. */
  expiresAt: number
}

/**
 * A stored session of a browser, without its id, which is stored as SHA-256. `owner`: the id of an
 * organisation, or the name of an operator. Times are Unix milliseconds.
 */
export type SessionRow = { owner: string; createdAt: number; usedAt: number }

/** Organisations, their keys and credits, and sign-in. */
export type AccessStore = CreditStore & {
  /** @returns `false` when the name, the wallet or the subject is taken; then nothing changed. */
  createOrganisation(organisation: Organisation): Promise<boolean>
  findOrganisation(
    by: { id: string } | { name: string } | { wallet: Hex } | { subject: string },
  ): Promise<Organisation | undefined>
  /** All organisations, oldest first, with their balances as last written. */
  organisations(): Promise<readonly (Organisation & Balance)[]>
  /** The allotment of the new plan starts with the next operation. */
  changePlan(organisation: string, plan: string): Promise<void>

  /**
   * Adds a key atomically.
   *
   * @returns `false` if its organisation has `activeMax` active keys already.
   */
  addKey(key: KeyRow, activeMax: number): Promise<boolean>
  /** Several keys may share a prefix; the caller compares hashes. */
  keysWithPrefix(prefix: string): Promise<readonly KeyRow[]>
  /** Keys, oldest first: of the organisation, or of all if none is given. */
  keys(organisation?: string): Promise<readonly KeyRow[]>
  /** @returns `false` when the key was revoked before or belongs to another organisation. */
  revokeKey(key: { id: string; organisation: string }, at: number): Promise<boolean>

  /** Stores a sign-in nonce until `expiresAt`, and deletes the expired ones. */
  storeNonce(nonce: string, expiresAt: number, now: number): Promise<void>
  /** Uses up a nonce. @returns `false` when it is unknown, used or expired. */
  useNonce(nonce: string, now: number): Promise<boolean>

  /** Stores a code that fetches one key, and deletes the expired ones. */
  storeCode(code: SignInCode, now: number): Promise<void>
  /** Uses up a code. @returns `undefined` when it is unknown, used or expired. */
  useCode(hash: string, now: number): Promise<Omit<SignInCode, 'hash'> | undefined>

  /** Opens a session of an organisation, and deletes those that began before `forgetBefore`. */
  openSession(session: SessionRow & { hash: string }, forgetBefore: number): Promise<void>
  findSession(hash: string): Promise<SessionRow | undefined>
  useSession(hash: string, at: number): Promise<void>
  closeSession(hash: string): Promise<void>

  /** Closes after the running calls have ended. */
  close(): Promise<void>
}
