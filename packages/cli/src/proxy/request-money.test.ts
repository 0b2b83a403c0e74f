import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { terms } from '../payment/testing/test-terms.ts'
import { agentError } from './answers/agent-words.ts'
import { moneyAfter } from './passage-money.ts'
import { createRequestMoney, createSharedMoney } from './request-money.ts'

const bug = new TypeError('x is not a function')
const unproven = { ...terms(1), state: 'answered' } as const
const purchase = { ...unproven, transaction: '0xab' } as const

test('default: before anything is bought, a fault of the proxy hides its text and is untouched', () => {
  const { state } = createRequestMoney()
  const error = state(bug)
  expect(error).toMatchObject({ code: 'INTERNAL', funds: 'untouched' })
  expect(JSON.stringify(error)).not.toContain('is not a function')
  expect(agentError(error).remedy).toBe('Ask the user to report this bug of fiq.')
  expect(moneyAfter(error)).toEqual({ paid: 0n, atRisk: 0n })
})

test('error: once a purchase is signed, every error is about it', () => {
  const { state, follow } = createRequestMoney()
  const thrown = [bug, 'a text', new FiqError('NOT_FOUND', 'No.')]
  follow(purchase)
  for (const each of thrown)
    expect(moneyAfter(state(each))).toMatchObject({ paid: 15_000n, purchase: purchase.id })
  follow(unproven)
  for (const each of thrown)
    expect(state(each)).toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN', funds: 'at-risk' })
})

test('error: an answer on credits is spent at its price', () => {
  const { state, charge } = createRequestMoney()
  charge(15_000n)
  const error = state(bug)
  expect(error).toMatchObject({ funds: 'spent' })
  expect(moneyAfter(error)).toEqual({ paid: 15_000n, atRisk: 0n, credits: true })
  const lost = new FiqError('SERVER_ERROR', 'Lost.', { funds: 'at-risk' })
  expect(state(lost)).toBe(lost)
})

test('behavior: requests that wait for the same call share its money, and the first is charged', () => {
  const [first, second, third] = [createRequestMoney(), createRequestMoney(), createRequestMoney()]
  const shared = createSharedMoney()
  shared.join(first)
  shared.join(second)
  shared.follow(purchase)
  shared.join(third)
  for (const { state } of [first, second, third])
    expect(state(bug)).toMatchObject({ funds: 'spent', payment: { id: purchase.id } })
  const onCredits = createSharedMoney()
  const [one, other, late] = [createRequestMoney(), createRequestMoney(), createRequestMoney()]
  onCredits.join(one)
  onCredits.join(other)
  onCredits.charge(15_000n)
  onCredits.join(late)
  const paid = [one, other, late].map(({ state }) => moneyAfter(state(bug)).paid)
  expect(paid).toEqual([15_000n, 0n, 0n])
  for (const { state } of [one, other, late]) expect(state(bug).funds).toBe('spent')
})
