import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

test('default: returns results in order, never more than a batch at once', async () => {
  let running = 0
  let most = 0
  const items = Array.from({ length: 20 }, (_, index) => index)
  const results = await inBatches(items, 8, async (item) => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    return item * 2
  })
  expect(results).toEqual(items.map((item) => item * 2))
  expect(most).toBe(8)
})

test('error: the first failure fails all', async () => {
  await expect(inBatches([1], 8, () => Promise.reject(new Error('down')))).rejects.toThrow('down')
})
