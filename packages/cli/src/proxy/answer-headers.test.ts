import { expect, test } from 'vitest'
import { terms } from '../payment/testing/test-terms.ts'
import { checkedHeaders, costHeaders } from './answer-headers.ts'
import type { GatewayAnswer } from './answers/gateway-answer.ts'

const { id, amount, payTo, quote, at } = terms(1)
const purchase = { id, amount, payTo, quote, at, state: 'answered' } as const
const answer: GatewayAnswer = {
  status: 200,
  headers: { 'payment-response': 'receipt' },
  body: '{}',
  paid: amount,
  from: 'asked',
  stale: [],
  delivered() {},
}

test('default: states the cost, and marks play money', () => {
  expect(costHeaders({ ...answer, purchase })).toEqual({
    'x-fiq-paid': '0.015',
    'x-fiq-answer': 'asked',
    'x-fiq-purchase': id,
  })
  const play = { ...purchase, isPlay: true } as const
  expect(costHeaders({ ...answer, purchase: play })).toMatchObject({ 'x-fiq-money': 'play' })
})

test('behavior: marks a price that credits paid', () => {
  expect(costHeaders({ ...answer, isOnCredits: true })).toEqual({
    'x-fiq-paid': '0.015',
    'x-fiq-answer': 'asked',
    'x-fiq-money': 'credits',
  })
})

test('behavior: passes on only a receipt that proves the payment', () => {
  const proven = { ...purchase, transaction: '0xab' }
  expect(checkedHeaders({ ...answer, purchase: proven })).toBe(answer.headers)
  for (const each of [answer, { ...answer, purchase }]) expect(checkedHeaders(each)).toEqual({})
})
