import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { unexpected } from '../../terminal/report-error.ts'
import { aboutCredits } from './about-credits.ts'

const cancelled = new FiqError('CANCELLED', 'Interrupted.')

test('default: without an open purchase an error is unchanged', () => {
  expect(aboutCredits(cancelled, undefined)).toBe(cancelled)
  expect(aboutCredits(cancelled, [])).toBe(cancelled)
})

test('error: an interruption before the answer leaves the credits at risk, after it spent', () => {
  expect(aboutCredits(cancelled, [{ isAnswered: false }])).toMatchObject({
    code: 'CANCELLED',
    funds: 'at-risk',
    remedy: expect.stringContaining('charged once'),
  })
  expect(aboutCredits(cancelled, [{ isAnswered: true }])).toMatchObject({ funds: 'spent' })
  const both = [{ isAnswered: true }, { isAnswered: false }]
  expect(aboutCredits(cancelled, both)).toMatchObject({ funds: 'at-risk' })
})

test('error: a fault of this program is reported with the credits', () => {
  expect(aboutCredits(unexpected(new TypeError('x')), [{ isAnswered: false }])).toMatchObject({
    code: 'INTERNAL',
    message: 'Unexpected: TypeError: x',
    funds: 'at-risk',
  })
})

test('default: an error that states where the money is stays unchanged', () => {
  const told = new FiqError('SERVER_ERROR', 'Lost.', { funds: 'at-risk' })
  expect(aboutCredits(told, [{ isAnswered: true }])).toBe(told)
})
