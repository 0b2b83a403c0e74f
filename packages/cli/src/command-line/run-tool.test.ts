import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { withRemedy } from './run-tool.ts'

const unknown = new FiqError('NOT_FOUND', 'There is no series "X".', { facts: ['A fact.'] })

test('default: replaces the remedy of an unknown item', () => {
  expect(withRemedy(unknown, 'Look elsewhere.')).toMatchObject({
    code: 'NOT_FOUND',
    message: 'There is no series "X".',
    facts: ['A fact.'],
    remedy: 'Look elsewhere.',
  })
})

test('behavior: other errors, and those about a payment, stay unchanged', () => {
  const others = [
    new FiqError('SERVER_ERROR', 'No.'),
    Object.assign(new FiqError('NOT_FOUND', 'No.'), { payment: {} }),
    new Error('No.'),
  ]
  for (const error of others) expect(withRemedy(error, 'Look elsewhere.')).toBe(error)
  expect(withRemedy(unknown, undefined)).toBe(unknown)
})
