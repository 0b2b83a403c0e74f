import { askTool } from '../../command-line/ask-tool.ts'
import type { Given } from '../../command-line/declaration.ts'
import { argumentsOf, optionOf } from '../../command-line/given.ts'
import { upperCased } from '../../command-line/upper-cased.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { formatScore } from '../../terminal/format/format-number.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

/** Said with every screen, found or not. */
export const disclaimer =
  'A convenience over public lists, not a compliance-grade screening. No match is no clearance.'

export async function run(context: CliContext, given: Given): Promise<void> {
  const country = optionOf(given, 'country')
  const { answer, value } = await askTool(context, 'sanctionsScreen', {
    name: argumentsOf(given, 'name').join(' ').trim(),
    country: country === undefined ? undefined : upperCased(country),
  })
  context.output.note(disclaimer)
  present(context, answer, { value, view: (screen) => view(rowsOf(value), screen) })
}

function view(rows: readonly Row[], screen: Screen): string {
  return rows.length === 0 ? 'No match.' : renderTable(columns, rows, screen)
}

const columns: readonly Column<Row>[] = [
  { title: 'score', cell: ({ score }) => formatScore(score), align: 'right' },
  { title: 'name', cell: (row) => textIn(row, 'matchedName'), tone: () => 'bold', cuttable: true },
  { title: 'list', cell: (row) => textIn(row, 'listName'), drop: 1 },
  { title: 'programs', cell: (row) => textIn(row, 'program'), cuttable: true },
]
