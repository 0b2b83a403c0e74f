import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openThreadLane } from './thread-lane.ts'

const program = join(import.meta.dirname, 'testing/test-thread.ts')
const open = (idleMs?: number) => openThreadLane<number | string, number>(program, idleMs)

test('default: orders are made and answered one after the other', async () => {
  const lane = open()
  const made: number[] = []
  const run = (order: number) =>
    lane.run(() => {
      made.push(order)
      return order
    })
  const results = [1, 2, 3].map(run)
  expect([lane.waiting(), made]).toEqual([3, []])
  expect(await results[0]).toBe(2)
  expect(made.length).toBeLessThan(3)
  expect(await Promise.all(results)).toEqual([2, 4, 6])
  expect([lane.waiting(), made]).toEqual([0, [1, 2, 3]])
})

test('error: a refusal of the thread is the same refusal here, and another error is an error', async () => {
  const lane = open()
  await expect(lane.run(() => 'refuse')).rejects.toMatchObject({
    name: 'FiqError',
    code: 'BAD_INPUT',
    message: 'No.',
    facts: ['Fact: 1'],
    remedy: 'Do.',
    funds: 'spent',
  })
  await expect(lane.run(() => 'fail')).rejects.toThrow('a fault')
  expect(await lane.run(() => 4)).toBe(8)
})

test('error: a thread that ends fails its order, and the next order starts another', async () => {
  const lane = open()
  const [ended, next] = [lane.run(() => 'end'), lane.run(() => 5)]
  await expect(ended).rejects.toThrow('The thread ended (3).')
  expect(await next).toBe(10)
})

test('behavior: a thread without an order ends, and an order after that is answered', async () => {
  const lane = open(1)
  expect(await lane.run(() => 1)).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await lane.run(() => 2)).toBe(4)
})
