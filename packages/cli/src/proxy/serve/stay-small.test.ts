import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { youngBytesMax } from './stay-small.ts'

/**
 * Creates objects that live for a while, like requests in flight, and prints the memory allocated
 * for them.
 */
const busyMinute = `
  const { getHeapSpaceStatistics } = process.getBuiltinModule('node:v8')
  const room = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size
  const alive = []
  let most = 0
  for (let round = 0; round < 400; round += 1) {
    for (let i = 0; i < 2_000; i += 1) alive.push({ text: 'x' + i, list: new Array(16).fill(i) })
    if (alive.length > 100_000) alive.splice(0, 50_000)
    await new Promise(setImmediate)
    most = Math.max(most, room())
  }
  console.log(most)`

async function roomTaken(first: string): Promise<number> {
  const args = ['--input-type=module', '-e', first + busyMinute]
  return Number((await promisify(execFile)(process.execPath, args)).stdout)
}

test('default: the memory for young objects grows to a medium size, and no further', async () => {
  const path = JSON.stringify(import.meta.resolve('./stay-small.ts'))
  const held = await roomTaken(`const { staySmall } = await import(${path}); staySmall();`)
  const free = await roomTaken('')
  expect(held).toBeGreaterThanOrEqual(youngBytesMax)
  // On a busy machine the heap may grow once more before the observer is notified.
  expect(held).toBeLessThanOrEqual(free / 2)
})
