import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import { beforeEach, expect, test } from 'vitest'
import type { PaymentKey } from '../../storage/credits/payment-key.ts'
import { claimOf, keyOf } from '../../storage/payments/testing/payments.ts'
import type { Facilitator, Settlement } from '../facilitator.ts'
import { type LeasedSettling, leasedSettling } from './leased-settling.ts'

const transaction = `0x${'d'.repeat(64)}` as const
const settled: Settlement = { outcome: 'settled', transaction, logIndex: 0 }
const { signed } = claimOf(keyOf(1))
/** Waits end with a result, even on a slow machine; one test is about their time limit. */
const limits = { retryMs: 20, waitMaxMs: 15_000 }

let holder: string | undefined
let settledBy: string[]
let broadcast: string[]
/** For each settling: the transactions it received as sent before, and those in the record. */
let sentBefore: unknown[]
let kept: { transaction?: Hex }
/** Transactions sent for other resource servers, by nonce. */
let served: Map<string, Hex>
let outcome: (name: string) => Settlement | Promise<Settlement>
let lost: number
let lostReplies: number
let requestCount: number
const instances = new Map<string, LeasedSettling>()

beforeEach(() => {
  holder = 'a'
  settledBy = []
  broadcast = []
  sentBefore = []
  kept = {}
  served = new Map()
  outcome = () => settled
  lost = 0
  lostReplies = 0
  requestCount = 0
  instances.clear()
  for (const name of ['a', 'b', 'c']) instances.set(name, instance(name))
})

/** One of three instances. `lost` requests and `lostReplies` replies do not arrive. */
function instance(name: string, its = limits): LeasedSettling {
  const settle: Facilitator['settle'] = async (_, { onBroadcast, sent }) => {
    sentBefore.push(sent)
    settledBy.push(name)
    await onBroadcast(transaction)
    return outcome(name)
  }
  return leasedSettling({
    facilitator: { settle } as Facilitator,
    lease: { isHeld: () => holder === name },
    record: {
      find: async (key: PaymentKey) =>
        key.nonce === keyOf(1).nonce
          ? { ...claimOf(keyOf(1)), ...kept, state: 'claimed' }
          : undefined,
      broadcast: async (key) => void broadcast.push(key.nonce),
    },
    served: {
      sent: async ({ authorization }) => served.get(authorization.nonce),
      broadcast: async ({ authorization: { nonce } }, hash) => void served.set(nonce, hash),
    },
    publish(line) {
      const isReply = 'told' in JSON.parse(line)
      if (isReply ? lostReplies-- > 0 : lost-- > 0) return
      if (!isReply) requestCount += 1
      // At once: a request that is still in flight at the reply would be a new one.
      for (const { hear } of instances.values()) hear(line)
    },
    report: (error) => {
      throw error
    },
    limits: its,
  })
}
const settle = (name: string, payment: SignedAuthorization = signed) =>
  instances.get(name)!.facilitator.settle(payment, { onBroadcast: () => {} })

test('default: the holder settles directly, the others through it, with the hash stored first', async () => {
  expect(await settle('a')).toEqual(settled)
  expect(broadcast).toEqual([])
  expect(await settle('b')).toEqual(settled)
  expect(settledBy).toEqual(['a', 'a'])
  expect(broadcast).toEqual([keyOf(1).nonce])
})

test('behavior: a payment of another resource server is in no record; its transaction is stored', async () => {
  const other = claimOf(keyOf(2)).signed
  expect(await settle('b', other)).toEqual(settled)
  expect(broadcast).toEqual([])
  expect(served).toEqual(new Map([[keyOf(2).nonce, transaction]]))
  expect(await settle('b', other)).toEqual(settled)
  expect(sentBefore).toEqual([undefined, transaction])
})

test('behavior: sends lost messages again', async () => {
  lost = 2
  expect(await settle('c')).toEqual(settled)
  expect(new Set(settledBy)).toEqual(new Set(['a']))
})

test('behavior: a request whose reply is lost gets another', async () => {
  lostReplies = 1
  expect(await settle('c')).toEqual(settled)
  expect(settledBy).toEqual(['a', 'a'])
})

test('behavior: while the holder works on it, another request starts nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<Settlement>()
  outcome = () => promise
  const answer = settle('b')
  await expect.poll(() => requestCount).toBeGreaterThan(3)
  resolve(settled)
  expect(await answer).toEqual(settled)
  expect(settledBy).toEqual(['a'])
})

test('behavior: when the holder dies, its successor settles the waiting payments', async () => {
  holder = undefined
  const answers = [settle('b'), settle('c')]
  await expect.poll(() => requestCount).toBeGreaterThan(3)
  holder = 'c'
  expect(await Promise.all(answers)).toEqual([settled, settled])
  expect(new Set(settledBy)).toEqual(new Set(['c']))
})

test('behavior: an instance that settles for or after another receives its earlier transactions', async () => {
  kept = { transaction }
  expect(await settle('b')).toEqual(settled)
  holder = undefined
  const answer = settle('b')
  await expect.poll(() => requestCount).toBeGreaterThan(3)
  holder = 'b'
  expect(await answer).toEqual(settled)
  expect(sentBefore).toEqual([transaction, transaction])
})

test('behavior: a holder that loses the lease meanwhile asks the next one', async () => {
  outcome = (name) => {
    if (name === 'b') return settled
    holder = 'b'
    return { outcome: 'unknown', message: 'refused by the fence' }
  }
  expect(await settle('a')).toEqual(settled)
  expect(settledBy).toEqual(['a', 'b'])
})

test('error: while no instance holds the lease the outcome is unknown, and nothing is settled', async () => {
  holder = undefined
  instances.set('b', instance('b', { ...limits, waitMaxMs: 3 * limits.retryMs }))
  expect(await settle('b')).toMatchObject({ outcome: 'unknown' })
  expect(settledBy).toEqual([])
})

test('error: passes on a refusal and an unknown outcome unchanged', async () => {
  const refused: Settlement = {
    outcome: 'refused',
    reason: 'invalid_exact_evm_insufficient_balance',
    message: 'too little',
  }
  outcome = () => refused
  expect(await settle('b')).toEqual(refused)
  outcome = () => ({ outcome: 'unknown', message: 'not mined', transaction })
  expect(await settle('c')).toEqual({ outcome: 'unknown', message: 'not mined', transaction })
})
