import { catalog } from '@fiq/shared/catalog/catalog'
import { expect, test } from 'vitest'
import { reuseSeconds } from '../query/reuse-seconds.ts'
import { createReuse } from './reuse.ts'

/** A memory on a clock of its own, in milliseconds. */
function scene(bytesMax?: number) {
  const clock = { ms: 1_000_000 }
  return { clock, reuse: createReuse(() => clock.ms, bytesMax) }
}

test('default: an answer is given again with its age, up to the time of its area', () => {
  const { clock, reuse } = scene()
  reuse.store('a', '{}', ['quotes'])
  clock.ms += 14_999
  expect(reuse.find('a')).toEqual({ body: '{}', ageMs: 14_999 })
  clock.ms += 1
  expect(reuse.find('a')).toBeUndefined()
  expect(reuse.find('b')).toBeUndefined()
})

test('behavior: of several areas the shortest time holds, and one that is unknown has none', () => {
  const { clock, reuse } = scene()
  reuse.store('both', '{}', ['gdp', 'quotes'])
  reuse.store('unknown', '{}', ['gdp', 'nothing'])
  reuse.store('empty', '{}', [])
  expect([reuse.find('unknown'), reuse.find('empty')]).toEqual([undefined, undefined])
  clock.ms += 20_000
  expect(reuse.find('both')).toBeUndefined()
})

test('behavior: a clock that was moved back makes no answer young again', () => {
  const { clock, reuse } = scene()
  reuse.store('a', '{}', ['gdp'])
  clock.ms -= 1
  expect(reuse.find('a')).toBeUndefined()
})

test('behavior: so many bytes are kept, the oldest go first', () => {
  // Three entries of 400 bytes, with ten characters of two bytes together.
  const { reuse } = scene(1_220)
  for (const key of ['a', 'b', 'c']) reuse.store(key, '{"n":1}'.slice(0, 4), ['gdp'])
  expect(['a', 'b', 'c'].map((key) => reuse.find(key) !== undefined)).toEqual([false, true, true])
  reuse.store('b', '{}', ['gdp'])
  reuse.store('d', '1234', ['gdp'])
  expect(['b', 'c', 'd'].map((key) => reuse.find(key) !== undefined)).toEqual([true, true, true])
  reuse.store('large', '1'.repeat(411), ['gdp'])
  expect([reuse.find('large'), reuse.find('d')?.body]).toEqual([undefined, '1234'])
})

test('behavior: every tool of the catalog has a time', () => {
  const fields = catalog.map(({ outputPath }) => outputPath.split('.')[1] ?? '')
  expect(fields.filter((field) => reuseSeconds[field] === undefined)).toEqual([])
})
