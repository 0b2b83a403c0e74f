import { expect, test } from 'vitest'
import type { Facilitator, Settlement } from '../settlement/facilitator.ts'
import { claimOf, hex, keyOf, settlement } from '../storage/payments/testing/payments.ts'
import { openSqlitePaymentRecord } from '../storage/payments/testing/sqlite-payment-record.ts'
import { openCollector } from './collect-advances.ts'
import { rowInFlightKey } from './in-flight.ts'

const settled: Settlement = { outcome: 'settled', ...settlement }
const many = 10n ** 12n
/** No timer settles in these tests: `stop` settles the waiting payments. */
const limits = { gatherMs: 1e6, gatherMax: 3 }

/**
 * A record with `count` advanced payments of one payer, and a facilitator that returns `outcomes`.
 */
async function scene(count: number, outcomes: Record<string, Settlement | Error> = {}) {
  const record = openSqlitePaymentRecord(':memory:')
  await record.claim(claimOf(keyOf(99), { value: many }))
  await record.settled(keyOf(99), settlement)
  await record.answered(keyOf(99), { status: 200, body: '{}', paymentResponse: 'r' })
  for (let n = 1; n <= count; n++) {
    await record.reserve(claimOf(keyOf(n)), many)
    await record.advanced(keyOf(n), { status: 200, body: '{}' })
  }
  const calls: string[][] = []
  const problems: unknown[] = []
  const sentBefore: unknown[] = []
  const settle: Facilitator['settle'] = async ({ authorization: { nonce } }, options) => {
    const { onBroadcast, sent } = options
    calls.at(-1)?.push(nonce)
    sentBefore.push(sent)
    await onBroadcast(hex('e', 32))
    const outcome = outcomes[nonce] ?? settled
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  const report = (error: unknown) => void problems.push(error)
  const clock = { ms: 0 }
  const nowMs = () => clock.ms
  const collector = openCollector({ facilitator: { settle }, record, report, nowMs }, limits)
  const states = async () =>
    Promise.all(
      Array.from({ length: count }, async (_, n) => (await record.find(keyOf(n + 1)))?.state),
    )
  return { record, collector, states, calls, problems, clock, outcomes, sentBefore }
}

test('default: collects remaining payments, each of which settles once however often it is found', async () => {
  const { collector, states, calls } = await scene(2)
  calls.push([])
  await collector.collectLeft()
  await collector.collectLeft()
  expect(collector.has(rowInFlightKey(claimOf(keyOf(1))))).toBe(true)
  await collector.stop()
  expect(await states()).toEqual(['answered', 'answered'])
  expect(calls).toEqual([[keyOf(1).nonce, keyOf(2).nonce]])
  expect(collector.has(rowInFlightKey(claimOf(keyOf(1))))).toBe(false)
})

test('behavior: a full group does not wait for the timer', async () => {
  const { record, collector, calls, states } = await scene(3)
  calls.push([])
  for (const row of await record.unfinished()) collector.collect(row)
  expect(calls).toEqual([[keyOf(1).nonce, keyOf(2).nonce, keyOf(3).nonce]])
  await collector.stop()
  expect(await states()).toEqual(['answered', 'answered', 'answered'])
})

test('error: a final refusal is unpaid, an unknown outcome stays, and a failure is reported', async () => {
  const { record, collector, states, problems } = await scene(3, {
    [keyOf(1).nonce]: {
      outcome: 'refused',
      reason: 'invalid_exact_evm_signature',
      message: 'changed',
    },
    [keyOf(2).nonce]: { outcome: 'unknown', message: 'the node is down' },
    [keyOf(3).nonce]: new Error('unforeseen'),
  })
  await collector.collectLeft()
  await collector.stop()
  expect(await states()).toEqual(['unpaid', 'advanced', 'advanced'])
  expect(await record.find(keyOf(1))).toMatchObject({
    reason: 'invalid_exact_evm_signature',
  })
  expect(problems).toEqual([new Error('unforeseen')])
})

test.each([
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_authorization_canceled',
  'invalid_exact_evm_nonce_already_used',
] as const)(
  'behavior: after %s retries a payment at growing intervals, until it is paid or final',
  async (reason) => {
    const drained: Settlement = { outcome: 'refused', reason, message: 'now' }
    const keys = [keyOf(1).nonce, keyOf(2).nonce] as const
    const { collector, states, calls, clock, outcomes, sentBefore } = await scene(2, {
      [keys[0]]: drained,
      [keys[1]]: drained,
    })
    /** Nonces that are tried at this number of milliseconds after the start. */
    const triedAt = async (ms: number) => {
      clock.ms = ms
      calls.push([])
      await collector.collectLeft()
      await collector.stop()
      return calls.at(-1)
    }
    expect(await triedAt(0)).toEqual(keys)
    expect(await triedAt(9_999)).toEqual([])
    expect(await triedAt(10_000)).toEqual(keys)
    expect(await triedAt(29_999)).toEqual([])
    expect(await states()).toEqual(['advanced', 'advanced'])

    outcomes[keys[0]] = settled
    outcomes[keys[1]] = {
      ...drained,
      reason: 'invalid_exact_evm_payload_authorization_valid_before',
    }
    expect(await triedAt(30_000)).toEqual(keys)
    expect(await states()).toEqual(['answered', 'unpaid'])
    expect(await triedAt(1e9)).toEqual([])
    const [none, before] = [undefined, hex('e', 32)]
    expect(sentBefore).toEqual([none, none, before, before, before, before])
  },
)
