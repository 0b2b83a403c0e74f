import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { PaymentError } from '../payment/delivery/payment-error.ts'
import { terms } from '../payment/testing/test-terms.ts'
import { CreditsError } from './credits/credits-error.ts'
import { logLine } from './log-line.ts'
import { moneyAfter as moneyAfterStated, moneyOf, noMoney } from './passage-money.ts'
import { createRequestMoney } from './request-money.ts'

const moneyAfter = (error: FiqError) => moneyAfterStated(createRequestMoney().state(error))

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

test('default: an answer is paid with a receipt, and at risk without one', () => {
  const answer = { paid: 15_000n, purchase: { ...purchase, state: 'answered' } }
  const { id } = purchase
  expect(moneyOf(answer as never)).toEqual({ paid: 0n, atRisk: 15_000n, purchase: id })
  const proven = { ...answer, purchase: { ...answer.purchase, transaction: '0xab' } }
  expect(moneyOf(proven as never)).toEqual({ paid: 15_000n, atRisk: 0n, purchase: id })
  expect(moneyOf({ paid: 0n } as never)).toEqual({ paid: 0n, atRisk: 0n })
})

test('behavior: play money is marked, after an error and in the log', () => {
  const money = moneyAfter(
    new PaymentError('ANSWER_OWED', 'x', { ...purchase, isPlay: true }, 'unknown', {
      funds: 'at-risk',
    }),
  )
  expect(money).toMatchObject({ atRisk: 15_000n, play: true })
  const passage = {
    at: 0,
    client: 'ann',
    what: '/tools/quotes',
    status: 502,
    ms: 3,
    ...({ surface: 'http', outcome: 'ANSWER_OWED' } as const),
    ...money,
  }
  expect(logLine(passage, 'text')).toContain('AT RISK 0.015 play USDC purchase')
  expect(logLine({ ...passage, paid: 15_000n }, 'text')).toContain('paid 0.015 play USDC')
  expect(JSON.parse(logLine(passage, 'json'))).toMatchObject({ play: true })
})

test('behavior: credits are marked, after an error and in the log', () => {
  const errorWith = (funds: 'spent' | 'at-risk') =>
    new CreditsError(new FiqError('SERVER_ERROR', 'x', { funds }), 15_000n)
  const lost = moneyAfter(errorWith('at-risk'))
  expect(lost).toEqual({ paid: 0n, atRisk: 15_000n, credits: true })
  expect(moneyAfter(errorWith('spent'))).toEqual({ paid: 15_000n, atRisk: 0n, credits: true })
  const bought = moneyOf({ paid: 15_000n, isOnCredits: true } as never)
  expect(bought).toEqual({ paid: 15_000n, atRisk: 0n, credits: true })
  const passage = {
    at: 0,
    client: 'ann',
    what: 'quotes',
    status: 200,
    ms: 3,
    ...({ surface: 'mcp', outcome: 'asked' } as const),
  }
  expect(logLine({ ...passage, ...bought }, 'text')).toMatch(/paid 0\.015 USDC in credits$/)
  expect(logLine({ ...passage, ...lost }, 'text')).toMatch(/AT RISK 0\.015 USDC in credits$/)
  expect(JSON.parse(logLine({ ...passage, ...lost }, 'json'))).toMatchObject({ credits: true })
})
