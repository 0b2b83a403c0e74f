import { expect, test } from 'vitest'
import { askedTogether } from './asked-together.ts'

const counting = (keysMax: number) => {
  const asked: (readonly string[])[] = []
  const load = askedTogether(keysMax, async (keys) => {
    asked.push(keys)
    if (keys.includes('bad')) throw new Error('down')
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, `${key}!`]))
  })
  return { asked, load }
}

test('default: what is asked in one turn is loaded at once, each once', async () => {
  const { asked, load } = counting(10)
  expect(await Promise.all(['a', 'b', 'a', 'none'].map(load))).toEqual([
    'a!',
    'b!',
    'a!',
    undefined,
  ])
  expect(await load('a')).toBe('a!')
  expect(asked).toEqual([['a', 'b', 'none'], ['a']])
})

test('error: no more at a time than allowed, and a failure is theirs alone', async () => {
  const { asked, load } = counting(2)
  const outcomes = await Promise.allSettled(['a', 'b', 'bad', 'c', 'd'].map(load))
  expect(asked).toEqual([['a', 'b'], ['bad', 'c'], ['d']])
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled'],
  ])
})
