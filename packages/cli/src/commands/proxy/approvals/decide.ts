import { formatUsdc, parseUsdc } from '@fiq/shared/money/usdc'
import type { ParsedArguments } from '../../../command-line/declaration.ts'
import { argumentOf, optionOf } from '../../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../../compose/context.ts'
import { priceOf } from '../../../proxy/approvals/approvals.ts'

/** `fiq proxy approvals approve`. @throws FiqError `NOT_FOUND`, `INVALID_AMOUNT`. */
export async function approve(context: CliContext, args: ParsedArguments): Promise<void> {
  const always = optionOf(args, 'always')
  await decide(context, args, 'approved', always === undefined ? undefined : parseUsdc(always))
}

/** `fiq proxy approvals deny`. @throws FiqError `NOT_FOUND`. */
export async function deny(context: CliContext, args: ParsedArguments): Promise<void> {
  await decide(context, args, 'denied')
}

async function decide(
  { proxy, output }: CliContext,
  args: ParsedArguments,
  state: 'approved' | 'denied',
  always?: bigint,
): Promise<void> {
  const decided = await proxy.approvals.decide(argumentOf(args, 'id'), state, always)
  const { id, client, amount, quote } = decided
  const word = state === 'approved' ? 'Approved' : 'Denied'
  output.print({
    value: { id, client, amount: formatUsdc(amount), play: quote.play === true, state },
    view: () => `${word}: ${priceOf(decided)} for ${client}.`,
  })
}
