import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { scratchFolder } from '../testing/test-payer.ts'
import { type Database, databaseName, openDatabase, type Row } from './open-database.ts'
import { steps } from './schema-steps.ts'

describe('openDatabase', () => {
  test('default: uses folder mode 0700, file mode 0600, WAL and full sync', () => {
    using folder = scratchFolder()
    const stateDir = join(folder.path, 'a', 'b')
    const database = openDatabase(stateDir)
    expect(modeOf(stateDir)).toBe('700')
    for (const suffix of ['', '-wal', '-shm'])
      expect(modeOf(join(stateDir, `${databaseName}${suffix}`))).toBe('600')
    expect(database.row('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(database.row('PRAGMA synchronous')).toEqual({ synchronous: 2n })
    database.close()
  })

  test('behavior: after an unsynced write, also a failed one, the next write is synced again', () => {
    using folder = scratchFolder()
    const database = openDatabase(folder.path)
    const trust = "INSERT INTO payees VALUES ('p', 'o', '', 1)"
    expect(database.runUnsynced(trust)).toBe(1)
    expect(() => database.runUnsynced(trust)).toThrow()
    expect(database.row('PRAGMA synchronous')).toEqual({ synchronous: 2n })
    expect(database.row('SELECT count(*) AS rows FROM payees')).toEqual({ rows: 1n })
    database.close()
  })

  test('behavior: removes access of other users to a file', () => {
    using folder = scratchFolder()
    openDatabase(folder.path).close()
    chmodSync(join(folder.path, databaseName), 0o666)
    openDatabase(folder.path).close()
    expect(modeOf(join(folder.path, databaseName))).toBe('600')
  })

  test('behavior: a transaction that throws changes nothing', () => {
    using folder = scratchFolder()
    const database = openDatabase(folder.path)
    expect(() =>
      database.transact(() => {
        database.run('UPDATE clock SET high_water = 5')
        throw new Error('stop')
      }),
    ).toThrow(expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE' }))
    expect(database.row('SELECT high_water FROM clock')).toEqual({ high_water: 0n })
    database.close()
  })

  test('behavior: upgrades a file of version 1, with its payments and payees', () => {
    using folder = scratchFolder()
    const held = firstVersion(folder.path)
    const database = openDatabase(folder.path)
    const other = openDatabase(folder.path)
    expect(database.rows('SELECT * FROM purchases')).toEqual([
      { ...held, client: null, play: 0n, uptime: null, once: null },
    ])
    expect(other.rows('SELECT pay_to, since FROM payees')).toEqual([{ pay_to: '0xb0', since: 7n }])
    expect(other.row('SELECT high_water FROM clock')).toEqual({ high_water: 42n })
    expect(other.row('PRAGMA user_version')).toEqual({ user_version: 10n })
    expect(shapeOf(database)).toEqual(newShape())
    for (const one of [database, other]) one.close()
  })

  test('behavior: upgrades a file of version 2, whose payments count as real money', () => {
    using folder = scratchFolder()
    firstVersion(folder.path)
    const before = new DatabaseSync(join(folder.path, databaseName))
    before.exec(`${steps[1]}; PRAGMA user_version = 2`)
    before.close()
    const database = openDatabase(folder.path)
    expect(database.rows('SELECT play FROM purchases')).toEqual([{ play: 0n }])
    expect(shapeOf(database)).toEqual(newShape())
    database.close()
  })

  test('behavior: a limit of a client that may come from play money is confirmed again', () => {
    using folder = scratchFolder()
    firstVersion(folder.path)
    const before = new DatabaseSync(join(folder.path, databaseName))
    const middle = steps.slice(1, 6).join(';')
    before.exec(`${middle}; PRAGMA user_version = 6;
      INSERT INTO clients (name, per_call, per_day, per_30_days, automatic, since)
      VALUES ('claude', 1, 2, 3, 500000, 0)`)
    before.close()
    const database = openDatabase(folder.path)
    const read = 'SELECT per_day, automatic, automatic_play FROM clients'
    expect(database.row(read)).toEqual({ per_day: 2n, automatic: null, automatic_play: null })
    database.run('UPDATE clients SET automatic = 15000')
    database.close()
    const again = openDatabase(folder.path)
    expect(again.row(read)).toMatchObject({ automatic: 15_000n })
    again.close()
  })

  test('error: a file of version 1 that cannot grow stays unchanged', () => {
    using folder = scratchFolder()
    const held = firstVersion(folder.path)
    const pagesMax = pagesOf(folder.path)
    expect(() => openDatabase(folder.path, { pagesMax })).toThrow(
      expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE' }),
    )
    const database = openDatabase(folder.path)
    expect(database.rows('SELECT * FROM purchases')).toEqual([
      { ...held, client: null, play: 0n, uptime: null, once: null },
    ])
    database.close()
  })

  test.each<[string, (folder: string) => void, string?]>([
    [
      'a file that is no database',
      (at) => writeFileSync(join(at, databaseName), 'x'.repeat(9_999)),
    ],
    ['a folder in place of the file', (at) => mkdirSync(join(at, databaseName))],
    ['a file in place of the folder', (at) => writeFileSync(join(at, 'f'), ''), 'f'],
    ['a file of a later version', later],
    ['a damaged page', damage],
    ['a file of version 1 whose index lacks the purchase', lostIndex],
  ])('error: %s', (_, prepare, name = '.') => {
    using folder = scratchFolder()
    prepare(folder.path)
    expect(() => openDatabase(join(folder.path, name))).toThrow(
      expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE', funds: 'untouched' }),
    )
  })

  test('error: reports that there is no room for the tables', () => {
    using folder = scratchFolder()
    expect(() => openDatabase(folder.path, { pagesMax: 2 })).toThrow(
      expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE' }),
    )
    expect(existsSync(join(folder.path, databaseName))).toBe(true)
  })

  test.skipIf(process.getuid?.() === 0)('error: a folder that may not be written', () => {
    using folder = scratchFolder()
    const inner = join(folder.path, 'closed')
    mkdirSync(inner, { mode: 0o500 })
    expect(() => openDatabase(join(inner, 'state'))).toThrow(
      expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE' }),
    )
  })
})

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

/**
 * A file as written by the first version, independent of later changes to the schema.
 *
 * @returns Its only purchase.
 */
function firstVersion(folder: string): Row {
  const file = new DatabaseSync(join(folder, databaseName))
  file.exec(firstSchema)
  const purchase = {
    id: '0x01',
    request: 'r',
    state: 'signed',
    at: 40n,
    amount: 15_000n,
    pay_to: '0xb0',
    payer: '0xa0',
    valid_before: 60n,
    nonce: '0x02',
    authorization: '{}',
    session: 's',
    url: 'https://fiq.example/',
    body: '{}',
    label: null,
    quote: '[]',
    signed: 'bytes',
    answer: null,
    transaction_hash: null,
    reason: null,
    owner: null,
    owner_pid: null,
    lease_until: null,
    delivered_at: null,
  } satisfies Row
  const places = Object.keys(purchase).map(() => '?')
  file
    .prepare(`INSERT INTO purchases (${Object.keys(purchase)}) VALUES (${places})`)
    .run(...Object.values(purchase))
  file.exec(`INSERT INTO payees VALUES ('default', 'https://fiq.example', '0xb0', 7)`)
  file.exec('UPDATE clock SET high_water = 42; PRAGMA user_version = 1')
  file.close()
  return purchase
}

const firstSchema = `
PRAGMA journal_mode = WAL;
CREATE TABLE purchases (
  id TEXT PRIMARY KEY, request TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0), pay_to TEXT NOT NULL, payer TEXT NOT NULL,
  valid_before INTEGER NOT NULL, nonce TEXT NOT NULL UNIQUE, authorization TEXT NOT NULL,
  session TEXT NOT NULL, url TEXT NOT NULL, body TEXT NOT NULL, label TEXT, quote TEXT NOT NULL,
  signed TEXT, answer TEXT, transaction_hash TEXT, reason TEXT, owner TEXT, owner_pid INTEGER,
  lease_until INTEGER, delivered_at INTEGER
) STRICT;
CREATE INDEX purchases_request ON purchases (request, at);
CREATE INDEX purchases_at ON purchases (at);
CREATE TABLE payees (
  profile TEXT NOT NULL, origin TEXT NOT NULL, pay_to TEXT NOT NULL, since INTEGER NOT NULL,
  PRIMARY KEY (profile, origin)
) STRICT;
CREATE TABLE clock (only INTEGER PRIMARY KEY CHECK (only = 1), high_water INTEGER NOT NULL) STRICT;
INSERT INTO clock VALUES (1, 0);
`

/** Tables, indices and columns, independent of how they were created. */
function shapeOf(database: Database): object[] {
  return database.rows(
    `SELECT m.type, m.name AS of, c.name, c.type AS kind, c."notnull", c.pk
     FROM sqlite_schema m LEFT JOIN pragma_table_info(m.name) c ORDER BY 1, 2, 3`,
  )
}

function newShape(): object[] {
  using folder = scratchFolder()
  const database = openDatabase(folder.path)
  const shape = shapeOf(database)
  database.close()
  return shape
}

function pagesOf(folder: string): number {
  return statSync(join(folder, databaseName)).size / 4_096
}

function later(folder: string): void {
  openDatabase(folder).close()
  const file = new DatabaseSync(join(folder, databaseName))
  file.exec('PRAGMA user_version = 99')
  file.close()
}

/**
 * Readable tables with an index that has fewer rows than they have, so that a payment is not found.
 */
function lostIndex(folder: string): void {
  firstVersion(folder)
  const file = new DatabaseSync(join(folder, databaseName), { defensive: false })
  file.exec(`CREATE TABLE empty (request TEXT, at INTEGER) STRICT;
    CREATE INDEX empty_request ON empty (request, at);
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'empty_request')
    WHERE name = 'purchases_request';
    DELETE FROM sqlite_schema WHERE name LIKE 'empty%'`)
  file.close()
}

/** Overwrites the page of a table with random bytes, but not the header. */
function damage(folder: string): void {
  openDatabase(folder).close()
  const path = join(folder, databaseName)
  const size = statSync(path).size
  writeFileSync(path, Buffer.alloc(size - 4_096, 0x5a), { flag: 'r+', flush: true })
  const file = Buffer.alloc(100)
  file.write('SQLite format 3\0')
  writeFileSync(path, file, { flag: 'r+' })
}
