import { expect, test } from 'vitest'
import { openAccessStore } from './access/open-access-store.ts'
import { openFinality } from './open-finality.ts'
import type { OpenedFacilitator } from './payment/facilitator/open-facilitator.ts'
import { openPaymentRecord } from './store/open-payment-record.ts'
import { openSettlements } from './store/open-settlements.ts'
import { openSqliteDatabase } from './store/sqlite-database.ts'
import { claimOf, createdAt, keyOf, settlement } from './store/testing/payments.ts'

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
  await record.answered(keyOf(1), { status: 200, body: '{}' }, settlement)
  const settling = { facilitator: {}, chain } as Pick<OpenedFacilitator, 'facilitator' | 'chain'>
  const memory = { database, store: openAccessStore(database) }
  const facilitator = mode === 'devnet' ? { mode } : { mode, url: 'https://x' }
  const config = { finalityDepth: undefined, facilitator }
  await openFinality(config, { memory, settling, nowMs: () => now }).look()
  expect(await openSettlements(database).unfinal(9)).toHaveLength(left)
  await record.close()
})
