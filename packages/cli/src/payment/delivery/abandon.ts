import { FiqError } from '@fiq/shared/errors'
import type { Purchase } from '../journal/purchase.ts'
import { endOf, isOver } from './doubt.ts'
import type { Payer } from './ports.ts'

/**
 * Gives up the answer of a payment in doubt, so that its command buys again. The payment stays
 * counted as spent, because it is not proven void. Refused while the authorization may still
 * settle, because the next run would sign a second one. The user's chain node decides if there is
 * one. Otherwise this machine's clock decides, which may be wrong, and the user is told.
 *
 * @throws FiqError `USAGE` if it is not in doubt or not expired, `BUDGET_BUSY` while a process
 * works on it.
 */
export async function abandonPurchase(
  purchase: Purchase,
  { journal, chain, clock, note }: Pick<Payer, 'journal' | 'chain' | 'clock' | 'note'>,
): Promise<void> {
  const { id, state } = purchase
  if (state !== 'signed' && state !== 'unknown')
    throw new FiqError('USAGE', `The outcome of this payment is known: it is ${state}.`, {
      remedy: 'Only a payment that is signed or unknown can be abandoned.',
    })
  if (journal.held(id))
    throw new FiqError('BUDGET_BUSY', 'Another process is working on this payment.')
  if (chain.hasNode(purchase)) return abandonByChain(purchase, { journal, chain })
  if (!isOver(purchase, clock.now()))
    throw new FiqError('USAGE', 'The payment may still settle.', {
      facts: [`It can be abandoned after ${endOf(purchase)}`],
      remedy: 'Until then the same command sends the same payment again.',
    })
  journal.rejected(id, 'abandoned by the user')
  note(
    'The clock of this machine decided that the authorization has expired, because no chain node is configured (--rpc-url).',
  )
}

async function abandonByChain(
  purchase: Purchase,
  { journal, chain }: Pick<Payer, 'journal' | 'chain'>,
): Promise<void> {
  const proof = await chain.prove(purchase)
  if (proof === 'void') return journal.voided(purchase.id, 'abandoned by the user')
  if (proof === 'settled') journal.settled(purchase.id, undefined)
  throw new FiqError(
    'USAGE',
    proof === 'settled'
      ? 'The payment has settled.'
      : 'The chain does not yet prove that the payment has expired.',
    proof === 'settled'
      ? {
          remedy:
            'Run the same command again: it sends the same payment again and gets the answer free.',
        }
      : {
          facts: [`A block after ${endOf(purchase)} can prove it`],
          remedy: 'Until then the same command sends the same payment again.',
        },
  )
}
