import { serverErrors } from '@fiq/shared/error-table'
import type { ErrorCode, ErrorKind } from '@fiq/shared/errors'
import { sanitise } from '@fiq/shared/sanitise'

/** Maximum characters of a quoted server text. */
export const quotedCharactersMax = 300

/** Maximum quoted facts of a server. */
export const quotedFactsMax = 10

/**
 * Error kinds that a server may send. The others concern this machine, its user or a signed
 * payment: only this program knows them, and their exit codes report them.
 */
const acceptedKinds: readonly ErrorKind[] = [
  'usage',
  'server',
  'wallet',
  'funds',
  'tier-denied',
  'rate-limited',
]

/**
 * Converts an error code in a server's response. A code that no server sends, or one about a
 * payment, becomes `SERVER_ERROR`: a server must not choose such an exit code.
 *
 * @returns `undefined` if the response has no code.
 */
export function serverCode(code: unknown): ErrorCode | undefined {
  if (typeof code !== 'string') return undefined
  if (!isServerCode(code) || code === 'ANSWER_OWED') return 'SERVER_ERROR'
  return acceptedKinds.includes(serverErrors[code].kind) ? code : 'SERVER_ERROR'
}

/** Whether it is a code that servers emit. */
export function isServerCode(code: unknown): code is keyof typeof serverErrors {
  return typeof code === 'string' && Object.hasOwn(serverErrors, code)
}

/** Quotes a text of a server as one line of limited length, marked as the server's words. */
export function serverSays(text: string): string {
  return `The server says: ${cleanWords(text)}`
}

/** Removes deceptive characters from a text of a server, and limits it to one line. */
export function cleanWords(text: string): string {
  const clean = sanitise(text.slice(0, 4 * quotedCharactersMax)).trim()
  return clean.length > quotedCharactersMax ? `${clean.slice(0, quotedCharactersMax)}…` : clean
}
