import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../testing/test-payer.ts'
import { moveAside, movedJournals } from './move-aside.ts'
import { databaseName } from './open-database.ts'

/** A folder with these files of a journal, each with its name as text. */
function scene(...ends: string[]) {
  const { path: folder, ...rest } = scratchFolder()
  const place = (...all: string[]) => {
    for (const end of all) writeFileSync(join(folder, databaseName + end), end)
  }
  place(...ends)
  const at = { configDir: folder, stateDir: folder, clock: { now: () => 0 } }
  return { folder, place, move: () => moveAside(at), ...rest }
}

const name = `${databaseName}.before-1970-01-01T00-00-00-000Z`

test('default: moves the journal with its companions into a folder of its own', () => {
  using own = scene('', '-wal', '-shm')
  expect(own.move()).toBe(join(own.folder, name, databaseName))
  expect(readdirSync(join(own.folder, name)).sort()).toEqual(
    ['', '-shm', '-wal'].map((end) => databaseName + end),
  )
  expect(existsSync(join(own.folder, databaseName))).toBe(false)
})

test('behavior: continues a move that was stopped after the first file', () => {
  using own = scene('-wal')
  const moving = join(own.folder, `${databaseName}.moving`)
  mkdirSync(moving)
  writeFileSync(join(moving, databaseName), '')
  expect(own.move()).toBe(join(own.folder, name, databaseName))
  expect(readFileSync(join(own.folder, name, `${databaseName}-wal`), 'utf8')).toBe('-wal')
})

test('behavior: a move that was stopped after the last file, and a new journal since, are two journals', () => {
  using own = scene('')
  const first = own.move()!
  renameSync(join(own.folder, name), join(own.folder, `${databaseName}.moving`))
  own.place('', '-wal')
  const second = own.move()!
  expect(existsSync(`${first}-wal`)).toBe(false)
  expect(existsSync(`${second}-wal`)).toBe(true)
  expect(movedJournals(own.folder)).toEqual([second, first])
})

test('behavior: companions without their file are moved, and never joined to a later journal', () => {
  using own = scene('-wal', '-shm')
  expect(own.move()).toBe(undefined)
  expect(readdirSync(join(own.folder, name)).sort()).toEqual(
    ['-shm', '-wal'].map((end) => databaseName + end),
  )
  own.place('')
  const moved = own.move()!
  expect(existsSync(`${moved}-wal`)).toBe(false)
  expect(movedJournals(own.folder)).toEqual([moved])
})

test('default: without a file, there is nothing to move', () => {
  using own = scene()
  expect([own.move(), movedJournals(own.folder)]).toEqual([undefined, []])
})
