import { defined } from '@fiq/shared/defined'
import { expect, test } from 'vitest'
import type { PurchaseState } from '../journal/purchase.ts'
import { terms } from '../testing/test-terms.ts'
import { abandonPurchase } from './abandon.ts'
import type { Proof } from './chain.ts'
import type { Payer } from './ports.ts'

const endMs = 1_800_000_060_000
const overMs = endMs + 61_000

type Given = {
  nowMs?: number
  isHeld?: boolean
  chain?: { says: Proof | undefined }
  ranMs?: number
  at?: number
  isPlay?: true
}

/** @param chain - Absent if no node is configured. */
function scene(state: PurchaseState, given: Given = {}) {
  const { nowMs = overMs, isHeld = false, chain, ranMs = 120_000, at = terms(1).at } = given
  const { isPlay } = given
  const written: string[] = []
  const notes: string[] = []
  const write = (name: string) => () => void written.push(name)
  const payer = {
    journal: {
      isLeased: () => isHeld,
      hasRunFor: (_: string, ms: number) => ranMs >= ms,
      rejected: write('rejected'),
      settled: write('settled'),
      voided: write('voided'),
    },
    chain: {
      nodesOf: () => (chain ? ['https://rpc.example'] : []),
      prove: async () => chain?.says,
    },
    clock: { now: () => nowMs },
    note: (line: string) => void notes.push(line),
  } as unknown as Payer
  return {
    written,
    notes,
    abandon: () => abandonPurchase({ ...terms(1), ...defined({ isPlay }), at, state }, payer),
  }
}

test.each(['signed', 'unknown'] as const)(
  'default: abandons a payment that is %s and expired',
  async (state) => {
    const { written, notes, abandon } = scene(state)
    await abandon()
    expect(written).toEqual(['rejected'])
    expect(notes).toEqual([expect.stringContaining('clock of this machine')])
  },
)

test('error: refuses one that may still settle, and states when it cannot', async () => {
  const { written, abandon } = scene('unknown', { nowMs: overMs - 1_000 })
  await expect(abandon()).rejects.toEqual(
    expect.objectContaining({
      code: 'USAGE',
      facts: expect.arrayContaining(['It can be abandoned after 2027-01-15T08:02:00.000Z']),
      funds: 'at-risk',
      payment: { state: 'unknown', id: terms(1).id, amount: '0.015' },
    }),
  )
  expect(written).toEqual([])
})

test('error: refuses one that expired only because the clock was set forward', async () => {
  const { written, abandon } = scene('unknown', { ranMs: 119_999 })
  await expect(abandon()).rejects.toMatchObject({
    code: 'USAGE',
    facts: expect.arrayContaining(['This machine has not run for as long since it was signed.']),
  })
  expect(written).toEqual([])
})

test('error: refuses one that was reserved after a clock that was ahead, until the machine ran', async () => {
  // The journal keeps the latest time, so `at` is later than the end of the authorization.
  const at = endMs + 86_400_000
  const { written, abandon } = scene('unknown', { ranMs: 179_999, at })
  await expect(abandon()).rejects.toMatchObject({ code: 'USAGE' })
  expect(written).toEqual([])
  await scene('unknown', { ranMs: 180_000, at }).abandon()
})

test('error: refuses one that another process handles', async () => {
  await expect(scene('unknown', { isHeld: true }).abandon()).rejects.toMatchObject({
    code: 'BUDGET_BUSY',
    funds: 'at-risk',
  })
})

test.each([
  ['answered', 'at-risk'],
  ['settled', 'spent'],
  ['void', 'untouched'],
  ['reserved', 'untouched'],
  ['rejected', 'at-risk'],
] as const)(
  'error: refuses one that is %s, because it is not in doubt; the money is %s',
  async (state, funds) => {
    const { written, abandon } = scene(state)
    await expect(abandon()).rejects.toMatchObject({ code: 'USAGE', funds, payment: { state } })
    expect(written).toEqual([])
  },
)

test("behavior: the chain decides, whatever this machine's clock shows; about play money the clock, too", async () => {
  const over = scene('unknown', { nowMs: 0, chain: { says: 'void' } })
  await over.abandon()
  expect(over).toMatchObject({ written: ['voided'], notes: [] })
  const silent = scene('unknown', { chain: { says: undefined } })
  await expect(silent.abandon()).rejects.toMatchObject({
    code: 'USAGE',
    message: 'The chain does not yet prove that the payment has expired.',
  })
  expect(silent.written).toEqual([])
  const play = scene('unknown', { chain: { says: undefined }, isPlay: true })
  await play.abandon()
  expect(play).toMatchObject({ written: ['rejected'], notes: [expect.stringContaining('devnet')] })
  const early = scene('unknown', { nowMs: endMs, chain: { says: undefined }, isPlay: true })
  await expect(early.abandon()).rejects.toMatchObject({ code: 'USAGE', funds: 'at-risk' })
  const moved = scene('unknown', { chain: { says: 'settled' } })
  await expect(moved.abandon()).rejects.toMatchObject({
    message: 'The payment has settled.',
    funds: 'spent',
  })
  expect(moved.written).toEqual(['settled'])
})
