import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { errorText } from './error-text.ts'

test('default: has message, facts and the remedy of the case', () => {
  const error = new FiqError('PAYEE_CHANGED', 'Another payee.', {
    facts: ['Before: a', 'Now: b'],
    remedy: 'Ask the operator.',
  })
  expect(errorText(error)).toBe(
    'Another payee. Before: a; Now: b. Ask the operator. Nothing was signed.',
  )
})

test('behavior: names no command of the terminal client', () => {
  expect(errorText(new FiqError('QUOTE_MALFORMED', 'No quote.'))).toBe(
    'No quote. Nothing was signed.',
  )
})

test('behavior: hides control characters of a server', () => {
  expect(errorText(new Error('not\u202e paid\u0007'))).toBe('not paid')
  expect(errorText('text')).toBe('text')
})
