import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { PayingSigner } from '../wallet/agent/paying-signer.ts'
import type { Payer } from './delivery/ports.ts'

/**
 * Refuses, before anything is signed, a payment that the wallet cannot cover. If the node does not
 * answer, nothing is refused. A play wallet has no money on Base and is not checked there.
 *
 * @throws FiqError `INSUFFICIENT_FUNDS`
 */
export async function checkBalance(
  { address, isPlay }: Pick<PayingSigner, 'address' | 'isPlay'>,
  amount: bigint,
  { balance }: Pick<Payer, 'balance'>,
): Promise<void> {
  const available = isPlay ? undefined : await balance?.(address)
  if (available === undefined || available >= amount) return
  throw new FiqError('INSUFFICIENT_FUNDS', 'The wallet holds less USDC than the price.', {
    facts: [
      `Price: ${formatUsdc(amount)} USDC`,
      `Held: ${formatUsdc(available)} USDC, according to the node of --rpc-url`,
      `Address: ${address}`,
    ],
    remedy: 'fiq wallet fund shows how to send USDC to it. Nothing was signed.',
    funds: 'untouched',
  })
}
