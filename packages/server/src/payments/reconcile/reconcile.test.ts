import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { expect, test } from 'vitest'
import { openDevnet } from '../../devnet/chain.ts'
import { answerJsonRpc } from '../../devnet/json-rpc.ts'
import { findSettlement } from '../../settlement/chain/chain-reads.ts'
import { createRpcChain } from '../../settlement/chain/rpc-chain.ts'
import type { FoundSettlement } from '../../settlement/facilitator.ts'
import { bodyOf, listen } from '../../settlement/testing/listen.ts'
import type { PaymentRecord } from '../../storage/payments/payment-record.ts'
import { claimOf, keyOf as storeKeyOf } from '../../storage/payments/testing/payments.ts'
import { openSqlitePaymentRecord } from '../../storage/payments/testing/sqlite-payment-record.ts'
import { rowInFlightKey } from '../in-flight.ts'
import { reconcile } from './reconcile.ts'

const hex = (digit: string, bytes: number) => `0x${digit.repeat(bytes * 2)}` as const
const payer = hex('a', 20)
const transaction = hex('d', 32)
const settled: FoundSettlement = { outcome: 'settled', transaction, logIndex: 2 }

async function claimed(record: PaymentRecord, digit: string, validBefore = 2_000n) {
  const nonce = hex(digit, 32)
  const authorization = {
    from: payer,
    to: hex('b', 20),
    value: 15_000n,
    validAfter: 0n,
    validBefore,
    nonce,
  }
  await record.claim({
    payer,
    nonce,
    request: 'r',
    signed: { authorization, signature: '0x01' },
    createdAt: 1,
  })
  return { payer, nonce }
}

function scene(answers: Record<string, FoundSettlement | Error>, busy: string[] = []) {
  const record = openSqlitePaymentRecord(':memory:')
  return {
    record,
    ports: {
      record,
      facilitator: {
        findSettlement: async ({ authorization: { nonce } }: SignedAuthorization) => {
          const answer = answers[nonce] ?? new Error('not expected')
          if (answer instanceof Error) throw answer
          return answer
        },
      },
      inFlight: { has: (key: string) => busy.includes(key) },
    },
  }
}

test('default: decides each open payment by the chain', async () => {
  const { record, ports } = scene({
    [hex('1', 32)]: settled,
    [hex('2', 32)]: { outcome: 'unused', asOfSeconds: 1_000n },
    [hex('3', 32)]: { outcome: 'unused', asOfSeconds: 1_000n },
    [hex('4', 32)]: { outcome: 'void', asOfSeconds: 999n },
    [hex('7', 32)]: { outcome: 'void', asOfSeconds: 998n },
    [hex('5', 32)]: new Error('the node is down'),
  })
  const one = await claimed(record, '1')
  const expired = await claimed(record, '2', 999n)
  const open = await claimed(record, '3')
  const voided = await claimed(record, '4', 999n)
  // A reorganisation may remove the cancellation.
  const canceled = await claimed(record, '7', 999n)
  const unknown = await claimed(record, '5')
  const mine = await claimed(record, '6')
  await record.settled(mine, { transaction, logIndex: 0 })

  expect(await reconcile(ports)).toEqual({ owed: 2, paid: 0, failed: 2, open: 2, unknown: 1 })
  const state = async (key: typeof one) => (await record.find(key))?.state
  expect(
    await Promise.all([one, expired, open, voided, canceled, unknown, mine].map(state)),
  ).toEqual(['owed', 'failed', 'claimed', 'failed', 'claimed', 'claimed', 'owed'])
  expect(await record.find(one)).toMatchObject({ transaction, logIndex: 2 })
})

test('behavior: a payment that was answered first is paid, also after a reorganisation', async () => {
  const { record, ports } = scene({ [hex('1', 32)]: settled, [hex('2', 32)]: settled })
  const rows = []
  for (const digit of ['1', '2'] as const) {
    const row = (await record.find(await claimed(record, digit)))!
    rows.push({ ...row, state: digit === '1' ? 'advanced' : 'reorganised' } as const)
  }
  const debts: string[] = []
  ports.record = { ...record, owed: async ({ nonce }) => void debts.push(nonce) }
  expect(await reconcile(ports, rows)).toEqual({ owed: 0, paid: 2, failed: 0, open: 0, unknown: 0 })
  expect(debts).toEqual([])
})

test('behavior: never abandons one that was answered first', async () => {
  const never = 10n ** 20n - 1n
  const { record, ports } = scene({
    [hex('1', 32)]: { outcome: 'unused', asOfSeconds: 90n * 86_400n },
  })
  const row = (await record.find(await claimed(record, '1', never)))!
  expect(await reconcile(ports, [{ ...row, state: 'advanced' }])).toMatchObject({ open: 1 })
})

test('behavior: abandons one that was never sent and is valid for years after thirty days', async () => {
  const asOf = (days: number) => BigInt(days * 86_400 + 1)
  const never = 10n ** 20n - 1n
  const { record, ports } = scene({
    [hex('1', 32)]: { outcome: 'unused', asOfSeconds: asOf(30) },
    [hex('2', 32)]: { outcome: 'unused', asOfSeconds: asOf(29) },
    [hex('3', 32)]: { outcome: 'unused', asOfSeconds: asOf(30) },
  })
  const [old, young, sent] = await Promise.all(
    ['1', '2', '3'].map((n) => claimed(record, n, never)),
  )
  await record.broadcast(sent!, transaction)
  await reconcile(ports)
  const states = [old, young, sent].map(async (key) => (await record.find(key!))?.state)
  expect(await Promise.all(states)).toEqual(['failed', 'claimed', 'broadcast'])
})

test('error: throws the error of one payment after all others were handled', async () => {
  const { record, ports } = scene({ [hex('1', 32)]: settled, [hex('2', 32)]: settled })
  const [one, two] = [await claimed(record, '1'), await claimed(record, '2')]
  const failing = new Error('this row cannot be written')
  const { settled: write } = record
  ports.record = {
    ...record,
    settled: async (key, by) => {
      if (key.nonce === one.nonce) throw failing
      return write(key, by)
    },
  }
  await expect(reconcile(ports)).rejects.toBe(failing)
  expect((await record.find(two))?.state).toBe('owed')
})

test('behavior: does not touch a payment that is being served', async () => {
  const busy: string[] = []
  const { record, ports } = scene({}, busy)
  const row = await record.find(await claimed(record, '1'))
  busy.push(rowInFlightKey(row!))
  expect(await reconcile(ports)).toEqual({ owed: 0, paid: 0, failed: 0, open: 1, unknown: 0 })
})

test('behavior: a second run changes nothing', async () => {
  const { record, ports } = scene({ [hex('1', 32)]: settled })
  await claimed(record, '1')
  await reconcile(ports)
  expect(await reconcile(ports)).toEqual({ owed: 0, paid: 0, failed: 0, open: 0, unknown: 0 })
})

test('behavior: after a crash under load, needs few round trips', async () => {
  const devnet = await openDevnet()
  let roundTrips = 0
  const url = await listen(async (request, response) => {
    roundTrips += 1
    response.end(await answerJsonRpc(await bodyOf(request), devnet))
  })
  const chain = createRpcChain({ url })
  const { record, ports } = scene({})
  for (let n = 0; n < 45; n++)
    await record.claim({
      ...claimOf(storeKeyOf(n), { validBefore: 2n ** 60n }),
      createdAt: 2 ** 42,
    })
  ports.facilitator.findSettlement = ({ authorization }) => findSettlement(chain, authorization)
  expect(await reconcile(ports)).toMatchObject({ open: 45 })
  // The chain time and the state of the nonce, for groups of twenty, twenty and five.
  expect(roundTrips).toBe(2 * 3)
  await devnet.close()
})
