import { Box, Text } from 'ink'
import { paint } from '../../terminal/format/paint.ts'
import { budgetWindows, type Proposal, windowTexts } from './approval-facts.ts'
import { budgetBar } from './budget-bar.ts'

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
