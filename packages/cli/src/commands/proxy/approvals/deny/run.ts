import { formatUsdc } from '@fiq/shared/money/usdc'
import type { ParsedArguments } from '../../../../command-line/declaration.ts'
import { argumentOf } from '../../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../../compose/context.ts'
import { priceOf } from '../../../../proxy/approvals/approvals.ts'

/** `fiq proxy approvals deny`. @throws FiqError `NOT_FOUND`. */
export async function run({ proxy, output }: CliContext, args: ParsedArguments): Promise<void> {
  const decided = await proxy.approvals.decide(argumentOf(args, 'id'), 'denied')
  const { id, client, amount, quote } = decided
  output.print({
    value: { id, client, amount: formatUsdc(amount), play: quote.play === true, state: 'denied' },
    view: () => `Denied: ${priceOf(decided)} for ${client}.`,
  })
}
