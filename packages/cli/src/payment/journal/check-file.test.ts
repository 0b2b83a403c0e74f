import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { journalScene } from '../testing/test-journal.ts'
import { scratchFolder } from '../testing/test-payer.ts'
import { terms } from '../testing/test-terms.ts'
import { journalRemedy } from './journal-error.ts'
import { databaseName, openDatabase } from './open-database.ts'

const ends = ['', '-wal', '-shm'] as const

/** Copies files of a journal as they are on the disk, as a kill or a backup leaves them. */
function copyFiles(from: string, to: string, which: readonly string[] = ends): void {
  for (const end of which) {
    const [source, target] = [join(from, databaseName + end), join(to, databaseName + end)]
    if (existsSync(source)) copyFileSync(source, target)
    else rmSync(target, { force: true })
  }
}

type Step = 'buy' | 'answer' | 'checkpoint' | 'back up'

/** Runs steps on a journal, and is killed. @returns The folders of the backup and of the rest. */
function killedAfter(all: readonly Step[]) {
  using scene = journalScene()
  const [backup, left] = [scratchFolder(), scratchFolder()]
  const process = scene.process(1, {
    perDay: 10n ** 9n,
    per30Days: 10n ** 9n,
    perSession: 10n ** 9n,
  })
  let bought = 0
  copyFiles(scene.folder, backup.path, [''])
  for (const step of all) {
    if (step === 'buy') {
      bought += 1
      const body = 'x'.repeat(3_000)
      process.budget.reserve(terms(bought, { body }))
      process.journal.signed(terms(bought).id, 'bytes')
    }
    if (step === 'answer' && bought > 0)
      process.journal.answered(
        terms(bought).id,
        { status: 200, headers: {}, body: 'y'.repeat(3_000) },
        '0xab',
      )
    if (step === 'checkpoint') process.database.rows('PRAGMA wal_checkpoint(TRUNCATE)')
    if (step === 'back up') copyFiles(scene.folder, backup.path, [''])
  }
  copyFiles(scene.folder, left.path)
  return {
    backup: backup.path,
    left: left.path,
    [Symbol.dispose]() {
      backup[Symbol.dispose]()
      left[Symbol.dispose]()
    },
  }
}

/** The purchases of a journal, and the sum that the budget counts. */
function standingOf(folder: string) {
  const database = openDatabase(folder)
  try {
    const ids = database.rows('SELECT id FROM purchases NOT INDEXED').map(({ id }) => id)
    const sum = database.row('SELECT coalesce(sum(amount), 0) AS sum FROM purchases')!['sum']
    return { ids, sum: sum as bigint }
  } finally {
    database.close()
  }
}

test('behavior: a log left by a kill is read, and nothing of it is lost', () => {
  using killed = killedAfter(['buy', 'checkpoint', 'buy', 'answer'])
  expect(standingOf(killed.left)).toMatchObject({ sum: 30_000n })
})

test('property: a backup beside the log of a later file is refused unchanged, or nothing of it is lost', () => {
  const step = fc.constantFrom<Step>('buy', 'buy', 'answer', 'checkpoint', 'back up')
  let refused = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 14 }), (all) => {
      using killed = killedAfter(all)
      using alone = scratchFolder()
      copyFiles(killed.backup, alone.path, [''])
      const restored = standingOf(alone.path)
      const newest = scratchFolder()
      copyFiles(killed.left, newest.path)
      const last = standingOf(newest.path)
      newest[Symbol.dispose]()
      // The user restores the file, and leaves its companions.
      copyFiles(killed.backup, killed.left, [''])
      const before = [''].concat('-wal').map((end) => bytesOf(killed.left, end))
      try {
        const { ids, sum } = standingOf(killed.left)
        expect(ids).toEqual(expect.arrayContaining([...restored.ids]))
        expect([restored.sum, last.sum]).toContain(sum)
      } catch (error) {
        expect(error).toMatchObject({ code: 'JOURNAL_UNAVAILABLE', remedy: journalRemedy })
        expect([''].concat('-wal').map((end) => bytesOf(killed.left, end))).toEqual(before)
        refused += 1
      }
    }),
  )
  expect(refused).toBeGreaterThan(0)
})

test('error: a log without its file, or beside an empty one, is refused and kept', () => {
  using killed = killedAfter(['buy', 'checkpoint', 'buy'])
  const log = bytesOf(killed.left, '-wal')
  const refused = expect.objectContaining({ code: 'JOURNAL_UNAVAILABLE', remedy: journalRemedy })
  rmSync(join(killed.left, databaseName))
  expect(() => openDatabase(killed.left)).toThrow(refused)
  expect(existsSync(join(killed.left, databaseName))).toBe(false)
  writeFileSync(join(killed.left, databaseName), '')
  expect(() => openDatabase(killed.left)).toThrow(refused)
  expect(bytesOf(killed.left, '-wal')).toEqual(log)
})

function bytesOf(folder: string, end: string): string | undefined {
  const path = join(folder, databaseName + end)
  return existsSync(path) ? readFileSync(path, 'base64') : undefined
}
