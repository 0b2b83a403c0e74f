import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { aboutSessions } from './about-sessions.ts'

const over = new FiqError('OVER_BUDGET', 'Over.', { facts: ['a fact'], remedy: 'Wait.' })
const session = (spent: bigint, isCharged = false, inDoubt = 0n, isPlay = false) => ({
  spent: () => spent,
  isCharged,
  inDoubt: () => inDoubt,
  isPlay,
})

test('default: an error of a session that has paid states the sum, and keeps the rest', () => {
  expect(aboutSessions(over, [session(15_000n), session(30_000n)])).toMatchObject({
    code: 'OVER_BUDGET',
    message: 'Over.',
    facts: ['a fact'],
    remedy: 'Wait.',
    funds: 'spent',
    payment: { amount: '0.045', id: undefined },
  })
})

test('behavior: a payment whose outcome is not proven is at risk, with its part of the sum', () => {
  const error = aboutSessions(over, [session(45_000n, false, 15_000n), session(15_000n)])
  expect(error).toMatchObject({
    code: 'OVER_BUDGET',
    funds: 'at-risk',
    payment: { state: 'unknown', amount: '0.06' },
    facts: ['a fact', '0.015 USDC of it are at risk: fiq payments list shows the payments'],
  })
})

test('behavior: play money is marked in the sum and in its part at risk', () => {
  expect(aboutSessions(over, [session(45_000n, false, 15_000n, true)])).toMatchObject({
    payment: { amount: '0.045', play: true },
    facts: ['a fact', expect.stringContaining('0.015 play USDC of it are at risk')],
  })
  expect(aboutSessions(over, [session(45_000n)])).not.toHaveProperty('payment.play')
})

test('behavior: credits are spent without an amount of USDC', () => {
  const error = aboutSessions(over, [session(15_000n, true)])
  expect(error).toMatchObject({ funds: 'spent', code: 'OVER_BUDGET' })
  expect(error).not.toHaveProperty('payment')
})

test('behavior: without a session that has paid, or with a statement about the money, nothing changes', () => {
  const atRisk = over.withFunds('at-risk')
  expect(aboutSessions(over, [session(0n)])).toBe(over)
  expect(aboutSessions(atRisk, [session(1n)])).toBe(atRisk)
})
