import { cikOf } from '@fiq/shared/spelling/filer-identifier'
import { askTool } from '../../command-line/ask-tool.ts'
import type { Given } from '../../command-line/declaration.ts'
import { argumentOf, integerOf } from '../../command-line/given.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { formatLarge } from '../../terminal/format/format-number.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

export async function run(context: CliContext, given: Given): Promise<void> {
  const { answer, value } = await askTool(context, 'institutionalHoldings', {
    // What is no identifier is left for the tool's bounds to refuse.
    cik: cikOf(argumentOf(given, 'cik')) ?? argumentOf(given, 'cik'),
    limit: integerOf(given, 'limit', { min: 1, max: 500 }),
  })
  present(context, answer, { value, view: (screen) => view(rowsOf(value), screen) })
}

function view(rows: readonly Row[], screen: Screen): string {
  return rows.length === 0 ? 'No holdings reported.' : renderTable(columns, rows, screen)
}

const columns: readonly Column<Row>[] = [
  { title: 'ticker', cell: (row) => textIn(row, 'ticker') || '–', tone: () => 'bold' },
  { title: 'shares', cell: ({ shares }) => formatLarge(shares), align: 'right' },
  { title: 'USD', cell: ({ value }) => formatLarge(value), align: 'right' },
  { title: 'reported', cell: (row) => textIn(row, 'reportedAt'), drop: 1 },
]
