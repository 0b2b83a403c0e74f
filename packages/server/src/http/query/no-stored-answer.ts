import { FiqError } from '@fiq/shared/errors'

export function noStoredAnswer(id: string): FiqError {
  return new FiqError(
    'NOT_FOUND',
    'This answer is not stored, or another organisation bought it.',
    {
      facts: [`Answer: ${id.slice(0, 64)}`],
    },
  )
}
