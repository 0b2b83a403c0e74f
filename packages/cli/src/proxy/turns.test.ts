import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('default: limits the concurrent calls of a client, without an effect on others', async () => {
  const turns = createTurns(2)
  const { promise, resolve } = Promise.withResolvers<string>()
  const waiting = () => promise
  const first = [turns.during('ann', waiting), turns.during('ann', waiting)]
  await expect(turns.during('ann', waiting)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  const other = turns.during('bob', waiting)
  resolve('answered')
  expect(await Promise.all([...first, other])).toEqual(Array(3).fill('answered'))
  expect(await turns.during('ann', waiting)).toBe('answered')
})

test('behavior: a call that fails frees its place', async () => {
  const turns = createTurns(1)
  const failing = () => Promise.reject(new Error('no'))
  await expect(turns.during('ann', failing)).rejects.toThrow('no')
  expect(await turns.during('ann', async () => 'answered')).toBe('answered')
})
