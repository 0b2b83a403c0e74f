import { distinctTickers } from '@fiq/shared/spelling/distinct-tickers'
import { askTool } from '../../command-line/ask-tool.ts'
import type { Given } from '../../command-line/declaration.ts'
import { argumentsOf } from '../../command-line/given.ts'
import { upperCased } from '../../command-line/upper-cased.ts'
import { present } from '../../command-line/views/present.ts'
import { quoteTable } from '../../command-line/views/quote-table.ts'
import type { CliContext } from '../../compose/context.ts'
import { rowsOf } from '../../query/rows.ts'

export async function run(context: CliContext, given: Given): Promise<void> {
  const tickers = distinctTickers(argumentsOf(given, 'tickers').map(upperCased))
  const { answer, value } = await askTool(context, 'quotes', { tickers })
  present(context, answer, { value, view: (screen) => quoteTable(rowsOf(value), screen) })
}
