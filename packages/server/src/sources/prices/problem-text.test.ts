import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { problemText } from './problem-text.ts'

test('default: code and message, with the suggestion if there is one', () => {
  const facts = ['APPL: did you mean AAPL?']
  expect(problemText(undefined)).toBeNull()
  expect(problemText(new FiqError('DATA_STALE', 'Old.'))).toBe('DATA_STALE: Old.')
  expect(problemText(new FiqError('NOT_FOUND', 'There is no ticker "APPL".', { facts }))).toBe(
    'NOT_FOUND: There is no ticker "APPL". APPL: did you mean AAPL?',
  )
})
