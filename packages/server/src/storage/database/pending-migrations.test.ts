import { expect, test } from 'vitest'
import { migrations } from './migrations.ts'
import { pendingMigrations, schemaNumber } from './pending-migrations.ts'

const known = [3, 4, 7].map((number) => ({ number, name: `step ${number}`, statements: [] }))

test('default: returns the steps after the last one, in order', () => {
  expect(pendingMigrations(0, known).map(({ number }) => number)).toEqual([3, 4, 7])
  expect(pendingMigrations(4, known).map(({ number }) => number)).toEqual([7])
  expect(pendingMigrations(7, known)).toEqual([])
})

test('behavior: the numbers of the steps ascend, and the last is the schema of the program', () => {
  const numbers = migrations.map(({ number }) => number)
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  expect(schemaNumber).toBe(numbers.at(-1))
})

test('error: refuses a database of a newer program', () => {
  expect(() => pendingMigrations(8, known)).toThrow(
    expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
  )
})

test.each([1, 2, 5, 6])('error: refuses schema %i, older or never released', (taken) => {
  expect(() => pendingMigrations(taken, known)).toThrow(
    expect.objectContaining({
      code: 'CONFIGURATION_INVALID',
      facts: [`Schema of the database: ${taken}`, 'Schemas that are upgraded: 3, 4, 7'],
      remedy: expect.stringContaining('start the version with schema 3 once'),
    }),
  )
})
