import { arrayFilterOf } from '../../command-line/array-filter.ts'
import { askTool } from '../../command-line/ask-tool.ts'
import type { Given } from '../../command-line/declaration.ts'
import { argumentOf } from '../../command-line/given.ts'
import { upperCased } from '../../command-line/upper-cased.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { formatLarge, formatScore } from '../../terminal/format/format-number.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

export async function run(context: CliContext, given: Given): Promise<void> {
  const { answer, value } = await askTool(context, 'shortInterest', {
    ticker: upperCased(argumentOf(given, 'ticker')),
    filter: arrayFilterOf(given),
  })
  present(context, answer, { value, view: (screen) => view(rowsOf(value), screen) })
}

function view(rows: readonly Row[], screen: Screen): string {
  return rows.length === 0 ? 'No short interest reported.' : renderTable(columns, rows, screen)
}

const columns: readonly Column<Row>[] = [
  { title: 'settlement', cell: (row) => textIn(row, 'settlementDate') },
  { title: 'shares short', cell: ({ sharesShort }) => formatLarge(sharesShort), align: 'right' },
  { title: 'days to cover', cell: ({ daysToCover }) => formatScore(daysToCover), align: 'right' },
]
