import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { PaymentError } from '../payment/delivery/payment-error.ts'
import { terms } from '../payment/testing/test-terms.ts'
import { createOpenMoney, delivers } from './open-money.ts'

const bug = new TypeError('x is not a function')
const notFound = new FiqError('NOT_FOUND', 'No.')
const closed = new FiqError('OUTPUT_FAILED', 'Closed.')
const signed = { ...terms(1), state: 'signed' } as const
const owed = { ...signed, transaction: '0xab' } as const
const unproven = { ...signed, state: 'answered' } as const
const answered = { ...owed, state: 'answered' } as const

describe('the money of a run', () => {
  test('default: without a purchase, errors are unchanged, and faults are named', () => {
    const { state, purchase } = createOpenMoney()
    expect(purchase).toBe(undefined)
    expect(state(notFound)).toBe(notFound)
    expect(state('a text')).toMatchObject({ code: 'INTERNAL', funds: 'untouched' })
  })

  test.each([
    ['a fault, signed', bug, signed, 'PAYMENT_OUTCOME_UNKNOWN', 'at-risk'],
    ['an error, signed', notFound, signed, 'PAYMENT_OUTCOME_UNKNOWN', 'at-risk'],
    ['a fault, owed', bug, owed, 'ANSWER_OWED', 'spent'],
    ['a fault, answered without a receipt', bug, unproven, 'PAYMENT_OUTCOME_UNKNOWN', 'at-risk'],
    [
      'an error, answered without a receipt',
      notFound,
      unproven,
      'PAYMENT_OUTCOME_UNKNOWN',
      'at-risk',
    ],
    ['a closed output, answered without a receipt', closed, unproven, 'OUTPUT_FAILED', 'at-risk'],
    ['a fault, answered', bug, answered, 'INTERNAL', 'spent'],
    ['an error, answered', notFound, answered, 'NOT_FOUND', 'spent'],
    ['a closed output, answered', closed, answered, 'OUTPUT_FAILED', 'spent'],
  ])('error: %s, is about the purchase', (_, thrown, purchase, code, funds) => {
    const { state, follow } = createOpenMoney()
    follow(purchase)
    const error = state(thrown)
    expect(error).toBeInstanceOf(PaymentError)
    expect(error).toMatchObject({ code, funds, payment: { id: purchase.id } })
    expect(state(error)).toBe(error)
    follow(undefined)
    expect(state(notFound).funds).toBe(purchase.state === 'answered' ? funds : 'untouched')
  })

  test('error: an answer on credits is spent, and an open purchase on credits at risk', () => {
    const { state, credits } = createOpenMoney()
    const one = { isAnswered: true } as never
    credits.add(one)
    expect(state(notFound)).toMatchObject({ code: 'NOT_FOUND', funds: 'spent' })
    expect(state(bug)).toMatchObject({ code: 'INTERNAL', funds: 'spent' })
    credits.add({ isAnswered: false } as never)
    expect(state(notFound)).toMatchObject({ funds: 'at-risk' })
    credits.clear()
    expect(state(notFound)).toBe(notFound)
  })

  test('error: the sum of a session is spent', () => {
    const { state, sessions } = createOpenMoney()
    sessions.add({ spent: () => 5n, inDoubt: () => 0n, isCharged: false, isPlay: false })
    expect(state(bug)).toMatchObject({ code: 'INTERNAL', funds: 'spent' })
  })

  test('behavior: an error that is shown delivers the answer, but a fault or a doubt does not', () => {
    expect([notFound, closed].map(delivers)).toEqual([true, false])
    const { state, follow } = createOpenMoney()
    follow(unproven)
    expect([state(notFound), state(bug)].map(delivers)).toEqual([false, false])
  })
})
