import fc from 'fast-check'
import { expect, test } from 'vitest'
import { budgetBar } from './budget-bars.tsx'

const bar = (spent: bigint, after: bigint, cap: bigint, width = 10) => {
  const { before, now, left } = budgetBar({ name: 'day', spent, after, cap }, width)
  return before + now + left
}

test('default: shows before, now and left', () => {
  expect(bar(400n, 700n, 1000n)).toBe('████▓▓▓░░░')
})

test('behavior: the smallest payment is visible, and a full bar means the cap', () => {
  expect(bar(0n, 1n, 1_000_000n)).toBe('▓░░░░░░░░░')
  expect(bar(999_998n, 999_999n, 1_000_000n)).toBe('████████▓░')
  expect(bar(900n, 1000n, 1000n)).toBe('█████████▓')
  expect(bar(1000n, 1100n, 1000n)).toBe('█████████▓')
  expect(bar(0n, 5n, 0n)).toBe('█████████▓')
})

test('behavior: always has the requested width, and shows any payment', () => {
  const amount = fc.bigInt(0n, 10n ** 15n)
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.integer({ min: 2, max: 60 }),
      (spent, paid, cap, width) => {
        const cells = budgetBar({ name: 'day', spent, after: spent + paid, cap }, width)
        expect(cells.before.length + cells.now.length + cells.left.length).toBe(width)
        expect(cells.now.length).toBeGreaterThan(0)
        expect(cells.left === '').toBe(spent + paid >= cap)
      },
    ),
  )
})
