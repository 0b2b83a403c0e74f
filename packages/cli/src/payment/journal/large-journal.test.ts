import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createBudget } from '../budget/budget.ts'
import { defaultLimits } from '../budget/limits.ts'
import { journalScene } from '../testing/test-journal.ts'
import { scratchFolder } from '../testing/test-payer.ts'
import { terms } from '../testing/test-terms.ts'
import { createJournal } from './journal.ts'
import { type Database, databaseName, openDatabase } from './open-database.ts'
import { createPayees } from './payees.ts'
import { findPurchase } from './purchase-list.ts'

describe('a journal of many payments', () => {
  test('behavior: no statement of a payment reads all of them', () => {
    using scene = journalScene()
    const { database } = scene.process(1)
    const texts = new Set<string>()
    pay(noting(database, texts), scene.clock.now)
    const scans = [...texts].filter((sql) =>
      database
        .rows(`EXPLAIN QUERY PLAN ${sql}`)
        .some(({ detail }) => /^SCAN purchases(?! USING)/.test(String(detail))),
    )
    expect(texts.size).toBeGreaterThan(25)
    expect(scans).toEqual([])
  })

  test('behavior: a large file is checked whole once a day', () => {
    using folder = scratchFolder()
    const database = openDatabase(folder.path)
    database.run(`INSERT INTO payees VALUES ('p', 'o', '${'x'.repeat(2 ** 23)}', 1)`)
    database.close()
    openDatabase(folder.path).close()
    damageMiddle(join(folder.path, databaseName))
    const opened = openDatabase(folder.path)
    expect(() => opened.rows('SELECT * FROM payees')).toThrow('journal cannot be used')
    opened.run('UPDATE checks SET at = at - 86401')
    opened.close()
    expect(() => openDatabase(folder.path)).toThrow('journal cannot be used')
  })
})

/** Runs every statement of payments of a proxy's client, delivered and not. */
function pay(database: Database, now: () => number): void {
  const worker = { pid: 1, token: 'a', uptime: () => 1, isAlive: () => true }
  const journal = createJournal(database, worker, now)
  const session = { session: 's', caps: defaultLimits, client: 'agent' }
  const budget = createBudget(database, { worker, now, ...session })
  const payees = createPayees(database, 'default', now)
  database.run(`INSERT INTO clients (name, per_call, per_day, per_30_days, since)
    VALUES ('agent', 1000000, 1000000, 1000000, 0)`)
  payees.pin('https://fiq.example', terms(1).payTo)
  for (const name of [1, 2, 3]) {
    const { id, request } = terms(name)
    budget.check(15_000n)
    budget.reserve(terms(name))
    journal.find(request)
    if (name === 3) {
      journal.release(id)
      continue
    }
    journal.signed(id, 'header')
    journal.alive(id)
    journal.unknown(id)
    journal.claim(id)
    journal.settled(id, undefined)
    if (name === 1) journal.rejected(id, 'given up')
    else journal.answered(id, { status: 200, headers: {}, body: '{}' }, undefined)
    journal.delivered(id)
    findPurchase(database, id)
  }
  budget.inDoubt()
  journal.unproven()
}

/** Notes the texts of all statements. */
function noting(database: Database, texts: Set<string>): Database {
  const noted =
    <values extends unknown[], result>(call: (sql: string, ...values: values) => result) =>
    (sql: string, ...values: values) => {
      texts.add(sql)
      return call(sql, ...values)
    }
  return {
    ...database,
    rows: noted(database.rows),
    row: noted(database.row),
    run: noted(database.run),
    runUnsynced: noted(database.runUnsynced),
  }
}

/** Overwrites a page that only a read of its row finds. */
function damageMiddle(path: string): void {
  const file = openSync(path, 'r+')
  const middle = Math.floor(statSync(path).size / 8_192) * 4_096
  writeSync(file, Buffer.alloc(4_096, 0x5a), 0, 4_096, middle)
  closeSync(file)
}
