import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { aboutPurchase } from './about-purchase.ts'
import type { Purchase } from './ports.ts'
import { terms } from './testing/test-terms.ts'

const signed: Purchase = { ...terms(1), state: 'signed', signed: 'header' }
const cancelled = new FiqError('CANCELLED', 'Interrupted.')

describe('aboutPurchase', () => {
  test('default: an interruption with a purchase open is about it, and the money is at risk', () => {
    expect(aboutPurchase(cancelled, signed)).toMatchObject({
      code: 'CANCELLED',
      message: 'Interrupted.',
      funds: 'at-risk',
      payment: { state: 'signed', id: signed.id, amount: '0.015' },
    })
  })

  test('behavior: an answer that came and was not printed is spent, and kept', () => {
    const fault = aboutPurchase(new TypeError('x is not a function'), {
      ...signed,
      state: 'answered',
    })
    expect(fault).toMatchObject({
      code: 'INTERNAL',
      message: 'Unexpected: TypeError: x is not a function',
      funds: 'spent',
      remedy: 'Run the same command again: nothing new is paid.',
    })
  })

  test('behavior: one that settled without an answer is owed', () => {
    expect(aboutPurchase(cancelled, { ...signed, state: 'settled' })).toMatchObject({
      funds: 'owed',
    })
  })

  test('behavior: without a purchase, and of an error that knows, nothing is changed', () => {
    expect(aboutPurchase(cancelled, undefined)).toBe(cancelled)
    const partial = new FiqError('PARTIAL_DATA', 'One field.')
    expect(aboutPurchase(partial, signed)).toBe(partial)
    const known = aboutPurchase(cancelled, signed)
    expect(aboutPurchase(known, signed)).toBe(known)
  })
})
