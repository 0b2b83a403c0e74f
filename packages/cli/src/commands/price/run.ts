import { defined } from '@fiq/shared/defined'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { flagOf } from '../../command-line/parsed-arguments.ts'
import { readOperation } from '../../command-line/read-operation.ts'
import type { CliContext } from '../../compose/context.ts'
import type { Estimate } from '../../query/estimate.ts'
import type { Operation } from '../../query/operation.ts'
import { readEstimate } from './read-estimate.ts'
import { estimateView, printableEstimate } from './view.ts'

/** `fiq price` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const operation = await readOperation(context, args)
  const estimate = await priceOf(context, operation, flagOf(args, 'remote'))
  await showEstimate(context, estimate)
}

/** The price of an operation, by the built-in tariff or by the server's. */
export async function priceOf(
  context: Pick<CliContext, 'estimate' | 'callFree'>,
  { query, variables, operationName }: Operation,
  remote: boolean,
): Promise<Estimate> {
  const operation = {
    query,
    variables: variables ?? {},
    ...defined({ operationName: operationName || undefined }),
  }
  return remote
    ? readEstimate(await context.callFree('/api/v1/price', operation))
    : context.estimate(operation)
}

/** Prints a price: the itemised quote on a terminal, decimal USDC in JSON. */
export async function showEstimate(
  { output, money }: Pick<CliContext, 'output' | 'money'>,
  estimate: Estimate,
): Promise<void> {
  output.print({
    value: printableEstimate(estimate),
    rows: printableEstimate(estimate).rows,
    view: (screen) => estimateView(estimate, screen),
  })
  if (estimate.amount > 0n && (await money.wallets.paysWithPlay()))
    output.note('From a PLAY wallet: play money only')
}
