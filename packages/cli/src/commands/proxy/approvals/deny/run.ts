import { formatUsdc } from '@fiq/shared/money/usdc'
import type { CliContext } from '../../../../context.ts'
import type { Given } from '../../../declaration.ts'
import { argumentOf } from '../../../given.ts'

/** `fiq proxy approvals deny`. @throws FiqError `NOT_FOUND`. */
export async function run({ proxy, output }: CliContext, given: Given): Promise<void> {
  const { id, client, amount } = await proxy.approvals.decide(argumentOf(given, 'id'), 'denied')
  output.print({
    value: { id, client, amount: formatUsdc(amount), state: 'denied' },
    view: () => `Denied: ${formatUsdc(amount)} USDC for ${client}.`,
  })
}
