import { createHash } from 'node:crypto'
import { FiqError } from '@fiq/shared/errors'
import type { OperatorStore } from '../../storage/admin/operator-store.ts'

export type SessionPorts = {
  store: OperatorStore
  nowMs(): number
  /** Source of random bytes, `crypto.randomBytes`. */
  random(bytes: number): Uint8Array
}

/** Who sent a request. `csrf` must come with whatever changes something. */
export type OperatorSession = { operator: string; csrf: string; endsAt: number }

export const sessionLimits = {
  /** A code to sign in with. */
  codeMs: 10 * 60_000,
  /** Without a person doing anything; what the page asks by itself does not count. */
  idleMs: 30 * 60_000,
  /** From the sign-in, whatever was done. */
  wholeMs: 12 * 60 * 60_000,
  /** That it was used is written at most this often. */
  noteMs: 60_000,
} as const

/** Sign-in to `/admin`, by codes that operators are given on the command line of the server. */
export type Sessions = {
  /** A code for one sign-in: 256 random bits, base64url. Of it only the hash is kept. */
  newCode(operator: string): Promise<{ code: string; expiresAt: number }>
  /** @throws FiqError `SIGN_IN_REFUSED`: it is unknown, used or expired; which is not said. */
  signIn(code: string): Promise<{ id: string; session: OperatorSession }>
  /** @param isUse - a person did something, and the session goes on. */
  find(id: string, isUse: boolean): Promise<OperatorSession | undefined>
  signOut(id: string): Promise<void>
}

const secretPattern = /^[A-Za-z0-9_-]{43}$/

/**
 * Nothing here can be guessed: codes and session ids are 256 random bits, looked up by their hash,
 * so that neither the time of a look-up nor a copy of the database says anything about them.
 */
export function createSessions({ store, nowMs, random }: SessionPorts): Sessions {
  const freshSecret = () => Buffer.from(random(32)).toString('base64url')
  return {
    async newCode(operator) {
      const now = nowMs()
      const code = freshSecret()
      const expiresAt = now + sessionLimits.codeMs
      await store.storeCode({ hash: hashOf(code), operator, expiresAt }, now)
      return { code, expiresAt }
    },
    async signIn(code) {
      const now = nowMs()
      const operator = secretPattern.test(code) ? await store.useCode(hashOf(code), now) : undefined
      if (operator === undefined) throw codeRefused()
      const id = freshSecret()
      const opened = { hash: hashOf(id), operator, createdAt: now, usedAt: now }
      await store.openSession(opened, now - sessionLimits.wholeMs)
      return { id, session: sessionOf(id, opened) }
    },
    async find(id, isUse) {
      if (!secretPattern.test(id)) return undefined
      const hash = hashOf(id)
      const row = await store.findSession(hash)
      const now = nowMs()
      if (!row || row.createdAt + sessionLimits.wholeMs <= now) return undefined
      if (row.usedAt + sessionLimits.idleMs <= now) return undefined
      if (isUse && row.usedAt + sessionLimits.noteMs <= now) await store.useSession(hash, now)
      return sessionOf(id, row)
    },
    async signOut(id) {
      if (secretPattern.test(id)) await store.closeSession(hashOf(id))
    },
  }
}

function sessionOf(id: string, row: { operator: string; createdAt: number }): OperatorSession {
  const csrf = hashOf(`csrf ${id}`)
  return { operator: row.operator, csrf, endsAt: row.createdAt + sessionLimits.wholeMs }
}

/** SHA-256 in hex. What is hashed has 256 bits of its own, so a slow hash would add nothing. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function codeRefused(): FiqError {
  return new FiqError(
    'SIGN_IN_REFUSED',
    'This sign-in code is unknown, used or older than 10 minutes.',
    {
      remedy: 'Get a new one on the server: fiq-server operators link NAME',
    },
  )
}
