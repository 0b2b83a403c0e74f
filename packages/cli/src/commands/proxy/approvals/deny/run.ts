import { formatUsdc } from '@fiq/shared/money/usdc'
import type { ParsedArguments } from '../../../../command-line/declaration.ts'
import { argumentOf } from '../../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../../compose/context.ts'

/** `fiq proxy approvals deny`. @throws FiqError `NOT_FOUND`. */
export async function run({ proxy, output }: CliContext, args: ParsedArguments): Promise<void> {
  const { id, client, amount } = await proxy.approvals.decide(argumentOf(args, 'id'), 'denied')
  output.print({
    value: { id, client, amount: formatUsdc(amount), state: 'denied' },
    view: () => `Denied: ${formatUsdc(amount)} USDC for ${client}.`,
  })
}
