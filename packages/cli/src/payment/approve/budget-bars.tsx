import { Box, Text } from 'ink'
import { paint } from '../../terminal/format/paint.ts'
import { type BudgetWindow, budgetWindows, type Proposal, windowTexts } from './approval-facts.ts'

const barWidth = 20

/** Every cap before and after this payment. */
export function BudgetBars({ proposal }: { proposal: Proposal }) {
  const windows = budgetWindows(proposal)
  const amounts = windowTexts(windows)
  return windows.map((window, at) => {
    const { name, after, cap } = window
    const bar = budgetBar(window, barWidth)
    const isOver = after > cap
    return (
      <Box key={name}>
        <Box width={9} flexShrink={0}>
          <Text>{paint(name, 'dim', true)}</Text>
        </Box>
        <Box width={barWidth + 2} flexShrink={0}>
          <Text>
            {bar.before}
            {paint(bar.now, isOver ? 'error' : 'warn', true)}
            {paint(bar.left, 'dim', true)}
          </Text>
        </Box>
        <Text wrap="wrap">
          {amounts[at]}
          {isOver && ` ${paint('OVER BUDGET', 'error', true)}`}
        </Text>
      </Box>
    )
  })
}

/** Cells of a bar: spent before, spent by this payment, left. Their lengths add up to its width. */
type BudgetBar = { before: string; now: string; left: string }

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
  const cells = (amount * BigInt(width)) / cap
  return Math.max(min, Math.min(width - 1, Number(cells)))
}
