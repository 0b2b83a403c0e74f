import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { underPayment } from './http-answer.ts'

describe('underPayment', () => {
  const payment = 'header'

  test('default: without a payment an error is unchanged', () => {
    const error = new FiqError('STORE_UNAVAILABLE', 'Gone.')
    expect(underPayment(error, undefined)).toBe(error)
  })

  test.each(['INTERNAL', 'STORE_UNAVAILABLE'] as const)(
    'error: %s during a payment says nothing about the money, so it is sent again',
    (code) => {
      const error = underPayment(new FiqError(code, 'A detail.'), payment)
      expect(error).toMatchObject({ code: 'SETTLEMENT_PENDING', funds: 'at-risk', status: 503 })
      expect(error.message).not.toContain('A detail.')
    },
  )

  test('error: a refusal with a signed payment leaves the money at risk until it expires', () => {
    const error = underPayment(new FiqError('RATE_LIMITED', 'Later.'), payment)
    expect(error).toMatchObject({ code: 'RATE_LIMITED', funds: 'at-risk' })
  })

  test('error: a transfer that failed on the chain leaves the money where it is stated to be', () => {
    const failed = new FiqError('SETTLEMENT_FAILED', 'No.', { funds: 'untouched' })
    expect(underPayment(failed, payment)).toBe(failed)
    const owed = new FiqError('ANSWER_OWED', 'Owed.')
    expect(underPayment(owed, payment)).toBe(owed)
  })
})
