import { FiqError } from '@fiq/shared/errors'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { terms } from '../testing/test-terms.ts'
import { afterSigning, answerIn, type Delivery, errorAfterAnswer } from './after-signing.ts'
import type { deliver } from './deliver.ts'
import type { settleDoubt } from './doubt.ts'
import { PaymentError } from './payment-error.ts'
import type { PaidAnswer } from './ports.ts'
import type { joinOrResume } from './resume.ts'

const purchase = { ...terms(1), state: 'signed' } as const
const failing = (thrown: unknown) => afterSigning(purchase, async () => Promise.reject(thrown))

describe('afterSigning', () => {
  test('default: functions that run after signing return a Delivery, whose errors are PaymentErrors', () => {
    expectTypeOf<ReturnType<typeof deliver>>().toEqualTypeOf<Promise<Delivery>>()
    expectTypeOf<ReturnType<typeof joinOrResume>>().toEqualTypeOf<Promise<Delivery>>()
    expectTypeOf<ReturnType<typeof settleDoubt>>().toEqualTypeOf<Promise<PaymentError>>()
    expectTypeOf<NonNullable<Delivery['error']>>().toEqualTypeOf<PaymentError>()
    // @ts-expect-error: an error without the state of the funds
    const wrong: Delivery = { error: new FiqError('INTERNAL', 'x') }
    expect(wrong).toBeDefined()
  })

  test.each([
    new TypeError('x is not a function'),
    new FiqError('JOURNAL_UNAVAILABLE', 'The disk is full.', { facts: ['ENOSPC'] }),
    new FiqError('BUDGET_BUSY', 'Another process has taken over this payment.'),
    'a text',
    undefined,
  ])('error: %s after signing is at risk, exit 11', async (thrown) => {
    const { error } = await failing(thrown)
    expect(error).toBeInstanceOf(PaymentError)
    expect(error).toMatchObject({
      kind: 'outcome-unknown',
      funds: 'at-risk',
      payment: { id: purchase.id },
    })
  })

  test('error: a fault after a receipt is spent, also for a purchase with an impossible end', async () => {
    const authorization = { ...purchase.authorization, validBefore: 10n ** 30n }
    const paid = { ...purchase, authorization, transaction: '0xab' }
    const { error } = await afterSigning(paid, async () => Promise.reject(new TypeError('x')))
    expect(error).toMatchObject({ code: 'ANSWER_OWED', funds: 'spent' })
    expect(error!.facts).toContain('Transaction: 0xab')
  })

  test('behavior: an error with the state of the funds stays unchanged; answers pass', async () => {
    const known = new PaymentError('ANSWER_OWED', 'x', purchase, 'settled')
    expect((await failing(known)).error).toBe(known)
    expect(() => answerIn({ error: known })).toThrow(known)
    const answer = { status: 200 } as PaidAnswer
    expect(answerIn(await afterSigning(purchase, async () => ({ answer })))).toBe(answer)
  })
})

describe('errorAfterAnswer', () => {
  const untouched = new FiqError('NOT_FOUND', 'No.', { funds: 'untouched' })

  test('default: with a receipt the money is spent, without one at risk', () => {
    expect(errorAfterAnswer(untouched, { ...purchase, transaction: '0xab' })).toMatchObject({
      code: 'NOT_FOUND',
      funds: 'spent',
    })
    expect(errorAfterAnswer(untouched, purchase)).toMatchObject({
      code: 'PAYMENT_OUTCOME_UNKNOWN',
      funds: 'at-risk',
    })
  })
})
