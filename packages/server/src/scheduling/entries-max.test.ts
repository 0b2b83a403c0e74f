import { LRUCache } from 'lru-cache'
import { expect, test } from 'vitest'
import { entriesMax, expiringEntries } from './entries-max.ts'

test('behavior: the cache drops the least recent of too many entries', () => {
  const cache = new LRUCache<string, boolean>(entriesMax(2))
  for (const key of ['first', 'second', 'third']) cache.set(key, true)
  expect([...cache.keys()]).toEqual(['third', 'second'])
})

test('behavior: an entry expires after its time', () => {
  let nowMs = 1_000
  const cache = new LRUCache<string, boolean>(expiringEntries(2, 10, () => nowMs))
  cache.set('first', true)
  nowMs += 10
  expect(cache.has('first')).toBe(true)
  nowMs += 1
  expect(cache.has('first')).toBe(false)
})
