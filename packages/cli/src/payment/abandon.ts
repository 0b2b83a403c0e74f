import { FiqError } from '@fiq/shared/errors'
import { endOf, isOver } from './doubt.ts'
import type { Payer, Purchase } from './ports.ts'

/**
 * Gives up the answer of a payment in doubt, so that its command buys anew. The payment stays counted
 * as spent, because nothing proves that it did not move. Refused while the authorization may still
 * settle: the next run would sign a second one beside it.
 *
 * @throws FiqError `USAGE` when it is not in doubt or not over, `BUDGET_BUSY` when a process is at it.
 */
export function abandonPurchase(
  purchase: Purchase,
  { journal, clock }: Pick<Payer, 'journal' | 'clock'>,
): void {
  const { id, state } = purchase
  if (state !== 'signed' && state !== 'unknown')
    throw new FiqError('USAGE', `The payment is not in doubt: it is ${state}.`, {
      remedy: 'Only a payment that is signed or unknown can be abandoned.',
    })
  if (journal.held(id))
    throw new FiqError('BUDGET_BUSY', 'Another process is working at this payment.')
  if (!isOver(purchase, clock.now()))
    throw new FiqError('USAGE', 'The payment may still settle.', {
      facts: [`It can be abandoned after ${endOf(purchase)}`],
      remedy: 'Until then the same command sends the same payment again.',
    })
  journal.rejected(id, 'abandoned by the user')
}
