import { expect, test } from 'vitest'
import { createLargeMaking } from './large-making.ts'

/** Work that ends when the test requests it. */
function pieces(bytesMax: number, most = 8) {
  const making = createLargeMaking(bytesMax, most)
  const begun: number[] = []
  const ends = new Map<number, () => void>()
  const run = (id: number, bytes: number) =>
    making.run(bytes, () => {
      begun.push(id)
      return new Promise<void>((end) => ends.set(id, end))
    })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (id: number) => {
    ends.get(id)!()
    await turn()
  }
  return { making, begun, run, end, turn }
}

test('default: answers that fit run at once, the rest in order as room becomes free', async () => {
  const { begun, run, end, turn } = pieces(100)
  for (const [id, bytes] of [60, 40, 50, 10].entries()) void run(id, bytes)
  await turn()
  expect(begun).toEqual([0, 1])
  await end(1)
  expect(begun).toEqual([0, 1])
  await end(0)
  expect(begun).toEqual([0, 1, 2, 3])
})

test('behavior: an answer larger than the whole room runs alone', async () => {
  const { begun, run, end, turn } = pieces(100)
  void run(0, 500)
  void run(1, 1)
  await turn()
  expect(begun).toEqual([0])
  await end(0)
  expect(begun).toEqual([0, 1])
})

test('behavior: refuses above the queue limit, and work that fails releases its room', async () => {
  const { making, run, end, turn } = pieces(100, 2)
  void run(0, 100)
  void run(1, 100)
  await turn()
  expect(making.isFull()).toBe(false)
  void run(2, 100)
  await turn()
  expect(making.isFull()).toBe(true)
  await end(0)
  expect(making.isFull()).toBe(false)
  await expect(createLargeMaking(1).run(1, () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  )
})

test('behavior: the heap grows little from the first answer to the end of the last', async () => {
  const growths: string[] = []
  const making = createLargeMaking(100, 8, (growth) => growths.push(growth))
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((end) => ends.push(end))
  const fails = () => Promise.reject(new Error('no'))
  const both = [making.run(60, work), making.run(60, work)]
  expect(growths).toEqual(['small'])
  for (const one of both) {
    await new Promise((resolve) => setImmediate(resolve))
    expect(growths.at(-1)).toBe('small')
    ends.shift()!()
    await one
  }
  expect(growths.at(-1)).toBe('default')
  await expect(making.run(10, fails)).rejects.toThrow('no')
  expect(growths.at(-1)).toBe('default')
})
