import { deliver, resumedNote } from './deliver.ts'
import { PaymentError } from './payment-error.ts'
import type { HttpAnswer, PaidAnswer, PaidRequest, Payer, Purchase } from './ports.ts'
import { summaryOf } from './purchase-row.ts'

/** How often another process's purchase is looked at, and for how long. */
export const joinMs = { poll: 150, longest: 180_000 } as const

/**
 * Answers a request from a purchase of it that is not over: waits while another process pays it,
 * hands out the stored answer, or sends the journaled bytes again. Never signs.
 *
 * @throws PaymentError `PAYMENT_OUTCOME_UNKNOWN` when another process holds it for too long.
 */
export async function joinOrResume(
  open: Purchase,
  request: PaidRequest,
  payer: Payer,
): Promise<PaidAnswer> {
  const { journal } = payer
  const last = await waitWhileHeld(open, payer)
  if (last.state === 'answered' && last.answer) return storedAnswer(last, last.answer, payer)
  if (last.state === 'rejected') throw refusedElsewhere(last)
  if (last.state === 'void' || last.state === 'reserved') throw cameToNothing(last)
  if (!journal.claim(last.id)) return joinOrResume(last, request, payer)
  return deliver(last, request, payer, true)
}

async function waitWhileHeld(open: Purchase, { journal, clock, note }: Payer): Promise<Purchase> {
  const until = clock.now() + joinMs.longest
  let told = false
  while (journal.held(open.id)) {
    if (!told) note('Another process is paying for the same request; waiting for its answer.')
    told = true
    if (clock.now() >= until) throw heldTooLong(open)
    await clock.sleep(joinMs.poll)
  }
  return journal.read(open.id) ?? open
}

function storedAnswer(purchase: Purchase, answer: HttpAnswer, payer: Payer): PaidAnswer {
  payer.follow?.(purchase)
  return {
    ...answer,
    paid: purchase.amount,
    purchase: summaryOf(purchase),
    resumed: true,
    notes: [resumedNote(purchase)],
    delivered() {
      payer.journal.delivered(purchase.id)
      payer.follow?.(undefined)
    },
  }
}

function heldTooLong(purchase: Purchase): PaymentError {
  return new PaymentError(
    'PAYMENT_OUTCOME_UNKNOWN',
    'Another process is still paying for the same request.',
    purchase,
    purchase.state,
  )
}

function cameToNothing(purchase: Purchase): PaymentError {
  return new PaymentError(
    'BUDGET_BUSY',
    'The process that was paying for the same request stopped, and no money moved.',
    purchase,
    purchase.state,
    { remedy: 'Run the command again.' },
  )
}

function refusedElsewhere(purchase: Purchase): PaymentError {
  return new PaymentError(
    'PAYMENT_REJECTED',
    'The payment another process made for the same request was rejected.',
    purchase,
    purchase.state,
    { funds: 'at-risk' },
  )
}
