import type { FiqError } from '@fiq/shared/errors'

/**
 * The error text in the row of a failed item: code, message, and a similar ticker or the setting of
 * the first source that would answer; `null` for an item without an error.
 *
 * @example problemText(error) // 'NOT_FOUND: The directory has no ticker "APPL". APPL: did you mean AAPL?'
 */
export function problemText(error: FiqError | undefined): string | null {
  if (error === undefined) return null
  const [hint] =
    error.code === 'NOT_CONFIGURED'
      ? error.facts.map((fact) => `${fact}.`)
      : error.facts.filter((fact) => fact.includes('did you mean'))
  return [`${error.code}: ${error.message}`, ...(hint === undefined ? [] : [hint])].join(' ')
}
