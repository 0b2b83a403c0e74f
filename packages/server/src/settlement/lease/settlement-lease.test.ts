import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../storage/database/database.ts'
import { openPostgresDatabase } from '../../storage/database/postgres-database.ts'
import {
  createTestSchema,
  postgres,
  type TestSchema,
} from '../../storage/database/testing/postgres.ts'
import { openSettlementLease, type SettlementLease } from './settlement-lease.ts'

const signer = `0x${'Ab'.repeat(20)}` as const
const soon = { timeout: 10_000, interval: 20 }
/** Limits of a holder that takes the lease and never renews it. */
const silence = { leaseMs: 60_000, renewMs: 3_600_000, marginMs: 100 }

describe.skipIf(!postgres)('the settlement lease', () => {
  let schema: TestSchema
  let database: Database
  const open: SettlementLease[] = []
  beforeEach(async () => {
    schema = await createTestSchema(postgres!)
    database = await openPostgresDatabase(schema.url, () => {})
  })
  afterEach(async () => {
    for (const lease of open.splice(0)) await lease.close()
    await database.close()
    await schema.drop()
  })
  const instance = async (
    holder: string,
    change: Partial<Parameters<typeof openSettlementLease>[0]> = {},
  ) => {
    const limits = { leaseMs: 60_000, renewMs: 20, marginMs: 100 }
    const parts = { database, signer, holder, report: () => {}, limits, ...change }
    const lease = await openSettlementLease(parts)
    open.push(lease)
    return lease
  }
  const row = async () =>
    (await schema.query(`select holder, token from ${schema.name}.settlement_leases`))[0]
  /** Makes the lease expire, as after a long silence of its holder. */
  const expire = () =>
    schema.query(`update ${schema.name}.settlement_leases set expires_at = clock_timestamp()`)

  test('default: one holds it; another gets it as soon as it is released', async () => {
    const [a, b] = [await instance('a'), await instance('b')]
    expect([a.isHeld(), await a.prove(), b.isHeld(), await b.prove()]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(await row()).toEqual({ holder: 'a', token: '1' })
    await a.close()
    expect(a.isHeld()).toBe(false)
    await expect.poll(() => b.isHeld(), soon).toBe(true)
    expect(await row()).toEqual({ holder: 'b', token: '2' })
  })

  test('behavior: of ten that start at once one holds it; other signers have other leases', async () => {
    const names = Array.from({ length: 10 }, (_, place) => `i${place}`)
    const all = await Promise.all(names.map((name) => instance(name)))
    expect(all.filter((lease) => lease.isHeld())).toHaveLength(1)
    const other = await instance('other', { signer: `0x${'cd'.repeat(20)}` })
    expect(other.isHeld()).toBe(true)
  })

  test('behavior: an instance that waits only reads', async () => {
    await instance('a', { limits: silence })
    let reads = 0
    const read: Database['read'] = (...query) => {
      reads += 1
      return database.read(...query)
    }
    const write = () => Promise.reject(new Error('It wrote.'))
    const reported: unknown[] = []
    const report = (error: unknown) => reported.push(error)
    const waiting = await instance('b', { database: { read, write }, report })
    await expect.poll(() => reads, soon).toBeGreaterThan(3)
    expect([waiting.isHeld(), reported]).toEqual([false, []])
    await expire()
    await expect.poll(() => reported.length, soon).toBeGreaterThan(0)
  })

  test('behavior: an address in other letters is the same signer', async () => {
    await instance('a')
    const b = await instance('b', { signer: signer.toLowerCase() as typeof signer })
    expect(b.isHeld()).toBe(false)
  })

  test('behavior: a silent holder notices that another has taken over', async () => {
    const silent = await instance('silent', { limits: silence })
    await expire()
    const next = await instance('next')
    expect(next.isHeld()).toBe(true)
    expect(silent.isHeld()).toBe(true)
    expect([await silent.prove(), silent.isHeld(), await next.prove()]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('behavior: a late renewal acquires it again, or leaves it to the other', async () => {
    const a = await instance('a')
    await expire()
    await expect.poll(async () => (await row())?.['token'], soon).toBe('2')
    expect(await a.prove()).toBe(true)
  })

  test('error: without the database no instance assumes the lease after its expiry', async () => {
    const clock = { nowMs: 0 }
    const reported: unknown[] = []
    const lonely = await openPostgresDatabase(schema.url, () => {})
    const lease = await instance('a', {
      database: lonely,
      nowMs: () => clock.nowMs,
      report: (error) => reported.push(error),
    })
    await lonely.close()
    await expect.poll(() => reported.length, soon).toBeGreaterThan(0)
    clock.nowMs = 59_899
    expect(lease.isHeld()).toBe(true)
    clock.nowMs = 59_900
    expect(lease.isHeld()).toBe(false)
  })

  test.each(['take', 'renewal'])('behavior: a slow %s counts from its request', async (slow) => {
    const clock = { nowMs: 0 }
    let writes = 0
    const slowOne = slow === 'take' ? 1 : 2
    const write: Database['write'] = async (...statements) => {
      writes += 1
      if (writes > slowOne) throw new Error('The connection is lost.')
      const outcome = await database.write(...statements)
      if (writes === slowOne) clock.nowMs += 50_000
      return outcome
    }
    const parts = { database: { ...database, write }, nowMs: () => clock.nowMs }
    const lease = await instance('a', parts)
    await expect.poll(() => writes, soon).toBeGreaterThan(slowOne)
    expect(lease.isHeld()).toBe(true)
    clock.nowMs = 59_900
    expect([lease.isHeld(), await lease.prove()]).toEqual([false, false])
  })
})
