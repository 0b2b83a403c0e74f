import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Given } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/given.ts'
import type { CliContext } from '../../../compose/context.ts'

/** `fiq payments abandon <id>`: the payment stays counted as spent, its command buys anew. */
export async function run({ money, output }: CliContext, given: Given): Promise<void> {
  const { id, state, amount } = await money.payments.abandon(argumentOf(given, 'id'))
  const value = { id, state, amount: formatUsdc(amount) }
  output.print({
    value,
    view: () =>
      state === 'void'
        ? 'Void by the chain: nothing was spent. The same command buys anew.'
        : `Abandoned: ${value.amount} USDC stay counted as spent. The same command buys anew.`,
  })
}
