import { expect, test } from 'vitest'
import { batchLoads } from './batch-loads.ts'

const counting = (keysMax: number) => {
  const requests: (readonly string[])[] = []
  const callers: string[] = []
  const load = batchLoads(keysMax, async (keys, caller: string) => {
    callers.push(caller)
    requests.push(keys)
    if (keys.includes('bad')) throw new Error('down')
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, `${key}!`]))
  })
  return { requests, callers, load: (key: string, caller = 'one') => load(key, caller) }
}

test('default: loads requests of one turn together, each once', async () => {
  const { requests, load } = counting(10)
  expect(await Promise.all(['a', 'b', 'a', 'none'].map((key) => load(key)))).toEqual([
    'a!',
    'b!',
    'a!',
    undefined,
  ])
  expect(await load('a')).toBe('a!')
  expect(requests).toEqual([['a', 'b', 'none'], ['a']])
})

test('error: limits each load, and a failure affects only its requests', async () => {
  const { requests, load } = counting(2)
  const outcomes = await Promise.allSettled(['a', 'b', 'bad', 'c', 'd'].map((key) => load(key)))
  expect(requests).toEqual([['a', 'b'], ['bad', 'c'], ['d']])
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled'],
  ])
})

test('behavior: loads callers with different contexts separately', async () => {
  const { requests, callers, load } = counting(10)
  await Promise.all([load('a', 'one'), load('b', 'two'), load('c', 'one')])
  expect(requests).toEqual([['a', 'c'], ['b']])
  expect(callers).toEqual(['one', 'two'])
})
