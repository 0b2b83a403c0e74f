import { expect, test } from 'vitest'
import { openSettlementLease } from '../../settlement/lease/settlement-lease.ts'
import { openPostgresDatabase } from '../database/postgres-database.ts'
import { createTestSchema, postgres } from '../database/testing/postgres.ts'
import { leaseHolders } from './settlement-leases.ts'

test.skipIf(!postgres)('default: returns the current and the last settling instance', async () => {
  const schema = await createTestSchema(postgres!)
  const database = await openPostgresDatabase(schema.url, () => {})
  expect(await leaseHolders(database)).toEqual([])
  const signer = `0x${'1'.repeat(40)}` as const
  const parts = { database, signer, holder: 'one', report: () => {} }
  const lease = await openSettlementLease(parts)
  expect(await leaseHolders(database)).toEqual([{ signer, holder: 'one', isHeld: true }])
  await lease.close()
  expect(await leaseHolders(database)).toEqual([{ signer, holder: 'one', isHeld: false }])
  await database.close()
  await schema.drop()
})
