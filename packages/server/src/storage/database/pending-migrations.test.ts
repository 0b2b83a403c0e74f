import { expect, test } from 'vitest'
import { migrations } from './migrations.ts'
import { pendingMigrations } from './pending-migrations.ts'

const known = [1, 2, 3].map((number) => ({ number, name: `step ${number}`, statements: [] }))

test('default: the steps after the last one taken, in order', () => {
  expect(pendingMigrations(0, known).map(({ number }) => number)).toEqual([1, 2, 3])
  expect(pendingMigrations(2, known).map(({ number }) => number)).toEqual([3])
  expect(pendingMigrations(3, known)).toEqual([])
})

test('behavior: the steps are numbered from one without a gap', () => {
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, place) => place + 1))
})

test('error: a database of a newer program is refused', () => {
  expect(() => pendingMigrations(4, known)).toThrow(
    expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
  )
})
