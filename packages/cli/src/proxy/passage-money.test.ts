import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { PaymentError } from '../payment/delivery/payment-error.ts'
import { terms } from '../payment/testing/test-terms.ts'
import { logLine } from './log-line.ts'
import { moneyAfter, noMoney } from './passage-money.ts'

const purchase = terms(1)
const after = (funds: 'spent' | 'at-risk' | 'untouched' | 'owed') =>
  moneyAfter(new PaymentError('ANSWER_OWED', 'x', purchase, 'unknown', { funds }))

test('default: an error after signing counts its amount as spent or at risk', () => {
  expect(after('spent')).toEqual({ paid: 15_000n, atRisk: 0n, purchase: purchase.id })
  expect(after('owed')).toMatchObject({ paid: 15_000n })
  expect(after('at-risk')).toEqual({ paid: 0n, atRisk: 15_000n, purchase: purchase.id })
  expect(after('untouched')).toMatchObject({ paid: 0n, atRisk: 0n })
})

test('behavior: an error before signing costs nothing', () => {
  expect(moneyAfter(new FiqError('SERVER_ERROR', 'x', { funds: 'spent' }))).toBe(noMoney)
})

test('behavior: play money is marked, after an error and in the log', () => {
  const money = moneyAfter(
    new PaymentError('ANSWER_OWED', 'x', { ...purchase, isPlay: true }, 'unknown', {
      funds: 'at-risk',
    }),
  )
  expect(money).toMatchObject({ atRisk: 15_000n, play: true })
  const passage = {
    ...{ at: 0, client: 'ann', what: '/tools/quotes', status: 502, ms: 3 },
    ...({ surface: 'http', outcome: 'ANSWER_OWED' } as const),
    ...money,
  }
  expect(logLine(passage, 'text')).toContain('AT RISK 0.015 play USDC purchase')
  expect(logLine({ ...passage, paid: 15_000n }, 'text')).toContain('paid 0.015 play USDC')
  expect(JSON.parse(logLine(passage, 'json'))).toMatchObject({ play: true })
})
