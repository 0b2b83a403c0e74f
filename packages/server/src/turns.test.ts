import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

test('default: pieces that wait at once run in order, with others between any two', async () => {
  const turn = openTurns()
  const seen: (number | 'other')[] = []
  const others = (async () => {
    for (let at = 0; at < 10; at += 1) {
      await setImmediate()
      seen.push('other')
    }
  })()
  await Promise.all(
    [1, 2, 3].map(async (piece) => {
      await turn()
      seen.push(piece)
    }),
  )
  await others
  expect(seen.filter((each) => each !== 'other')).toEqual([1, 2, 3])
  for (const [at, each] of seen.entries())
    if (each !== 'other' && at > 0) expect(seen[at - 1]).toBe('other')
})
