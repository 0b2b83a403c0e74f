import { expect, test } from 'vitest'
import type { Facilitator } from '../../settlement/facilitator.ts'
import { openSqlitePaymentRecord } from '../../storage/payments/sqlite-payment-record.ts'
import { claimOf, keyOf, settlement } from '../../storage/payments/testing/payments.ts'
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
    ...{ collect: () => {}, has: () => false, stop: async () => {} },
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
