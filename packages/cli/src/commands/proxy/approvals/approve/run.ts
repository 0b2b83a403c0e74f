import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import type { ParsedArguments } from '../../../../command-line/declaration.ts'
import { argumentOf, optionOf } from '../../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../../compose/context.ts'
import { priceOf } from '../../../../proxy/approvals/approvals.ts'

/** `fiq proxy approvals approve`. @throws FiqError `NOT_FOUND`, `INVALID_AMOUNT`. */
export async function run({ proxy, output }: CliContext, args: ParsedArguments): Promise<void> {
  const always = optionOf(args, 'always')
  const decided = await proxy.approvals.decide(
    argumentOf(args, 'id'),
    'approved',
    always === undefined ? undefined : parseUsdc(always),
  )
  const { id, client, amount, quote } = decided
  output.print({
    value: { id, client, amount: formatUsdc(amount), play: quote.play === true, state: 'approved' },
    view: () => `Approved: ${priceOf(decided)} for ${client}.`,
  })
}
