import { expect, test } from 'vitest'
import { abandonPurchase } from './abandon.ts'
import type { Payer, PurchaseState } from './ports.ts'
import { terms } from './testing/test-terms.ts'

const endMs = 1_800_000_060_000
const overMs = endMs + 61_000

function scene(state: PurchaseState, nowMs = overMs, isHeld = false) {
  const written: string[] = []
  const journal = { held: () => isHeld, rejected: (id: string) => void written.push(id) }
  const payer = { journal, clock: { now: () => nowMs } } as unknown as Payer
  const purchase = { ...terms(1), state } as const
  return { written, id: purchase.id, abandon: () => abandonPurchase(purchase, payer) }
}

test.each(['signed', 'unknown'] as const)(
  'default: one that is %s and over is given up',
  (state) => {
    const { written, id, abandon } = scene(state)
    abandon()
    expect(written).toEqual([id])
  },
)

test('error: one that may still settle is not, and the error says when', () => {
  const { written, abandon } = scene('unknown', overMs - 1_000)
  expect(abandon).toThrow(
    expect.objectContaining({
      code: 'USAGE',
      facts: ['It can be abandoned after 2027-01-15T08:02:00.000Z'],
    }),
  )
  expect(written).toEqual([])
})

test('error: one that another process works at is not', () => {
  expect(scene('unknown', overMs, true).abandon).toThrow(
    expect.objectContaining({ code: 'BUDGET_BUSY' }),
  )
})

test.each(['answered', 'settled', 'void', 'reserved', 'rejected'] as const)(
  'error: one that is %s is not in doubt',
  (state) => {
    const { written, abandon } = scene(state)
    expect(abandon).toThrow(expect.objectContaining({ code: 'USAGE' }))
    expect(written).toEqual([])
  },
)
