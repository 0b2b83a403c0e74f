import { describe, expect, test } from 'vitest'
import { findPurchase } from '../journal/purchase-list.ts'
import { journalScene } from '../testing/test-journal.ts'
import { terms } from '../testing/test-terms.ts'
import type { Proof } from './chain.ts'
import { type Doubt, isOver, settleDoubt, withoutChain } from './doubt.ts'
import type { Payer } from './ports.ts'

const purchase = { ...terms(1), state: 'signed' } as const
const unanswered = { is: 'unanswered', retryAfterMs: undefined } as const
const refused: Doubt = { ...unanswered, isFinal: true, reason: 'HTTP 402: insufficient_funds' }
const unreadable: Doubt = { ...unanswered, isFinal: true, reason: 'it is not JSON', isOurs: true }
const lost: Doubt = { is: 'lost', reason: 'No answer arrived' }
const broken: Doubt = { ...unanswered, isFinal: false, reason: 'HTTP 502' }
const end = 1_800_000_060_000

describe('settleDoubt: messages and journal entries', () => {
  // Doubt, proof from the chain -> code, state, funds.
  test.each<[Doubt, Proof | undefined, string, string, string]>([
    [refused, 'void', 'PAYMENT_REJECTED', 'void', 'untouched'],
    [refused, 'settled', 'ANSWER_OWED', 'settled', 'spent'],
    [refused, undefined, 'PAYMENT_OUTCOME_UNKNOWN', 'unknown', 'at-risk'],
    [unreadable, undefined, 'PAYMENT_OUTCOME_UNKNOWN', 'unknown', 'at-risk'],
    [lost, 'void', 'PAYMENT_REJECTED', 'void', 'untouched'],
    [lost, 'settled', 'ANSWER_OWED', 'settled', 'spent'],
    [lost, undefined, 'PAYMENT_OUTCOME_UNKNOWN', 'unknown', 'at-risk'],
    [broken, undefined, 'PAYMENT_OUTCOME_UNKNOWN', 'unknown', 'at-risk'],
  ])('behavior: %j, proof %s: %s', async (doubt, proof, code, state, funds) => {
    const { payer, written } = scene(proof)
    expect(await settleDoubt(purchase, doubt, payer)).toMatchObject({
      code,
      funds,
      payment: { state, id: purchase.id, amount: '0.015' },
      facts: expect.arrayContaining([`Nonce: ${purchase.authorization.nonce}`]),
    })
    expect(written).toEqual([state])
  })

  test.each([undefined, 'void'] as const)(
    'behavior: a receipt decides, whatever the chain says: %s',
    async (proof) => {
      const { payer, written } = scene(proof)
      expect(await settleDoubt({ ...purchase, transaction: '0xa' }, broken, payer)).toMatchObject({
        code: 'ANSWER_OWED',
        funds: 'spent',
        payment: { state: 'settled' },
        facts: expect.arrayContaining(['Transaction: 0xa']),
      })
      expect(written).toEqual(['settled'])
    },
  )

  test.each([
    [refused, 'The server rejected the payment, and it can no longer settle.'],
    [lost, 'The payment was never settled, and it can no longer settle.'],
    [unreadable, 'The payment was never settled, and it can no longer settle.'],
  ])('behavior: only a refusal of the server is called one: %j', async (doubt, message) => {
    expect(await settleDoubt(purchase, doubt, scene('void').payer)).toMatchObject({ message })
  })

  test("behavior: quotes the server's text, which changes neither code nor remedy", async () => {
    const error = await settleDoubt(purchase, refused, scene('void').payer)
    expect(error).toMatchObject({
      code: 'PAYMENT_REJECTED',
      facts: expect.arrayContaining([
        'The server says: HTTP 402: insufficient_funds',
        'If true: The wallet holds less USDC than the price.',
        'Proof: its authorization has expired, and is unused or canceled on the chain, according to https://rpc.example',
      ]),
    })
    expect(error.remedy).not.toContain('fund')
  })

  test.each([
    [refused, 'The server says: HTTP 402: insufficient_funds'],
    [unreadable, 'it is not JSON'],
    [lost, 'No answer arrived'],
  ])('behavior: the journal of a void payment attributes the reason: %j', async (doubt, reason) => {
    using scene = journalScene()
    const { database, journal, budget } = scene.process(1)
    budget.reserve(terms(1))
    journal.signed(purchase.id, 'header')
    const chain = { nodesOf: () => ['https://rpc.example'], prove: async () => 'void' }
    await settleDoubt(purchase, doubt, { chain, journal } as unknown as Payer)
    expect(findPurchase(database, purchase.id)).toMatchObject({ state: 'void', reason })
  })

  test.each([
    [refused, 'The server says: HTTP 402: insufficient_funds'],
    [unreadable, 'Reason: it is not JSON'],
    [lost, 'Reason: No answer arrived'],
  ])('behavior: the error names its reason, and whose it is: %j', async (doubt, fact) => {
    const { facts } = await settleDoubt(purchase, doubt, scene(undefined).payer)
    expect(facts).toContain(fact)
  })

  test('behavior: without a node, states that the amount counts as spent', async () => {
    const told = await settleDoubt(purchase, lost, scene(undefined, false).payer)
    expect(told.facts).toContain(withoutChain)
    const asked = await settleDoubt(purchase, lost, scene(undefined, true).payer)
    expect(asked.facts).not.toContain(withoutChain)
  })

  test.each([
    ['signed', 'After 2027-01-15T08:02:00.000Z, fiq payments abandon 0x0000000000000000 lets'],
    ['rejected', 'After 2027-01-15T08:02:00.000Z, the same command buys again'],
  ] as const)(
    'behavior: without a node, says when a payment that is %s ends',
    async (state, says) => {
      const { payer } = scene(undefined, false)
      const { facts } = await settleDoubt({ ...purchase, state }, lost, payer)
      expect(facts).toContainEqual(expect.stringContaining(says))
    },
  )
})

test('behavior: says how to end a payment of play money to a server without a devnet', async () => {
  const { facts } = await settleDoubt({ ...purchase, isPlay: true }, lost, scene(undefined).payer)
  expect(facts).toContainEqual(
    'After 2027-01-15T08:02:00.000Z, fiq payments abandon 0x0000000000000000 lets the same command buy again, also if the server runs no devnet',
  )
})

describe('isOver', () => {
  test('default: true only a minute after its end, because clocks differ', () => {
    expect(isOver(purchase, end + 60_000)).toBe(false)
    expect(isOver(purchase, end + 61_000)).toBe(true)
  })
})

function scene(proof: Proof | undefined, hasNode = true) {
  const written: string[] = []
  const journal = {
    settled: () => void written.push('settled'),
    unknown: () => void written.push('unknown'),
    voided: () => void written.push('void'),
  }
  const chain = {
    nodesOf: () => (hasNode ? ['https://rpc.example'] : []),
    prove: async () => proof,
  }
  return { payer: { chain, journal } as unknown as Payer, written }
}
