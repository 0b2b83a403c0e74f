import { serverErrors } from '@fiq/shared/error-table'
import type { ErrorCode, ErrorKind } from '@fiq/shared/errors'
import { sanitise } from '@fiq/shared/sanitise'

/** Longest text of a server that is quoted, in characters. */
export const quotedCharactersMax = 300

/** Most facts of a server that are quoted. */
export const quotedFactsMax = 10

/**
 * Kinds of error that a server may name. The others are about this machine, its user or a signed
 * payment: only this program knows them, and their exit codes say so.
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
 * The error code for a code that a server wrote. A code that no server emits, and one about a
 * payment, becomes `SERVER_ERROR`: a server chooses no exit code.
 *
 * @returns `undefined` where the server wrote none.
 */
export function serverCode(code: unknown): ErrorCode | undefined {
  if (typeof code !== 'string') return undefined
  if (!Object.hasOwn(serverErrors, code) || code === 'ANSWER_OWED') return 'SERVER_ERROR'
  const known = code as keyof typeof serverErrors
  return acceptedKinds.includes(serverErrors[known].kind) ? known : 'SERVER_ERROR'
}

/** A text of a server as one bounded line that names whose words it is. */
export function serverSays(text: string): string {
  return `The server says: ${cleanWords(text)}`
}

/** A text of a server without characters that deceive, on one line, bounded. */
export function cleanWords(text: string): string {
  const clean = sanitise(text.slice(0, 4 * quotedCharactersMax)).trim()
  return clean.length > quotedCharactersMax ? `${clean.slice(0, quotedCharactersMax)}…` : clean
}
