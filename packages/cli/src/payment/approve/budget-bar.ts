import type { BudgetWindow } from './approval-facts.ts'

/** Cells of a bar: spent before, spent by this payment, left. They add up to its width. */
export type BudgetBar = { before: string; now: string; left: string }

/**
 * A cap as a bar. What this payment takes is never invisible, and a bar is full only when the cap
 * is reached. Told apart by their characters, so without colour too.
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
