import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { PaymentError } from '../../payment/delivery/payment-error.ts'
import { terms } from '../../payment/testing/test-terms.ts'
import { createOpenMoney } from '../../query/open-money.ts'
import { errorLine } from './error-line.ts'

const lineOf = (thrown: unknown) => errorLine(createOpenMoney().state(thrown))

test('default: an error after signing states the amount and its state', () => {
  const error = new PaymentError('PAYMENT_OUTCOME_UNKNOWN', 'No proof.', terms(1), 'unknown')
  expect(lineOf(error)).toBe('0.015 USDC at-risk (0x00000000): No proof.')
})

test('behavior: another error is its message', () => {
  expect(lineOf(new FiqError('NOT_FOUND', 'No.'))).toBe('No.')
  expect(lineOf('no')).toBe('Unexpected: no')
})

test('behavior: an error in a session that has paid is its message, because the view has the sum', () => {
  const money = createOpenMoney()
  money.sessions.add({ spent: () => 5n, inDoubt: () => 0n, isCharged: false, isPlay: false })
  expect(errorLine(money.state(new FiqError('NOT_FOUND', 'No.')))).toBe('No.')
})

test('behavior: an error of a query on credits states where they are', () => {
  const refused = new FiqError('RATE_LIMITED', 'The server answered HTTP 429.', {
    funds: 'at-risk',
  })
  expect(lineOf(refused)).toBe('credits at-risk: The server answered HTTP 429.')
  expect(lineOf(refused.withFunds('untouched'))).toBe('The server answered HTTP 429.')
})
