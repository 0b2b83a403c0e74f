import { existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createBudget } from '../budget/budget.ts'
import { defaultLimits } from '../budget/limits.ts'
import { startPaidServer } from '../testing/hostile-server.ts'
import { journalOf, payForOne } from '../testing/paid-once.ts'
import { scratchFolder } from '../testing/test-payer.ts'
import { terms } from '../testing/test-terms.ts'
import { markerName, markJournal, openMarkedDatabase } from './journal-marker.ts'
import { databaseName } from './open-database.ts'

const removeJournal = (folder: string) => {
  for (const end of ['', '-wal', '-shm'])
    rmSync(join(folder, `${databaseName}${end}`), { force: true })
}

describe('the marker of an existing journal', () => {
  test.each<[string, string, (folder: string) => void]>([
    ['missing', 'it is missing', removeJournal],
    [
      'cut to nothing',
      'it is empty',
      (folder) => {
        removeJournal(folder)
        writeFileSync(join(folder, databaseName), '')
      },
    ],
    [
      'without its rows',
      'it is empty',
      (folder) => {
        const database = openMarkedDatabase({ configDir: folder, stateDir: folder })
        database.run('DELETE FROM purchases')
        database.close()
      },
    ],
    [
      'cut in half',
      'File',
      (folder) => {
        const database = openMarkedDatabase({ configDir: folder, stateDir: folder })
        database.rows('PRAGMA wal_checkpoint(TRUNCATE)')
        database.close()
        truncateSync(join(folder, databaseName), 10_000)
      },
    ],
    [
      'overwritten',
      'File',
      (folder) => {
        removeJournal(folder)
        writeFileSync(join(folder, databaseName), 'x'.repeat(20_000))
      },
    ],
  ])('error: %s: nothing is paid, and both remedies are named', async (_, reason, spoil) => {
    using folder = scratchFolder()
    const server = await startPaidServer()
    await payForOne(folder.path, server.url)
    spoil(folder.path)
    await expect(payForOne(folder.path, server.url)).rejects.toMatchObject({
      code: 'JOURNAL_UNAVAILABLE',
      facts: expect.arrayContaining([expect.stringContaining(reason)]),
      remedy: expect.stringMatching(/Restore .* from a backup, or run: fiq payments reset/),
      funds: 'untouched',
    })
    expect(server.payments).toHaveLength(1)
    await server.close()
  })

  test('behavior: an unused wallet has no marker, and its first payment needs no extra step', async () => {
    using folder = scratchFolder()
    const server = await startPaidServer()
    journalOf(folder.path)
    expect(existsSync(join(folder.path, markerName))).toBe(false)
    removeJournal(folder.path)
    await payForOne(folder.path, server.url)
    expect(existsSync(join(folder.path, markerName))).toBe(true)
    expect(server.payments).toHaveLength(1)
    await server.close()
  })

  test('behavior: a process that opens it during the first payment does not report it as lost', () => {
    using folder = scratchFolder()
    const { budget } = reserving(folder.path, () => {
      markJournal(folder.path)
      journalOf(folder.path)
    })
    expect(budget.reserve(terms(1))).toHaveProperty('reserved')
    expect(existsSync(join(folder.path, markerName))).toBe(true)
  })

  test('error: if the marker cannot be written, nothing is paid and nothing counts', () => {
    using folder = scratchFolder()
    const { budget } = reserving(folder.path, () => {
      throw new Error('disk full')
    })
    expect(() => budget.reserve(terms(1))).toThrow(
      expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE', facts: ['Reason: disk full'] }),
    )
    expect(budget.standing()).toMatchObject({ day: 0n, days30: 0n })
  })

  test('error: a marker that cannot be written is an error, unless the folder is read-only', () => {
    using folder = scratchFolder()
    const file = join(folder.path, 'file')
    writeFileSync(file, '')
    expect(() => markJournal(join(file, 'config'))).toThrow('ENOTDIR')
    expect(() => markJournal(file)).toThrow('EEXIST')
  })

  test('behavior: a journal of an earlier version is marked when opened', async () => {
    using folder = scratchFolder()
    const server = await startPaidServer()
    await payForOne(folder.path, server.url)
    rmSync(join(folder.path, markerName))
    journalOf(folder.path)
    expect(existsSync(join(folder.path, markerName))).toBe(true)
    await server.close()
  })
})

function reserving(folder: string, onReserve: () => void) {
  const database = openMarkedDatabase({ configDir: folder, stateDir: folder })
  const worker = { pid: process.pid, token: 'one', isAlive: () => true, uptime: () => 0 }
  const now = () => terms(1).at
  return {
    budget: createBudget(database, { worker, now, session: 's', caps: defaultLimits, onReserve }),
  }
}
