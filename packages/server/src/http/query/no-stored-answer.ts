import { FiqError } from '@fiq/shared/errors'

/** The error for an answer that the caller may not read. It does not tell whether it exists. */
export function noStoredAnswer(id: string): FiqError {
  return new FiqError(
    'NOT_FOUND',
    'This answer is not stored, or another organisation bought it.',
    {
      facts: [`Answer: ${id.slice(0, 64)}`],
      remedy: 'It may have expired. Send the call that bought it again: that is a new purchase.',
    },
  )
}
