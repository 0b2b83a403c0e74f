import type { ErrorDetail, Funds } from '@fiq/shared/errors'
import { proofMarginSeconds, timeoutSecondsMax } from '@fiq/shared/payment/usdc-on-base'
import type { Purchase } from '../journal/purchase.ts'
import { endOf, isOver } from './doubt.ts'
import { PaymentError, resumeRemedy } from './payment-error.ts'
import type { Payer } from './ports.ts'

/**
 * Gives up the answer of a payment in doubt, so that its command buys again. The payment stays
 * counted as spent, because it is not proven void. Refused while the authorization may still
 * settle, because the next run would sign a second one. The user's chain node decides if there is
 * one. Otherwise this machine's clock decides, which may be wrong, and a note says so. The machine
 * must also have run for that long. The clock also decides about play money if its server has no
 * devnet.
 *
 * @throws PaymentError `USAGE` if it is not in doubt or not expired, `BUDGET_BUSY` while a process
 * works on it.
 */
export async function abandonPurchase(
  purchase: Purchase,
  { journal, chain, clock, note }: Pick<Payer, 'journal' | 'chain' | 'clock' | 'note'>,
): Promise<void> {
  const { id, state } = purchase
  if (state !== 'signed' && state !== 'unknown')
    throw refused(purchase, `The outcome of this payment is known: it is ${state}.`, {
      remedy: 'Only a payment that is signed or unknown can be abandoned.',
      funds: fundsOf(purchase),
    })
  if (journal.isLeased(id))
    throw refused(
      purchase,
      'Another process is working on this payment.',
      { remedy: 'Wait until it ends.' },
      'BUDGET_BUSY',
    )
  const hasNode = chain.nodesOf(purchase).length > 0
  if (hasNode && (await isAbandonedByChain(purchase, { journal, chain }))) return
  // A clock that was set forward since shows an end that has not come.
  const hasRun = journal.hasRunFor(id, validityMs(purchase))
  if (!isOver(purchase, clock.now()) || !hasRun)
    throw refused(purchase, 'The payment may still settle.', {
      facts: [
        `It can be abandoned after ${endOf(purchase)}`,
        ...(hasRun ? [] : ['This machine has not run for as long since it was signed.']),
      ],
      remedy: 'Until then the same command sends the same payment again.',
    })
  journal.rejected(id, 'abandoned by the user')
  const reason = hasNode
    ? 'the devnet of the server did not prove it'
    : 'no chain node is configured (--rpc-url)'
  note(`The clock of this machine decided that the authorization has expired, because ${reason}.`)
}

/**
 * How long the payment may settle after its signature, at most, with the margin. After a clock that
 * was ahead, `at` is the latest time in the journal, which says nothing about the signature.
 */
function validityMs(purchase: Purchase): number {
  const marginMs = proofMarginSeconds * 1_000
  const ms = Date.parse(endOf(purchase)) - purchase.at
  return ms > marginMs ? ms : timeoutSecondsMax * 1_000 + marginMs
}

/** @returns `false` for play money without proof, which the clock may decide. */
async function isAbandonedByChain(
  purchase: Purchase,
  { journal, chain }: Pick<Payer, 'journal' | 'chain'>,
): Promise<boolean> {
  const proof = await chain.prove(purchase)
  if (proof === 'void') {
    journal.voided(purchase.id, 'abandoned by the user')
    return true
  }
  if (proof === 'settled') {
    journal.settled(purchase.id, undefined)
    throw refused({ ...purchase, state: 'settled' }, 'The payment has settled.', {
      remedy: resumeRemedy(purchase, 'it sends the same payment again and gets the answer free'),
      funds: 'spent',
    })
  }
  if (purchase.isPlay) return false
  throw refused(purchase, 'The chain does not yet prove that the payment has expired.', {
    facts: [`A block after ${endOf(purchase)} can prove it`],
    remedy: 'Until then the same command sends the same payment again.',
  })
}

/** The error for a payment that is not abandoned. It states where the money is. */
function refused(
  purchase: Purchase,
  message: string,
  detail: ErrorDetail,
  code: 'USAGE' | 'BUDGET_BUSY' = 'USAGE',
): PaymentError {
  return new PaymentError(code, message, purchase, purchase.state, { funds: 'at-risk', ...detail })
}

/** A payment without a receipt is spent once the journal or the chain proves it. */
function fundsOf({ state, transaction }: Purchase): Funds {
  if (state === 'void' || state === 'reserved') return 'untouched'
  return state === 'settled' || transaction !== undefined ? 'spent' : 'at-risk'
}
