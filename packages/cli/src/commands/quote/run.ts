import { distinctTickers } from '@fiq/shared/spelling/distinct-tickers'
import type { CliContext } from '../../context.ts'
import { askTool } from '../ask-tool.ts'
import type { Given } from '../declaration.ts'
import { argumentsOf } from '../given.ts'
import { present } from '../present.ts'
import { rowsOf } from '../rows.ts'
import { upperCased } from '../upper-cased.ts'
import { quoteTable } from './view.ts'

export async function run(context: CliContext, given: Given): Promise<void> {
  const tickers = distinctTickers(argumentsOf(given, 'tickers').map(upperCased))
  const { answer, value } = await askTool(context, 'quotes', { tickers })
  present(context, answer, { value, view: (screen) => quoteTable(rowsOf(value), screen) })
}
