import { FiqError } from '@fiq/shared/errors'
import type { OperatorStore } from '../../storage/admin/operator-store.ts'
import {
  type BrowserSession,
  type BrowserSessions,
  createBrowserSessions,
  freshSecret,
  hashOf,
  type SessionPorts,
  secretPattern,
} from '../session/browser-sessions.ts'

/** Life of a code to sign in with. */
export const codeMs = 10 * 60_000

/** Sign-in to `/admin`, by codes that operators are given on the command line of the server. */
export type Sessions = Pick<BrowserSessions, 'find' | 'signOut'> & {
  /** A code for one sign-in: 256 random bits, base64url. Of it only the hash is kept. */
  newCode(operator: string): Promise<{ code: string; expiresAt: number }>
  /** @throws FiqError `SIGN_IN_REFUSED`: it is unknown, used or expired; which is not said. */
  signIn(code: string): Promise<{ id: string; session: BrowserSession }>
}

export function createSessions(ports: SessionPorts<OperatorStore>): Sessions {
  const { store, nowMs, random } = ports
  const { open, find, signOut } = createBrowserSessions(ports)
  return {
    find,
    signOut,
    async newCode(operator) {
      const now = nowMs()
      const code = freshSecret(random)
      const expiresAt = now + codeMs
      await store.storeCode({ hash: hashOf(code), operator, expiresAt }, now)
      return { code, expiresAt }
    },
    async signIn(code) {
      const isCode = secretPattern.test(code)
      const operator = isCode ? await store.useCode(hashOf(code), nowMs()) : undefined
      if (operator === undefined) throw codeRefused()
      return open(operator)
    },
  }
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
