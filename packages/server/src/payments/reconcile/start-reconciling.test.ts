import { afterEach, expect, test, vi } from 'vitest'
import type { Facilitator } from '../../settlement/facilitator.ts'
import { claimOf, keyOf, settlement } from '../../storage/payments/testing/payments.ts'
import { openSqlitePaymentRecord } from '../../storage/payments/testing/sqlite-payment-record.ts'
import { openCollector } from '../collect-advances.ts'
import { createInFlight } from '../in-flight.ts'
import type { PaidAnswer } from '../ports.ts'
import { startReconciling } from './start-reconciling.ts'

test('default: at the start, expired payments fail, and advanced ones are collected', async () => {
  const record = openSqlitePaymentRecord(':memory:')
  const [old, expired, advanced] = [keyOf(1), keyOf(2), keyOf(3)]
  await record.claim(claimOf(old))
  await record.settled(old, settlement)
  await record.answered(old, { status: 200, body: '{}', paymentResponse: 'r' })
  await record.claim(claimOf(expired, { validBefore: 1n }))
  await record.reserve(claimOf(advanced, { validBefore: 2_000n }), 10n ** 12n)
  await record.advanced(advanced, { status: 200, body: '{}' })

  const facilitator: Pick<Facilitator, 'findSettlement' | 'settle'> = {
    findSettlement: async () => ({ outcome: 'unused', asOfSeconds: 1_000n }),
    settle: async () => ({ outcome: 'settled', ...settlement }),
  }
  const report = (error: unknown) => expect(error).toBeUndefined()
  const collector = openCollector({ facilitator, record, report, nowMs: () => 0 })
  const paymentPorts = { record, inFlight: createInFlight<PaidAnswer>(), nowMs: () => 1_000_000 }
  const keeping = await startReconciling({ paymentPorts, collector, facilitator, report })
  expect((await record.find(expired))?.state).toBe('failed')
  expect(await keeping.now([])).toEqual({ owed: 0, paid: 0, failed: 0, open: 0, unknown: 0 })
  await keeping.stop()
  expect(await record.find(advanced)).toMatchObject({ state: 'answered', ...settlement })
})

test('error: reports a payment that fails, and handles the others, including collected ones', async () => {
  const record = openSqlitePaymentRecord(':memory:')
  const failing = new Error('this row cannot be written')
  const problems: unknown[] = []
  const report = (error: unknown) => void problems.push(error)
  let collected = 0
  const collector = {
    collect: () => {},
    has: () => false,
    stop: async () => {},
    async collectLeft() {
      collected += 1
    },
  }
  await record.claim(claimOf(keyOf(1), { validBefore: 1n }))
  const broken = { ...record, failed: () => Promise.reject(failing) }
  const facilitator: Pick<Facilitator, 'findSettlement'> = {
    findSettlement: async () => ({ outcome: 'unused', asOfSeconds: 1_000n }),
  }
  const paymentPorts = { record: broken, inFlight: createInFlight<PaidAnswer>() }
  const keeping = await startReconciling({ paymentPorts, collector, facilitator, report })
  await keeping.stop()
  expect([problems, collected]).toEqual([[failing], 1])
})

/** The parts of a round, which note their calls; `gate` delays the first part. */
function noted(gate: () => Promise<void> = async () => {}) {
  const calls: string[] = []
  const note = (name: string) => async () => void calls.push(name)
  const record = openSqlitePaymentRecord(':memory:')
  const unfinished = async () => {
    calls.push('reconcile')
    return record.unfinished()
  }
  const finality = {
    async look() {
      calls.push('finality')
      await gate()
    },
  }
  const collector = { collect() {}, has: (_: string) => false, stop: note('stop') }
  const parts = {
    paymentPorts: { record: { ...record, unfinished }, inFlight: createInFlight<PaidAnswer>() },
    collector: { ...collector, collectLeft: note('collect') },
    facilitator: { findSettlement: async () => ({ outcome: 'unknown' }) as const },
    finality,
    gas: { look: note('gas') },
    report: expect.unreachable,
  }
  return { calls, record, parts }
}
afterEach(() => void vi.useRealTimers())

test('behavior: a transfer that a reorganisation removed is collected in the same round', async () => {
  const { calls, parts } = noted()
  await (await startReconciling(parts)).stop()
  expect(calls).toEqual(['finality', 'gas', 'reconcile', 'collect', 'stop'])
})

test('behavior: rounds do not overlap, and a stop waits for the current one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let gate = Promise.resolve()
  const { calls, parts } = noted(() => gate)
  const keeping = await startReconciling(parts)
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  calls.length = 0
  vi.advanceTimersByTime(45_000)
  expect(calls).toEqual(['finality'])
  const stopped = keeping.stop()
  resolve()
  await stopped
  expect(calls).toEqual(['finality', 'gas', 'reconcile', 'collect', 'stop'])
})

test('behavior: does not touch a payment that is being collected', async () => {
  const { record, parts } = noted()
  await record.claim(claimOf(keyOf(1), { validBefore: 1n }))
  const collector = { ...parts.collector, has: () => true }
  const findSettlement = async () => ({ outcome: 'unused', asOfSeconds: 1_000n }) as const
  const keeping = await startReconciling({ ...parts, collector, facilitator: { findSettlement } })
  await keeping.stop()
  expect((await record.find(keyOf(1)))?.state).toBe('claimed')
})
