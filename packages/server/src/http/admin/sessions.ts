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

/** Validity of a sign-in code. */
export const codeMs = 10 * 60_000

/** Sign-in to `/admin` by codes that the command line of the server creates for operators. */
export type Sessions = Pick<BrowserSessions, 'find' | 'signOut'> & {
  /** Creates a code for one sign-in: 256 random bits, base64url. Only its hash is stored. */
  newCode(operator: string): Promise<{ code: string; expiresAt: number }>
  /**
   * @throws FiqError `SIGN_IN_REFUSED` for an unknown, used or expired code. The error does not say
   * which.
   */
  signIn(code: string): Promise<{ id: string; session: BrowserSession }>
}

/** Creates the sign-in of operators, whose sessions and codes are in the store. */
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
    { remedy: 'Get a new one on the server: fiq-server operators link NAME' },
  )
}
