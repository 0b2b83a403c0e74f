import type { CliContext } from '../../context.ts'
import { formatLarge, formatScore } from '../../terminal/format-number.ts'
import type { Screen } from '../../terminal/screen.ts'
import { type Column, renderTable } from '../../terminal/table.ts'
import { arrayFilterOf } from '../array-filter.ts'
import { askTool } from '../ask-tool.ts'
import type { Given } from '../declaration.ts'
import { argumentOf } from '../given.ts'
import { present } from '../present.ts'
import { type Row, rowsOf, textIn } from '../rows.ts'
import { upperCased } from '../upper-cased.ts'

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
