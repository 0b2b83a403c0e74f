import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Number of event loop turns that begin during the work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  let isOver = false
  const counting = (async () => {
    while (!isOver) {
      await setImmediate()
      count += 1
    }
  })()
  await work()
  isOver = true
  await counting
  return count
}

const hour = 3_600_000

test('default: work continues immediately while its turn has time left', async () => {
  const { next } = createTurns(hour)
  expect(Array.from({ length: 1_000 }, next).every((turn) => turn === undefined)).toBe(true)
})

test('behavior: when the time is over, each piece waits for a turn, in order', async () => {
  const turns = createTurns(0)
  const seen: number[] = []
  const pieces = () =>
    Promise.all(
      Array.from({ length: 20 }, async (_, piece) => {
        await turns.next()
        seen.push(piece)
        expect(turns.waiting).toBe(19 - piece)
      }),
    )
  expect(await turnsDuring(pieces)).toBeGreaterThanOrEqual(20)
  expect(seen).toEqual(Array.from({ length: 20 }, (_, piece) => piece))
})

test('behavior: work that a piece starts belongs to it', async () => {
  const turns = createTurns(hour)
  const seen: string[] = []
  await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map(async (piece) => {
      await turns.nextDeferred()
      for (let step = 1; step <= 3; step += 1) seen.push(`${piece}${await step}`)
    }),
  )
  // Four begin together, the others one after the other.
  expect(seen.slice(-6)).toEqual(['e1', 'e2', 'e3', 'f1', 'f2', 'f3'])
  expect(seen.slice(0, 4)).toEqual(['a1', 'b1', 'c1', 'd1'])
})

test('behavior: afterAll runs after everything that waits', async () => {
  const turns = createTurns(0)
  const seen: string[] = []
  const pieces = ['a', 'b'].map((piece) => turns.next()?.then(() => seen.push(piece)))
  await turns.afterAll()
  expect(seen).toEqual(['a', 'b'])
  await Promise.all(pieces)
  await turns.afterAll()
})
