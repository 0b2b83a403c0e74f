import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { problemText } from './problem-text.ts'

test('default: code and message, with the suggestion or the best setting if there is one', () => {
  const facts = ['APPL: did you mean AAPL?']
  expect(problemText(undefined)).toBeNull()
  expect(problemText(new FiqError('DATA_STALE', 'Old.'))).toBe('DATA_STALE: Old.')
  expect(
    problemText(new FiqError('NOT_FOUND', 'The directory has no ticker "APPL".', { facts })),
  ).toBe('NOT_FOUND: The directory has no ticker "APPL". APPL: did you mean AAPL?')
  const settings = { facts: ['A_KEY turns on A', 'B_KEY turns on B'] }
  expect(problemText(new FiqError('NOT_CONFIGURED', 'No source is on.', settings))).toBe(
    'NOT_CONFIGURED: No source is on. A_KEY turns on A.',
  )
})
