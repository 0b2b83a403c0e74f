import { describe, expect, test } from 'vitest'
import { type Doubt, isOver, settleDoubt } from './doubt.ts'
import type { Payer } from './ports.ts'
import { terms } from './testing/test-terms.ts'

const purchase = { ...terms(1), state: 'signed' } as const
const refused: Doubt = { is: 'refused', reason: 'HTTP 402: no' }
const lost: Doubt = { is: 'lost', reason: 'No answer came' }
const owed: Doubt = { is: 'owed', reason: 'HTTP 502', retryAfterMs: undefined, transaction: '0xa' }
const end = 1_800_000_060_000

describe('settleDoubt: what is said and what is written', () => {
  // Doubt, what the chain says, past its end -> code, state, funds.
  test.each<[Doubt, boolean | undefined, boolean, string, string, string]>([
    [refused, false, false, 'PAYMENT_REJECTED', 'rejected', 'untouched'],
    [refused, false, true, 'PAYMENT_REJECTED', 'void', 'untouched'],
    [refused, true, false, 'ANSWER_OWED', 'settled', 'owed'],
    [refused, true, true, 'ANSWER_OWED', 'settled', 'owed'],
    [refused, undefined, false, 'PAYMENT_OUTCOME_UNKNOWN', 'unknown', 'at-risk'],
    [refused, undefined, true, 'PAYMENT_REJECTED', 'rejected', 'at-risk'],
    [lost, false, false, 'PAYMENT_OUTCOME_UNKNOWN', 'unknown', 'at-risk'],
    [lost, false, true, 'PAYMENT_REJECTED', 'void', 'untouched'],
    [lost, true, false, 'ANSWER_OWED', 'settled', 'owed'],
    [lost, undefined, false, 'PAYMENT_OUTCOME_UNKNOWN', 'unknown', 'at-risk'],
    [lost, undefined, true, 'PAYMENT_OUTCOME_UNKNOWN', 'unknown', 'at-risk'],
    [owed, false, false, 'ANSWER_OWED', 'settled', 'owed'],
  ])('behavior: %j, used %s, over %s: %s', async (doubt, used, over, code, state, funds) => {
    const { payer, written } = scene(used, over ? end + 61_000 : end - 1_000)
    await expect(settleDoubt(purchase, doubt, payer)).rejects.toMatchObject({
      code,
      funds,
      payment: { state, id: purchase.id, amount: '0.015' },
      facts: expect.arrayContaining([`Nonce: ${purchase.authorization.nonce}`]),
    })
    expect(written).toEqual([state])
  })
})

describe('isOver', () => {
  test('default: only a minute after its end, for clocks that differ', () => {
    expect(isOver(purchase, end + 60_000)).toBe(false)
    expect(isOver(purchase, end + 61_000)).toBe(true)
  })
})

function scene(used: boolean | undefined, now: number) {
  const written: string[] = []
  const journal = {
    settled: () => void written.push('settled'),
    unknown: () => void written.push('unknown'),
    rejected: () => void written.push('rejected'),
    voided: () => void written.push('void'),
  }
  const ports: Pick<Payer, 'chain' | 'clock'> = {
    chain: { authorizationUsed: async () => used },
    clock: { now: () => now, sleep: async () => {} },
  }
  return { payer: { ...ports, journal } as unknown as Payer, written }
}
