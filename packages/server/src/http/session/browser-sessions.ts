import { createHash } from 'node:crypto'
import type { SessionRow } from '../../storage/accounts/access-store.ts'

/** Storage of the sessions of one kind. */
export type SessionStore = {
  /** Opens a session, and deletes those that began before `forgetBefore`. */
  openSession(session: SessionRow & { hash: string }, forgetBefore: number): Promise<void>
  findSession(hash: string): Promise<SessionRow | undefined>
  useSession(hash: string, at: number): Promise<void>
  closeSession(hash: string): Promise<void>
}

export type SessionPorts<store extends SessionStore = SessionStore> = {
  store: store
  nowMs(): number
  /** Source of random bytes, `crypto.randomBytes`. */
  random(bytes: number): Uint8Array
}

/** A signed-in browser. Every change must carry `csrf`. */
export type BrowserSession = { owner: string; csrf: string; endsAt: number }

/** Durations of a browser session. */
export const sessionLimits = {
  /** Maximum time without action of the user; background requests of the page do not count. */
  idleMs: 30 * 60_000,
  /** Maximum time since sign-in. */
  wholeMs: 12 * 60 * 60_000,
  /** Minimum time between two writes of the last use. */
  noteMs: 60_000,
} as const

export type BrowserSessions = {
  /** Always creates a new session id: an id in the request is ignored. */
  open(owner: string): Promise<{ id: string; session: BrowserSession }>
  /** @param isUse - Whether the user acts, which extends the session. */
  find(id: string, isUse: boolean): Promise<BrowserSession | undefined>
  signOut(id: string): Promise<void>
}

/** 256 random bits in base64url. */
export const secretPattern = /^[A-Za-z0-9_-]{43}$/

/** A new secret in the form of {@link secretPattern}. */
export function freshSecret(random: SessionPorts['random']): string {
  return Buffer.from(random(32)).toString('base64url')
}

/**
 * Creates the sessions of operators or of accounts. Their ids are 256 random bits and are looked up
 * by their hash. So neither the time of a look-up nor a copy of the database reveals an id.
 */
export function createBrowserSessions({ store, nowMs, random }: SessionPorts): BrowserSessions {
  return {
    async open(owner) {
      const now = nowMs()
      const id = freshSecret(random)
      const opened = { hash: hashOf(id), owner, createdAt: now, usedAt: now }
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

function sessionOf(id: string, { owner, createdAt }: SessionRow): BrowserSession {
  return { owner, csrf: hashOf(`csrf ${id}`), endsAt: createdAt + sessionLimits.wholeMs }
}

/** SHA-256 in hex. The input has 256 random bits, so a slow hash would add nothing. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
