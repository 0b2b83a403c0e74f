import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  hostileFacilitators,
  runHostileFacilitator,
  runLostAnswers,
} from './hostile-facilitator.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-facilitator-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each(Object.keys(hostileFacilitators))(
  'behavior: a facilitator that %s neither loses nor doubles a payment',
  async (name) => {
    const { violations, purchases } = await runHostileFacilitator(folder, name)
    expect(violations).toEqual([])
    expect(purchases).toBe(4)
  },
  30_000,
)

test('behavior: without a node, a payment that a facilitator settled without a response becomes owed after its expiry', async () => {
  const { violations, states, seen } = await runLostAnswers(folder)
  expect(violations).toEqual([])
  expect(seen).toEqual({ '503, then 503': 4 })
  expect(states).toEqual(['owed', 'owed', 'owed', 'owed'])
}, 30_000)
