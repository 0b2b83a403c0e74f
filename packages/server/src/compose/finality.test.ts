import { expect, test } from 'vitest'
import { openAccessStore } from '../storage/accounts/open-access-store.ts'
import { openSqliteDatabase } from '../storage/database/sqlite-database.ts'
import { createSettlements } from '../storage/payments/create-settlements.ts'
import { openPaymentRecord } from '../storage/payments/open-payment-record.ts'
import {
  claimOf,
  createdAt,
  keyOf,
  settlement as settledBy,
} from '../storage/payments/testing/payments.ts'
import { createFinality } from './finality.ts'
import type { Settlement } from './settlement.ts'

const never = { request: () => Promise.reject(new Error('asked')) }

test.each([
  ['devnet', never, createdAt, 0],
  ['remote', undefined, createdAt + 29 * 60_000, 1],
  ['remote', undefined, createdAt + 31 * 60_000, 0],
] as const)('default: %s, chain %j, at %i: %i settlements are not final', async (...each) => {
  const [mode, chain, now, left] = each
  const database = openSqliteDatabase(':memory:')
  const record = openPaymentRecord(database)
  await record.claim(claimOf(keyOf(1)))
  await record.answered(keyOf(1), { status: 200, body: '{}' }, settledBy)
  const settlement = { facilitator: {}, chain } as Pick<Settlement, 'facilitator' | 'chain'>
  const storage = { database, store: openAccessStore(database) }
  const facilitator = mode === 'devnet' ? { mode } : { mode, url: 'https://x' }
  const config = { finalityDepth: undefined, facilitator }
  await createFinality(config, { storage, settlement, nowMs: () => now }).look()
  expect(await createSettlements(database).unfinal(9)).toHaveLength(left)
  await record.close()
})
