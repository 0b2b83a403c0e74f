import { formatUsdc } from '@fiq/shared/money/usdc'
import { Box, Text } from 'ink'
import { paint } from '../../terminal/format/paint.ts'
import { budgetWindows, type Proposal } from './approval-facts.ts'
import { budgetBar } from './budget-bar.ts'

const barWidth = 20

/** Every cap before and after this payment. */
export function BudgetBars({ proposal }: { proposal: Proposal }) {
  return budgetWindows(proposal).map((window) => {
    const { name, spent, after, cap } = window
    const bar = budgetBar(window, barWidth)
    const isOver = after > cap
    return (
      <Box key={name}>
        <Box width={9} flexShrink={0}>
          <Text>{paint(name, 'dim', true)}</Text>
        </Box>
        <Box width={barWidth + 1} flexShrink={0}>
          <Text>
            {bar.before}
            {paint(bar.now, isOver ? 'error' : 'warn', true)}
            {paint(bar.left, 'dim', true)}
          </Text>
        </Box>
        <Text wrap="wrap">
          {formatUsdc(spent)} → {formatUsdc(after)} of {formatUsdc(cap)} USDC
          {isOver && ` ${paint('OVER BUDGET', 'error', true)}`}
        </Text>
      </Box>
    )
  })
}
