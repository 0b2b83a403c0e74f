import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('default: handles every item once, in order', async () => {
  const items: number[] = []
  for await (const item of inTurns(new Set([3, 1, 2]))) items.push(item)
  expect(items).toEqual([3, 1, 2])
})

test('behavior: long work lets other work run, short work ends in one turn', async () => {
  const seen: (number | 'other')[] = []
  const work = async (ms: number) => {
    for await (const item of inTurns([1, 2])) {
      seen.push(item)
      const until = performance.now() + ms
      while (performance.now() < until);
    }
  }
  setImmediate(() => seen.push('other'))
  await work(0)
  await work(20)
  expect(seen).toEqual([1, 2, 1, 'other', 2])
})
