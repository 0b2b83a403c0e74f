import { createHash } from 'node:crypto'

/**
 * The code that the terminal and the page of a sign-in both show, for the user to compare.
 *
 * @param challenge - PKCE challenge of the sign-in
 * @example 'A1B2-C3D4'
 */
export function comparisonCode(challenge: string): string {
  const hex = createHash('sha256').update(challenge).digest('hex').toUpperCase()
  return `${hex.slice(0, 4)}-${hex.slice(4, 8)}`
}
