import { arrayFilterOf } from '../../command-line/array-filter.ts'
import { askTool } from '../../command-line/ask-tool.ts'
import type { Given } from '../../command-line/declaration.ts'
import { argumentsOf, integerOf } from '../../command-line/given.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { formatLarge } from '../../terminal/format/format-number.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

export async function run(context: CliContext, given: Given): Promise<void> {
  const cycle = integerOf(given, 'cycle', { min: 1976, max: 2100 })
  const page = arrayFilterOf(given)
  const { answer, value } = await askTool(context, 'campaignFinance', {
    name: argumentsOf(given, 'name').join(' ').trim(),
    filter: cycle === undefined ? page : { ...page, cycle },
  })
  present(context, answer, { value, view: (screen) => view(rowsOf(value), screen) })
}

function view(rows: readonly Row[], screen: Screen): string {
  return rows.length === 0 ? 'No committee matches.' : renderTable(columns, rows, screen)
}

const columns: readonly Column<Row>[] = [
  { title: 'cycle', cell: (row) => textIn(row, 'cycle') },
  {
    title: 'committee',
    cell: (row) => textIn(row, 'committeeName'),
    tone: () => 'bold',
    cuttable: true,
  },
  { title: 'party', cell: (row) => textIn(row, 'party'), drop: 1 },
  { title: 'state', cell: (row) => textIn(row, 'state'), drop: 2 },
  { title: 'raised, USD', cell: ({ totalRaised }) => formatLarge(totalRaised), align: 'right' },
]
