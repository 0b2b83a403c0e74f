import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from '../scheduling/turns.ts'
import { testContext } from '../sources/testing/describe-connector.ts'
import { contextInTurns } from './context-in-turns.ts'

const context = () => testContext({ mode: 'sandbox', fetch: () => Promise.reject(new Error('no')) })

test('behavior: of many fields that read a stored value at once, one processes it in a turn', async () => {
  const paced = contextInTurns(context(), createTurns(0))
  const read = () => paced.cached('list', 60, async () => [1])
  await read()
  let processed = 0
  const fields = Array.from({ length: 20 }, async () => {
    await read()
    processed += 1
  })
  const inTurn: number[] = []
  while (processed < fields.length) {
    const before = processed
    await setImmediate()
    inTurn.push(processed - before)
  }
  expect(Math.max(...inTurn)).toBe(1)
})

test('behavior: a stored function is returned at once, so that its callers form one batch', async () => {
  const paced = contextInTurns(context(), createTurns(0))
  const read = () => paced.cached('load', 60, async () => () => 1)
  await read()
  let called = 0
  const fields = Array.from({ length: 20 }, async () => {
    const load = await read()
    called += load()
  })
  await setImmediate()
  expect(called).toBe(fields.length)
})

test('default: one context has one context in turns, which shares its stored values', async () => {
  const own = context()
  expect(contextInTurns(own)).toBe(contextInTurns(own))
  const value = await contextInTurns(own).cached('list', 60, async () => [1])
  expect(await own.cached('list', 60, async () => [2])).toBe(value)
  await expect(
    contextInTurns(own).cached('other', 60, () => Promise.reject(new Error('down'))),
  ).rejects.toThrow('down')
})
