import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { databaseName, openDatabase } from './open-database.ts'
import { scratchFolder } from './testing/test-payer.ts'

describe('openDatabase', () => {
  test('default: folder 0700, every file 0600, WAL and full sync', () => {
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

  test('behavior: a file that others could read is closed to them', () => {
    using folder = scratchFolder()
    openDatabase(folder.path).close()
    chmodSync(join(folder.path, databaseName), 0o666)
    openDatabase(folder.path).close()
    expect(modeOf(join(folder.path, databaseName))).toBe('600')
  })

  test('behavior: a transaction that throws leaves nothing', () => {
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

  test.each<[string, (folder: string) => void, string?]>([
    [
      'a file that is no database',
      (at) => writeFileSync(join(at, databaseName), 'x'.repeat(9_999)),
    ],
    ['a folder in place of the file', (at) => mkdirSync(join(at, databaseName))],
    ['a file in place of the folder', (at) => writeFileSync(join(at, 'f'), ''), 'f'],
    ['a file of a later version', later],
    ['a damaged page', damage],
  ])('error: %s', (_, prepare, name = '.') => {
    using folder = scratchFolder()
    prepare(folder.path)
    expect(() => openDatabase(join(folder.path, name))).toThrow(
      expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE', funds: 'untouched' }),
    )
  })

  test('error: no room for the tables', () => {
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

function later(folder: string): void {
  openDatabase(folder).close()
  const file = new DatabaseSync(join(folder, databaseName))
  file.exec('PRAGMA user_version = 99')
  file.close()
}

/** Overwrites the page of a table with noise, leaving the header as it is. */
function damage(folder: string): void {
  openDatabase(folder).close()
  const path = join(folder, databaseName)
  const size = statSync(path).size
  writeFileSync(path, Buffer.alloc(size - 4_096, 0x5a), { flag: 'r+', flush: true })
  const file = Buffer.alloc(100)
  file.write('SQLite format 3\0')
  writeFileSync(path, file, { flag: 'r+' })
}
