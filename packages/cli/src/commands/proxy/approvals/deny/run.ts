import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Given } from '../../../../command-line/declaration.ts'
import { argumentOf } from '../../../../command-line/given.ts'
import type { CliContext } from '../../../../compose/context.ts'

/** `fiq proxy approvals deny`. @throws FiqError `NOT_FOUND`. */
export async function run({ proxy, output }: CliContext, given: Given): Promise<void> {
  const { id, client, amount } = await proxy.approvals.decide(argumentOf(given, 'id'), 'denied')
  output.print({
    value: { id, client, amount: formatUsdc(amount), state: 'denied' },
    view: () => `Denied: ${formatUsdc(amount)} USDC for ${client}.`,
  })
}
