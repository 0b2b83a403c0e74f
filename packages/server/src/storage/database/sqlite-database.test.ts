import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPaymentRecord } from '../payments/open-payment-record.ts'
import { claimOf, keyOf, settlement } from '../payments/testing/payments.ts'
import { openSqliteDatabase } from './sqlite-database.ts'
import { describeDatabase } from './testing/describe-database.ts'

describeDatabase('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-database-'))
  return {
    open: async () => openSqliteDatabase(join(folder, 'ledger.sqlite')),
    end: async () => rmSync(folder, { recursive: true }),
  }
})

describe('openSqliteDatabase', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fiq-database-'))
    path = join(folder, 'ledger.sqlite')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('default: the writing connection syncs every commit of a write-ahead log', async () => {
    const database = openSqliteDatabase(path)
    const requests = ['pragma synchronous', 'pragma journal_mode'].map((sql) => ({
      sql,
      values: [],
    }))
    const { results } = await database.write(...requests)
    expect(results.map(({ rows }) => rows[0])).toEqual([
      { synchronous: 2n },
      { journal_mode: 'wal' },
    ])
    await database.close()
  })

  test('behavior: the event loop runs while one thread writes and another scans', async () => {
    const database = openSqliteDatabase(path)
    const count = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
      select count(*) as counted from n`
    let turns = 0
    const turning = setInterval(() => {
      turns += 1
    }, 1)
    const scanned = database.scan(count, 2_000_000)
    await database.write({ sql: count, values: [1_000_000] })
    expect(await scanned).toEqual([{ counted: 2_000_000n }])
    clearInterval(turning)
    expect(turns).toBeGreaterThan(5)
    await database.close()
  })

  test('behavior: closing waits until all writes are on the disk', async () => {
    const record = openPaymentRecord(openSqliteDatabase(path))
    const requests = [1, 2, 3].map((n) => record.claim(claimOf(keyOf(n))))
    await record.close()
    expect(await Promise.all(requests)).toEqual([true, true, true])
    const again = openPaymentRecord(openSqliteDatabase(path))
    expect(await again.unfinished()).toHaveLength(3)
    await again.close()
  })

  test('behavior: a writer waits for another process that holds the lock', async () => {
    const database = openSqliteDatabase(path)
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    const written = database.probe()
    expect(await database.read('select count(*) as rows from probe')).toEqual([{ rows: 0n }])
    other.exec('commit')
    await written
    other.close()
    await database.close()
  })

  test('error: a lock that is not released rejects the write, and the next one works', async () => {
    const database = openSqliteDatabase(path, { lockWaitMs: 1 })
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    await expect(database.probe()).rejects.toThrow('database is locked')
    other.exec('commit')
    await database.probe()
    other.close()
    await database.close()
  })

  test('error: on a full disk acknowledges only stored writes, and works again when there is space', async () => {
    const full = openPaymentRecord(openSqliteDatabase(path, { lockWaitMs: 5_000, pagesMax: 90 }))
    const acknowledged: number[] = []
    const outcomes = await Promise.allSettled(
      Array.from({ length: 3_000 }, async (_, n) => {
        await full.claim(claimOf(keyOf(n)))
        acknowledged.push(n)
      }),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({
      reason: { errcode: 13, message: 'database or disk is full' },
    })
    // There may be no space for the next state of a claimed payment. Then it stays claimed.
    await full.close()

    const room = openPaymentRecord(openSqliteDatabase(path))
    const kept = new Set((await room.unfinished()).map(({ nonce }) => nonce))
    expect(acknowledged.filter((n) => !kept.has(keyOf(n).nonce))).toEqual([])
    expect(kept.size).toBe(acknowledged.length)
    expect(await room.claim(claimOf(keyOf(5_000)))).toBe(true)
    await room.settled(keyOf(5_000), settlement)
    await room.close()
  })

  test('error: an answer that does not fit leaves the payment settled', async () => {
    const record = openPaymentRecord(openSqliteDatabase(path, { lockWaitMs: 5_000, pagesMax: 90 }))
    await record.claim(claimOf(keyOf(1)))
    await record.settled(keyOf(1), settlement)
    const body = Array.from({ length: 100_000 }, (_, n) => (n * n).toString(36)).join()
    await expect(
      record.answered(keyOf(1), { status: 200, body, paymentResponse: 'receipt' }),
    ).rejects.toMatchObject({ errcode: 13 })
    expect(await record.find(keyOf(1))).toMatchObject({ state: 'settled' })
    await record.owed(keyOf(1), 'disk full')
    expect(await record.find(keyOf(1))).toMatchObject({ state: 'owed' })
    await record.close()
  })

  test.each([
    ['a folder that is not there', () => join(folder, 'none', 'ledger.sqlite')],
    ['a folder', () => mkdirSync(join(folder, 'folder'), { recursive: true }) ?? ''],
    [
      'a file that is no database',
      () => {
        writeFileSync(join(folder, 'text'), 'not a database, '.repeat(1_000))
        return join(folder, 'text')
      },
    ],
    [
      'a database that may only be read',
      () => {
        new DatabaseSync(path).exec('create table something (id integer)')
        return `file:${path}?mode=ro`
      },
    ],
    [
      'a database of something else with a table of that name',
      () => {
        new DatabaseSync(path).exec('create table payments (id integer)')
        return path
      },
    ],
  ])('error: refuses %s with its reason', (_, place) => {
    const opened = () => openSqliteDatabase(place())
    expect(opened).toThrow(
      expect.objectContaining({
        code: 'CONFIGURATION_INVALID',
        facts: [expect.stringMatching(/^Reason: ./)],
        remedy: expect.stringContaining('--data-dir'),
      }),
    )
  })
})
