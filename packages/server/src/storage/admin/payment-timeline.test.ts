import { expect, test } from 'vitest'
import { openAccessStore } from '../accounts/open-access-store.ts'
import { giftsFor } from '../credits/credits-ledger.ts'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { openPaymentRecord } from '../payments/open-payment-record.ts'
import { searchPayments } from '../payments/payment-search.ts'
import { claimOf, createdAt, hex, keyOf } from '../payments/testing/payments.ts'
import { timelineOf } from './payment-timeline.ts'

test('default: shows the steps from the claim to now, with their actors', async () => {
  const database = openSqliteDatabase(':memory:')
  const store = openAccessStore(database)
  const key = keyOf(1)
  await store.createOrganisation({ id: '1', name: 'a', plan: 'basic', createdAt })
  const reference = `${key.payer}:${key.nonce}`
  const gift = { organisation: '1', at: createdAt + 9 }
  await store.give({ ...gift, id: 'g', kind: 'claim', credits: 5, reference })
  await store.give({
    ...gift,
    id: 'h',
    kind: 'refund',
    credits: 1,
    reference: `${reference}:failed`,
  })
  await store.give({ ...gift, id: 'i', kind: 'claim', credits: 7, reference: 'another' })
  const action = { id: 'x', operator: 'ann', action: 'credit payment', subject: '', detail: '' }
  const record = openPaymentRecord(database)
  await record.claim(claimOf(key, { value: 15_000n }))
  await record.broadcast(key, hex('e', 32))
  await record.broadcast(key, hex('d', 32))
  await record.settled(key, { transaction: hex('d', 32) })
  await record.answered(key, { status: 409, body: '{}' })
  const [payment] = await searchPayments(database, { key, limit: 1 })
  const gifts = await giftsFor(database, key)
  const actions = [{ ...action, outcome: 'done', createdAt: createdAt + 8 }]
  expect(timelineOf(payment!, { gifts, actions })).toEqual([
    { at: createdAt, what: 'Claimed: 0.015 USDC for one request' },
    { what: `Sent as ${hex('e', 32)}, since replaced` },
    { what: `Sent as ${hex('d', 32)}` },
    { at: createdAt + 8, what: 'ann: credit payment, done' },
    { at: createdAt + 9, what: 'Turned into credits: 5 credits' },
    { at: createdAt + 9, what: 'Refunded for failed fields: 1 credits' },
    { what: 'Now answered' },
    { what: 'An answer is stored, status 409' },
  ])
  await database.close()
})
