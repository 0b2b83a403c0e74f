import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openSqliteDatabase } from '../../packages/server/src/storage/database/sqlite-database.ts'
import { randomFrom } from './random.ts'
import { filesAt, tear } from './torn-files.ts'

// A disk writes sectors, in any order, until the database waits for them. A power failure between
// two acknowledged writes leaves any mixture of the sectors before and after.

const seed = Number(process.env['FIQ_TEST_SEED'] ?? Date.now() % 2 ** 31)
/** Enough to fill the write-ahead log, which is then copied into the database file. */
const writes = 45
const rowBytes = 400_000
const imagesEach = 3
/** Share of ordinary writes that are torn. Those at a copy of the log are torn always. */
const tornShare = 0.15

test(`property: an acknowledged write survives a power failure that tears pages (seed ${seed})`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-torn-'))
  const random = randomFrom(seed)
  const image = join(folder, 'image.sqlite')
  const path = join(folder, 'ledger.sqlite')
  const database = openSqliteDatabase(path)
  const torn = { appended: 0, copied: 0, restarted: 0 }
  try {
    await database.write({
      sql: 'create table rows (n integer primary key, bytes blob)',
      values: [],
    })
    let before = filesAt(path)
    for (let n = 1; n <= writes; n += 1) {
      await database.write({ sql: 'insert into rows values (?, ?)', values: [n, bytesOf(n)] })
      const after = filesAt(path)
      const kind = !after.main.equals(before.main)
        ? 'copied'
        : after.log.subarray(0, 32).equals(before.log.subarray(0, 32))
          ? 'appended'
          : 'restarted'
      if (kind !== 'appended' || random() < tornShare)
        for (let count = 0; count < imagesEach; count += 1) {
          torn[kind] += 1
          // The log is synced before any of it is copied into the database file.
          const isCopying = kind === 'copied' && count > 0
          writeFileSync(image, isCopying ? tear(before.main, after.main, random) : before.main)
          writeFileSync(`${image}-wal`, isCopying ? after.log : tear(before.log, after.log, random))
          const { rows, check } = rowsIn(image)
          expect(check).toBe('ok')
          expect(isCopying ? [n] : [n - 1, n]).toContain(rows)
        }
      before = after
    }
    expect(Math.min(...Object.values(torn))).toBeGreaterThan(0)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
}, 120_000)

/** Number of rows, all of which must be whole, and the result of SQLite's own check. */
function rowsIn(path: string): { rows: number; check: unknown } {
  rmSync(`${path}-shm`, { force: true })
  const opened = new DatabaseSync(path)
  try {
    const rows = opened.prepare('select n, bytes from rows order by n').all()
    for (const [at, row] of rows.entries()) {
      expect(row['n']).toBe(at + 1)
      expect(bytesOf(at + 1).equals(row['bytes'] as Uint8Array)).toBe(true)
    }
    const { quick_check: check } = opened.prepare('pragma quick_check').get() ?? {}
    return { rows: rows.length, check }
  } finally {
    opened.close()
  }
}

const bytesOf = (n: number) => Buffer.alloc(rowBytes, `row ${n} `)
