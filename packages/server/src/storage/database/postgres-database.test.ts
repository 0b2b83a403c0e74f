import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAccessStore } from '../accounts/open-access-store.ts'
import { openPaymentRecord } from '../payments/open-payment-record.ts'
import { answerLimits } from '../payments/payment-record.ts'
import { claimOf, createdAt, keyOf, settlement } from '../payments/testing/payments.ts'
import { postgresNumbers } from '../rate-limits/postgres-numbers.ts'
import { createServedSettlements } from '../settlement/served-settlements.ts'
import { openPostgresDatabase, postgresLimits } from './postgres-database.ts'
import { describeDatabase } from './testing/describe-database.ts'
import { createTestSchema, postgres, type TestSchema } from './testing/postgres.ts'

const codeSql = `insert into sign_in_codes (hash, challenge, organisation, expires_at)
  values (?, '', 'acme', 1)`
const numberSql = 'insert into rate_limits (key, used_until, used) values (?, 1, 0)'

if (postgres)
  describeDatabase('PostgreSQL', async () => {
    const schema = await createTestSchema(postgres!)
    return { open: () => openPostgresDatabase(schema.url, () => {}), end: schema.drop }
  })

describe.skipIf(!postgres)('openPostgresDatabase', () => {
  let schema: TestSchema
  beforeEach(async () => {
    schema = await createTestSchema(postgres!)
  })
  afterEach(() => schema.drop())

  test('behavior: a commit is durable for any settings of the cluster', async () => {
    const url = new URL(schema.url)
    const options = url.searchParams.get('options')
    url.searchParams.set('options', `${options} -c synchronous_commit=off`)
    const database = await openPostgresDatabase(url.href, () => {})
    expect(await database.read('show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
    await database.close()
  })

  test('behavior: concurrent writers of one row take turns, for any isolation of the cluster', async () => {
    const url = new URL(schema.url)
    const options = url.searchParams.get('options')
    url.searchParams.set('options', `${options} -c default_transaction_isolation=serializable`)
    const databases = [
      await openPostgresDatabase(url.href, () => {}),
      await openPostgresDatabase(url.href, () => {}),
    ]
    await databases[0]!.write({ sql: 'insert into probe (id, writes) values (7, 0)', values: [] })
    const add = { sql: 'update probe set writes = writes + 1 where id = 7', values: [] }
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        databases[n % 2]!.write(...(n % 3 === 0 ? [add] : [add, add])),
      ),
    )
    expect(await databases[1]!.read('select writes from probe where id = 7')).toEqual([
      { writes: '20' },
    ])
    for (const database of databases) await database.close()
  })

  test('behavior: the clean-up skips rows locked by another transaction', async () => {
    const limits = { ...postgresLimits, statementTimeoutMs: 1_000 }
    const database = await openPostgresDatabase(schema.url, () => {}, limits)
    const record = openPaymentRecord(database)
    const access = openAccessStore(database)
    const served = createServedSettlements(database, () => createdAt, answerLimits)
    const acme = { id: 'acme', name: 'Acme', plan: 'basic', createdAt: 0 }
    await access.createOrganisation(acme)
    for (const n of [1, 2]) {
      await record.claim(claimOf(keyOf(n)))
      await record.answered(keyOf(n), { status: 200, body: '{}' }, settlement)
      await record.claim(claimOf(keyOf(n + 2)))
      await record.failed(keyOf(n + 2), 'insufficient_funds')
      await served.broadcast(claimOf(keyOf(n)).signed, settlement.transaction)
      await access.storeNonce(`${n}`, 1, 0)
      await database.write({ sql: codeSql, values: [`${n}`] })
      await database.write({ sql: numberSql, values: [`${n}`] })
    }
    const holder = new pg.Client({ connectionString: schema.url })
    await holder.connect()
    await holder.query('begin')
    const held = [
      ...["payments where state = 'answered'", "payments where state = 'failed'"],
      ...['served_settlements', 'sign_in_nonces', 'sign_in_codes', 'rate_limits'],
    ]
    for (const rows of held) await holder.query(`select * from ${rows} limit 1 for update`)

    const later = createdAt + 3 * 86_400_000
    expect(await record.prune(later)).toBe(2)
    expect(await served.prune(later)).toBe(1)
    await access.storeNonce('new', 9, 2)
    await access.storeCode({ hash: 'new', challenge: '', organisation: 'acme', expiresAt: 9 }, 2)
    await postgresNumbers(database, async (run) => run()).forget()
    for (const table of ['sign_in_nonces', 'sign_in_codes', 'rate_limits'])
      expect([table, await database.read(`select count(*) as left from ${table}`)]).toEqual([
        table,
        [{ left: table === 'rate_limits' ? '1' : '2' }],
      ])
    await holder.query('rollback')
    await holder.end()
    expect(await record.prune(later)).toBe(2)
    expect(await served.prune(later)).toBe(1)
    await database.close()
  })

  test('behavior: a database restarted under load rejects work in progress; the next works', async () => {
    const reported: unknown[] = []
    const database = await openPostgresDatabase(schema.url, (error) => reported.push(error))
    const record = openPaymentRecord(database)
    await record.claim(claimOf(keyOf(0)))

    // Locks the table, so that claims are in progress when the connections are cut.
    const holder = new pg.Client({ connectionString: postgres! })
    await holder.connect()
    await holder.query(`begin; lock table ${schema.name}.payments in exclusive mode`)
    const requests = [1, 2, 3, 4].map((n) => record.claim(claimOf(keyOf(n))))
    const touch = { sql: 'update payments set reason = null', values: [] }
    requests.push(database.write(touch, touch).then(({ applied }) => applied))
    const outcomes = Promise.allSettled(requests)
    await waitersReach(schema, 5)
    await schema.terminate()
    expect(await outcomes).toMatchObject(
      requests.map(() => ({ status: 'rejected', reason: { code: '57P01' } })),
    )
    await holder.query('rollback')
    await holder.end()

    expect(await record.find(keyOf(0))).toMatchObject({ state: 'claimed' })
    for (const n of [1, 2, 3, 4, 5]) expect(await record.claim(claimOf(keyOf(n)))).toBe(true)
    expect((await record.totals()).claimed.count).toBe(6)
    await record.close()
  })

  test('behavior: under load and restarts, no acknowledged claim is lost and none succeeds twice', async () => {
    const databases = [
      await openPostgresDatabase(schema.url, () => {}),
      await openPostgresDatabase(schema.url, () => {}),
    ]
    const records = databases.map((database) => openPaymentRecord(database))
    const won: number[] = []
    let cuts = 0
    const claim = async (n: number) => {
      if (n % 100 === 50) {
        cuts += 1
        await schema.terminate()
      }
      const outcomes = await Promise.allSettled(
        records.map((record) => record.claim(claimOf(keyOf(n)))),
      )
      const wins = outcomes.filter((each) => each.status === 'fulfilled' && each.value)
      expect(wins.length).toBeLessThanOrEqual(1)
      if (wins.length === 1) won.push(n)
    }
    let next = 0
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        for (let n = next++; n < 400; n = next++) await claim(n)
      }),
    )
    expect(cuts).toBe(4)
    expect(won.length).toBeGreaterThan(0)
    // The pool notices that an idle connection was cut only when it uses it.
    const found = await Promise.all(won.map((n) => until(() => records[0]!.find(keyOf(n)))))
    expect(found.every((row) => row?.state === 'claimed')).toBe(true)
    await Promise.all(records.map((record) => record.close()))
  })

  test('error: a statement has a time limit, and the connection works afterwards', async () => {
    const database = await openPostgresDatabase(schema.url, () => {}, {
      connectionsMax: 1,
      connectTimeoutMs: 5_000,
      statementTimeoutMs: 20,
      answerTimeoutMs: 5_000,
      scanTimeoutMs: 60,
      idleTransactionTimeoutMs: 5_000,
    })
    await expect(database.read('select pg_sleep(5)')).rejects.toThrow('statement timeout')
    await expect(database.scan('select pg_sleep(5)')).rejects.toThrow('timeout')
    await database.probe()
    await database.close()
  })

  test('error: refuses a missing database, without its password', async () => {
    const url = 'postgres://fiq:secret@127.0.0.1:1/fiq?options=x'
    await expect(openPostgresDatabase(url, () => {})).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      facts: ['Database: postgres://fiq@127.0.0.1:1/fiq', expect.stringContaining('ECONNREFUSED')],
    })
  })

  test('error: rejects everything after closing', async () => {
    const database = await openPostgresDatabase(schema.url, () => {})
    await database.close()
    await database.close()
    await expect(database.probe()).rejects.toThrow()
  })
})

/** Waits until this many connections of the schema wait for a lock. */
async function waitersReach(schema: TestSchema, count: number): Promise<void> {
  for (;;) {
    const rows = await schema.query(
      `select 1 from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'`,
      [schema.name],
    )
    if (rows.length >= count) return
  }
}

/** Repeats while the pool has cut connections: at most once for each. */
async function until<result>(ask: () => Promise<result>, left = 16): Promise<result> {
  try {
    return await ask()
  } catch (error) {
    if (left === 0) throw error
    return until(ask, left - 1)
  }
}
