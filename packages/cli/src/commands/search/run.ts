import { askTool } from '../../command-line/ask-tool.ts'
import type { Given } from '../../command-line/declaration.ts'
import { argumentsOf, integerOf, optionOf } from '../../command-line/given.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { formatScore } from '../../terminal/format/format-number.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

export async function run(context: CliContext, given: Given): Promise<void> {
  const { answer, value } = await askTool(context, 'searchEntities', {
    query: argumentsOf(given, 'words').join(' ').trim(),
    type: optionOf(given, 'type')?.toUpperCase(),
    limit: integerOf(given, 'limit', { min: 1, max: 50 }),
  })
  present(context, answer, { value, view: (screen) => view(rowsOf(value), screen) })
}

function view(rows: readonly Row[], screen: Screen): string {
  return rows.length === 0 ? 'No entity matches.' : renderTable(columns, rows, screen)
}

const columns: readonly Column<Row>[] = [
  { title: 'tickers', cell: (row) => textIn(row, 'tickers'), tone: () => 'bold', cuttable: true },
  { title: 'name', cell: (row) => textIn(row, 'name'), cuttable: true },
  { title: 'type', cell: (row) => textIn(row, 'type'), drop: 3 },
  { title: 'id', cell: (row) => textIn(row, 'id'), drop: 2 },
  { title: 'source', cell: (row) => textIn(row, 'source'), drop: 4, cuttable: true },
  {
    title: 'confidence',
    cell: ({ confidence }) => formatScore(confidence),
    align: 'right',
    drop: 1,
  },
]
