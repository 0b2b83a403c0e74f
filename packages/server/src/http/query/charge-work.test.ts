import { expect, test } from 'vitest'
import { chargeWork, unitsOf } from './charge-work.ts'

test('default: charges units, and nothing where there is none beyond the request', async () => {
  const charged: unknown[] = []
  const gate = { chargeWork: async (...work: unknown[]) => void charged.push(work) }
  await chargeWork(0, '192.0.2.1', gate, false)
  await chargeWork(3, '192.0.2.1', gate, true)
  expect(charged).toEqual([['192.0.2.1', 3, { pays: true }]])
})

test('default: what was refused before it was planned has no units', () => {
  expect(unitsOf(undefined)).toBe(0)
})

test('default: a unit for each hundred planned fields, those within others too', () => {
  const leaf = { branches: [] }
  const fields = Array.from({ length: 2 }, () => ({
    branches: [{ fields: Array(149).fill(leaf) }],
  }))
  const priced = { bound: { plan: { fields } } } as unknown as Parameters<typeof unitsOf>[0]
  expect(unitsOf(priced)).toBe(3)
})
