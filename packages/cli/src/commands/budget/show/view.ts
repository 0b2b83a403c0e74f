import type { Screen } from '../../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../../terminal/format/table.ts'
import { usdcText } from '../../../terminal/format/usdc-text.ts'

/** One window of the budget. Decimal USDC. */
export type WindowRow = {
  window: string
  /** Whether it is the budget of play wallets. */
  play: boolean
  spent: string | null
  cap: string
  left: string | null
}

/** The windows as a table, amounts in USDC. */
export function budgetTable(rows: readonly WindowRow[], screen: Screen): string {
  return renderTable({ columns }, rows, screen)
}

const columns: readonly Column<WindowRow>[] = [
  { title: 'USDC', width: 24, cell: ({ window }) => window },
  { title: 'spent', width: 12, cell: ({ spent }) => usdcText(spent), align: 'point' },
  { title: 'of', width: 12, cell: ({ cap }) => usdcText(cap), align: 'point' },
  { title: 'left', width: 12, cell: ({ left }) => usdcText(left), align: 'point' },
]
