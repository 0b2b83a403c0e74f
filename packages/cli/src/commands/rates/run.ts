import { askTool } from '../../command-line/ask-tool.ts'
import type { Given } from '../../command-line/declaration.ts'
import { argumentOf } from '../../command-line/given.ts'
import { upperCased } from '../../command-line/upper-cased.ts'
import { pointsTable } from '../../command-line/views/points-table.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import { rowsOf } from '../../query/rows.ts'

export async function run(context: CliContext, given: Given): Promise<void> {
  const { answer, value } = await askTool(context, 'interestRates', {
    country: upperCased(argumentOf(given, 'country')),
  })
  present(context, answer, { value, view: (screen) => pointsTable(rowsOf(value), screen) })
}
