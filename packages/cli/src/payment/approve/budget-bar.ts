import type { BudgetWindow } from './approval-facts.ts'

/** Cells of a bar: spent before, spent by this payment, left. Their lengths add up to its width. */
export type BudgetBar = { before: string; now: string; left: string }

/**
 * A cap as a bar. This payment's part is always visible, and the bar is full only if the cap is
 * reached. The parts use different characters, so they are distinct without colour.
 */
export function budgetBar({ spent, after, cap }: BudgetWindow, width: number): BudgetBar {
  const end = cellsOf(after, cap, width, 1)
  const start = Math.min(cellsOf(spent, cap, width, 0), end - 1)
  return {
    before: '█'.repeat(start),
    now: '▓'.repeat(end - start),
    left: '░'.repeat(width - end),
  }
}

function cellsOf(amount: bigint, cap: bigint, width: number, min: number): number {
  if (amount >= cap) return width
  return Math.max(min, Math.min(width - 1, Number((amount * BigInt(width)) / cap)))
}
