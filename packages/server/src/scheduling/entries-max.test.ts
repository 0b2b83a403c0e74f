import { LRUCache } from 'lru-cache'
import { expect, test } from 'vitest'
import { entriesMax } from './entries-max.ts'

test('behavior: the cache drops the least recent of too many entries', () => {
  const cache = new LRUCache<string, boolean>(entriesMax(2))
  for (const key of ['first', 'second', 'third']) cache.set(key, true)
  expect([...cache.keys()]).toEqual(['third', 'second'])
})
