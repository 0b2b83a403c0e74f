import type { CliContext } from '../../context.ts'
import { askTool } from '../ask-tool.ts'
import type { Given } from '../declaration.ts'
import { argumentOf } from '../given.ts'
import { pointsTable } from '../points-table.ts'
import { present } from '../present.ts'
import { rowsOf } from '../rows.ts'

export async function run(context: CliContext, given: Given): Promise<void> {
  const { answer, value } = await askTool(context, 'sp500Multiples', {
    series: argumentOf(given, 'series').toLowerCase(),
  })
  present(context, answer, { value, view: (screen) => pointsTable(rowsOf(value), screen) })
}
