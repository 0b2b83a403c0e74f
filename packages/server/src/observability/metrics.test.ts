import { expect, test } from 'vitest'
import { openSqliteDatabase } from '../storage/database/sqlite-database.ts'
import { createSettlements } from '../storage/payments/create-settlements.ts'
import { openPaymentRecord } from '../storage/payments/open-payment-record.ts'
import { claimOf, keyOf, settlement } from '../storage/payments/testing/payments.ts'
import { openSqlitePaymentRecord } from '../storage/payments/testing/sqlite-payment-record.ts'
import { createMetrics } from './metrics.ts'

const linesOf = (text: string, name: string) =>
  text.split('\n').filter((line) => line.startsWith(name))

test('default: counts requests by route, tool and status, and payments by state', async () => {
  const record = openSqlitePaymentRecord(':memory:')
  const payer = `0x${'a'.repeat(40)}` as const
  const nonce = `0x${'1'.repeat(64)}` as const
  await record.claim({
    payer,
    nonce,
    request: 'r',
    createdAt: 1,
    signed: {
      signature: `0x${'2'.repeat(130)}`,
      authorization: {
        from: payer,
        to: `0x${'b'.repeat(40)}`,
        value: 15_000n,
        validAfter: 0n,
        validBefore: 9n,
        nonce,
      },
    },
  })
  const metrics = createMetrics({ record, nowMs: () => 1 })
  metrics.answered('/tools/:name', 'quotes', 200, 0.01)
  metrics.answered('/tools/:name', 'quotes', 200, 0.02)
  metrics.answered('/tools/:name', 'quotes', 402, 31)
  metrics.shed()
  metrics.settled('settled', 0.2)
  metrics.upstreamAnswered('data.sec.gov', 'UPSTREAM_UNAVAILABLE', 3)
  const text = await metrics.text()
  expect(linesOf(text, 'fiq_http_requests_total')).toEqual([
    'fiq_http_requests_total{route="/tools/:name",tool="quotes",status="200"} 2',
    'fiq_http_requests_total{route="/tools/:name",tool="quotes",status="402"} 1',
  ])
  const seconds = linesOf(text, 'fiq_http_request_seconds')
  expect(seconds.map((line) => line.slice('fiq_http_request_seconds'.length))).toEqual([
    ...[
      ['0.001', 0],
      ['0.005', 0],
      ['0.025', 2],
      ['0.1', 2],
      ['0.5', 2],
      ['1', 2],
      ['3', 2],
      ['10', 2],
      ['30', 2],
      ['+Inf', 3],
    ].map(([bound, count]) => `_bucket{le="${bound}",route="/tools/:name"} ${count}`),
    '_sum{route="/tools/:name"} 31.03',
    '_count{route="/tools/:name"} 3',
  ])
  expect(linesOf(text, 'fiq_http_shed_total')).toEqual(['fiq_http_shed_total 1'])
  expect(linesOf(text, 'fiq_settlement_seconds_count')).toEqual([
    'fiq_settlement_seconds_count{outcome="settled"} 1',
  ])
  expect(linesOf(text, 'fiq_upstream_seconds_count')).toEqual([
    'fiq_upstream_seconds_count{host="data.sec.gov",outcome="UPSTREAM_UNAVAILABLE"} 1',
  ])
  expect(linesOf(text, 'fiq_payments{state="claimed"}')).toEqual([
    'fiq_payments{state="claimed"} 1',
  ])
  expect(linesOf(text, 'fiq_payments_usdc{state="claimed"}')).toEqual([
    'fiq_payments_usdc{state="claimed"} 0.015',
  ])
  expect(text).not.toContain(payer)
  await record.close()
})

test('behavior: payments removed by a reorganisation have a figure for alerts', async () => {
  const database = openSqliteDatabase(':memory:')
  const record = openPaymentRecord(database)
  for (const n of [1, 2]) {
    await record.claim(claimOf(keyOf(n), { value: 15_000n }))
    await record.answered(keyOf(n), { status: 200, body: '{}' }, settlement)
  }
  const settlements = createSettlements(database)
  for (const row of await settlements.settledIn(settlement.transaction))
    await settlements.reorganised(row)
  await record.failed(keyOf(2), 'invalid_exact_evm_payload_authorization_valid_before')
  const text = await createMetrics({ record, nowMs: () => 1 }).text()
  const known = linesOf(text, 'fiq_payments').filter((line) => !line.endsWith(' 0'))
  expect(known).toEqual([
    'fiq_payments{state="reorganised"} 1',
    'fiq_payments{state="uncollectible"} 1',
    'fiq_payments_usdc{state="reorganised"} 0.015',
    'fiq_payments_usdc{state="uncollectible"} 0.015',
  ])
  await record.close()
})
