import { catalog } from '@fiq/shared/catalog/catalog'
import { expect, test } from 'vitest'
import { reuseSeconds } from '../query/reuse-seconds.ts'
import { createReuse } from './reuse.ts'

/** A cache with a test clock in milliseconds. */
function scene(bytesMax?: number) {
  const clock = { ms: 1_000_000 }
  return { clock, reuse: createReuse(() => clock.ms, bytesMax) }
}

test('default: returns an answer again with its age, within the time limit of its area', () => {
  const { clock, reuse } = scene()
  reuse.store('a', '{}', ['quotes'])
  clock.ms += 14_999
  expect(reuse.find('a')).toEqual({ body: '{}', ageMs: 14_999 })
  clock.ms += 1
  expect(reuse.find('a')).toBeUndefined()
  expect(reuse.find('b')).toBeUndefined()
})

test('behavior: uses the shortest time of several areas, and none for an unknown one', () => {
  const { clock, reuse } = scene()
  reuse.store('both', '{}', ['gdp', 'quotes'])
  reuse.store('unknown', '{}', ['gdp', 'nothing'])
  reuse.store('empty', '{}', [])
  expect([reuse.find('unknown'), reuse.find('empty')]).toEqual([undefined, undefined])
  clock.ms += 20_000
  expect(reuse.find('both')).toBeUndefined()
})

test('behavior: a clock that is set back makes no old answer young', () => {
  const { clock, reuse } = scene()
  reuse.store('a', '{}', ['gdp'])
  clock.ms -= 1
  expect(reuse.find('a')).toBeUndefined()
})

test('behavior: limits the stored bytes, and removes the oldest first', () => {
  // Three entries of 400 bytes, with ten two-byte characters in total.
  const { reuse } = scene(1_220)
  for (const key of ['a', 'b', 'c']) reuse.store(key, '{"n":1}'.slice(0, 4), ['gdp'])
  expect(['a', 'b', 'c'].map((key) => reuse.find(key) !== undefined)).toEqual([false, true, true])
  reuse.store('b', '{}', ['gdp'])
  reuse.store('d', '1234', ['gdp'])
  expect(['b', 'c', 'd'].map((key) => reuse.find(key) !== undefined)).toEqual([true, true, true])
  reuse.store('large', '1'.repeat(411), ['gdp'])
  expect([reuse.find('large'), reuse.find('d')?.body]).toEqual([undefined, '1234'])
})

test('behavior: every tool of the catalog has a time limit', () => {
  const fields = catalog.map(({ outputPath }) => outputPath.split('.')[1] ?? '')
  expect(fields.filter((field) => reuseSeconds[field] === undefined)).toEqual([])
})
