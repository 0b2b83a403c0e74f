import { expect, test } from 'vitest'
import { batchLoads } from './batch-loads.ts'

const counting = (keysMax: number) => {
  const asked: (readonly string[])[] = []
  const callers: string[] = []
  const load = batchLoads(keysMax, async (keys, caller: string) => {
    callers.push(caller)
    asked.push(keys)
    if (keys.includes('bad')) throw new Error('down')
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, `${key}!`]))
  })
  return { asked, callers, load: (key: string, caller = 'one') => load(key, caller) }
}

test('default: requests of one turn are loaded together, each once', async () => {
  const { asked, load } = counting(10)
  expect(await Promise.all(['a', 'b', 'a', 'none'].map((key) => load(key)))).toEqual([
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
  const outcomes = await Promise.allSettled(['a', 'b', 'bad', 'c', 'd'].map((key) => load(key)))
  expect(asked).toEqual([['a', 'b'], ['bad', 'c'], ['d']])
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled'],
  ])
})

test('behavior: callers with contexts of their own are loaded apart, each with its own', async () => {
  const { asked, callers, load } = counting(10)
  await Promise.all([load('a', 'one'), load('b', 'two'), load('c', 'one')])
  expect(asked).toEqual([['a', 'c'], ['b']])
  expect(callers).toEqual(['one', 'two'])
})
