import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAnsweredDebits } from './answered-debits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The written rows, and a store that refuses while `isFull`. */
const setUp = () => {
  const written: (readonly string[])[] = []
  const reported: unknown[] = []
  const disk = { isFull: false }
  const store = {
    async answered(debits: readonly string[]) {
      if (disk.isFull) throw new Error('full')
      written.push(debits)
    },
  }
  const report = (error: unknown) => void reported.push(error)
  const debits = openAnsweredDebits({ store, report }, { gatherMs: 100, writtenMax: 2 })
  return { written, reported, disk, debits }
}

test('default: collects answered debits, and writes them later, up to a number at once', async () => {
  const { written, debits } = setUp()
  for (const id of ['a', 'b', 'c']) debits.add(id)
  await vi.advanceTimersByTimeAsync(99)
  expect(written).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(written).toEqual([['a', 'b'], ['c']])
})

test('behavior: closing writes all immediately', async () => {
  const { written, debits } = setUp()
  debits.add('a')
  await debits.close()
  expect(written).toEqual([['a']])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(written).toEqual([['a']])
})

test('error: repeats a failed write later, even without new requests', async () => {
  const { written, reported, disk, debits } = setUp()
  disk.isFull = true
  debits.add('a')
  await vi.advanceTimersByTimeAsync(300)
  expect(reported).toHaveLength(3)
  disk.isFull = false
  await vi.advanceTimersByTimeAsync(100)
  expect(written).toEqual([['a']])
})

test('error: does not try again after closing', async () => {
  const { reported, disk, debits } = setUp()
  disk.isFull = true
  debits.add('a')
  await debits.close()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reported).toEqual([new Error('full')])
})

test('error: reports a failed write, and repeats it with the next', async () => {
  const { written, reported, disk, debits } = setUp()
  disk.isFull = true
  debits.add('a')
  await vi.advanceTimersByTimeAsync(100)
  expect(reported).toEqual([new Error('full')])
  disk.isFull = false
  debits.add('b')
  await vi.advanceTimersByTimeAsync(100)
  expect(written).toEqual([['a', 'b']])
})
