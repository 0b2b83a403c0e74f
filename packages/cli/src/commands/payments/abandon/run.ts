import { formatUsdc } from '@fiq/shared/money/usdc'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { usdcUnit } from '../../../terminal/format/usdc-text.ts'

/**
 * `fiq payments abandon <id>`: the payment still counts as spent, and its command can buy again.
 */
export async function run({ money, output }: CliContext, args: ParsedArguments): Promise<void> {
  const { id, state, amount, isPlay } = await money.payments.abandon(argumentOf(args, 'id'))
  const value = { id, state, amount: formatUsdc(amount), play: isPlay === true }
  output.print({
    value,
    view: () =>
      state === 'void'
        ? 'The chain proves the payment void: nothing was spent. The same command makes a new purchase.'
        : `Abandoned: ${value.amount} ${usdcUnit(isPlay)} still count as spent. The same command makes a new purchase.`,
  })
}
