import type { Screen } from '../../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../../terminal/format/table.ts'

/** One window of the budget. Decimal USDC. */
export type WindowRow = {
  window: string
  /** Of play wallets. */
  play: boolean
  spent: string | null
  cap: string
  left: string | null
}

export function budgetTable(rows: readonly WindowRow[], screen: Screen): string {
  return renderTable(columns, rows, screen)
}

const columns: readonly Column<WindowRow>[] = [
  { title: 'USDC in', cell: ({ window }) => window },
  { title: 'spent', cell: ({ spent }) => spent ?? '–', align: 'right' },
  { title: 'cap', cell: ({ cap }) => cap, align: 'right' },
  { title: 'left', cell: ({ left }) => left ?? '–', align: 'right', drop: 1 },
]
