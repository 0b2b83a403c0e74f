import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { journalScene } from '../testing/test-journal.ts'
import { scratchFolder } from '../testing/test-payer.ts'
import { terms } from '../testing/test-terms.ts'
import { ranMsMin } from './is-recent.ts'
import { databaseName, openDatabase } from './open-database.ts'
import { addRows, unexpiredRows } from './unexpired-rows.ts'

/** Payments 1 to 4: signed, reserved only, void, and one whose row is damaged. */
function scene() {
  const opened = journalScene()
  const { journal, budget, database } = opened.process(1, { perDay: 1_000_000n })
  for (const name of [1, 2, 3, 4]) {
    budget.reserve(terms(name))
    if (name !== 2) journal.signed(terms(name).id, 'header')
  }
  journal.voided(terms(3).id, 'unused')
  database.run(`UPDATE purchases SET quote = 'not JSON' WHERE id = ?`, terms(4).id)
  return { opened, path: join(opened.folder, databaseName) }
}

test('default: returns the signed payments that can be read, and adds them to another journal', () => {
  const { opened, path } = scene()
  using _ = opened
  const rows = unexpiredRows([path], opened.clock.now())
  expect(rows.map(({ id }) => id)).toEqual([terms(1).id])
  using other = scratchFolder()
  const database = openDatabase(other.path)
  addRows(database, rows)
  expect(database.rows('SELECT * FROM purchases')).toEqual(rows)
  database.close()
})

test('behavior: includes those that expired up to ten minutes ago', () => {
  const { opened, path } = scene()
  using _ = opened
  const end = Number(terms(1).authorization.validBefore) * 1_000 + ranMsMin
  expect(unexpiredRows([path], end - 1)).toHaveLength(1)
  expect(unexpiredRows([path], end)).toEqual([])
})

test('error: a file that is no journal has none', () => {
  using folder = scratchFolder()
  const path = join(folder.path, databaseName)
  writeFileSync(path, 'not a journal'.repeat(999))
  expect(unexpiredRows([path], 0)).toEqual([])
})

test('behavior: of a payment in several journals, returns the row of the first', () => {
  const { opened, path } = scene()
  using _ = opened
  using other = scratchFolder()
  const older = openDatabase(other.path)
  addRows(older, unexpiredRows([path], opened.clock.now()))
  older.run(`UPDATE purchases SET label = 'older'`)
  older.close()
  const paths = [path, join(other.path, databaseName)]
  expect(unexpiredRows(paths, opened.clock.now())).toMatchObject([{ label: null }])
  expect(unexpiredRows(paths.reverse(), opened.clock.now())).toMatchObject([{ label: 'older' }])
})
