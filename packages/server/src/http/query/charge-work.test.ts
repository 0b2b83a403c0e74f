import { expect, test } from 'vitest'
import { chargeWork, priceCharged, unitsOf } from './charge-work.ts'

const sender = { address: '192.0.2.1', authorization: undefined }

test("default: charges units, and nothing for work within the request's own share", async () => {
  const charged: unknown[] = []
  const gate = { chargeWork: async (...work: unknown[]) => void charged.push(work) }
  await chargeWork(0, '192.0.2.1', gate, false)
  await chargeWork(3, '192.0.2.1', gate, true)
  expect(charged).toEqual([['192.0.2.1', 3, { pays: true }]])
})

test('default: a document refused before planning has no units', () => {
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

test('behavior: a large request is read, priced and quoted in turns of their own', async () => {
  const turnsOf = async (variables: Record<string, unknown>) => {
    let turn = 0
    const count = () => {
      turn += 1
      if (turn < 20) setImmediate(count)
    }
    setImmediate(count)
    let pricedIn = -1
    const request = { query: '{ a }', variables, operationName: undefined }
    const gate = { chargeWork: async () => {} }
    await priceCharged({ ...request, sender } as never, {}, { gate } as never, () => {
      pricedIn = turn
      return { bound: { plan: { fields: [] } } } as never
    })
    return [pricedIn, turn]
  }
  expect(await turnsOf({})).toEqual([0, 0])
  const [pricedIn = 0, quotedIn = 0] = await turnsOf({ bars: 'x'.repeat(600_000) })
  expect(pricedIn).toBeGreaterThan(0)
  expect(quotedIn).toBeGreaterThan(pricedIn)
})
