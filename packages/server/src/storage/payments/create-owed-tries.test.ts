import { expect, test } from 'vitest'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { createOwedTries, owedTriesMax } from './create-owed-tries.ts'
import { keyOf } from './testing/payments.ts'

const key = keyOf(1)

test('default: the first try begins immediately, later ones wait twice as long each', async () => {
  const database = openSqliteDatabase(':memory:')
  let nowMs = 1_700_000_000_000
  const waits: number[] = []
  for (let at = 0; at < 5; at += 1) {
    expect(await createOwedTries(database).begin(key, nowMs)).toEqual({ waitMs: 0 })
    // Opened again, as after a restart: the database has the count.
    const { waitMs } = await createOwedTries(database).begin(key, nowMs)
    waits.push(waitMs)
    nowMs += waitMs
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
  expect(await createOwedTries(database).begin(keyOf(2), nowMs)).toEqual({ waitMs: 0 })
})

test('behavior: of two concurrent tries, one waits', async () => {
  const tries = createOwedTries(openSqliteDatabase(':memory:'))
  const both = await Promise.all([tries.begin(key, 5), tries.begin(key, 5)])
  expect(both.filter(({ waitMs }) => waitMs === 0)).toHaveLength(1)
})

test('error: after the last try there is no other, however long the wait', async () => {
  const tries = createOwedTries(openSqliteDatabase(':memory:'))
  for (let at = 0; at < owedTriesMax; at += 1)
    expect((await tries.begin(key, at * 4_000_000)).waitMs).toBe(0)
  expect((await tries.begin(key, 1e12)).waitMs).toBe(Infinity)
})
