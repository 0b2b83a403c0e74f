import { readResult } from '@fiq/shared/payment/read-result'
import type { HttpAnswer, Purchase } from '../journal/purchase.ts'
import { summaryOf } from '../journal/purchase-row.ts'
import type { PaidRequest } from '../quote/paid-request.ts'
import { afterSigning, type Delivery } from './after-signing.ts'
import { ageOf, deliver, deliveredBy, resumedNote } from './deliver.ts'
import { PaymentError } from './payment-error.ts'
import type { PaidAnswer, Payer } from './ports.ts'

/** Interval and duration of polling another process's purchase. */
export const joinMs = { poll: 150, longest: 180_000 } as const

/**
 * Answers a request from an open purchase of it: waits while another process pays it, returns the
 * stored answer, or sends the journaled bytes again. Never signs, and never throws:
 * `PAYMENT_OUTCOME_UNKNOWN` if another process holds it for too long.
 */
export function joinOrResume(
  open: Purchase,
  request: PaidRequest,
  payer: Payer,
): Promise<Delivery> {
  return afterSigning(open, async () => {
    const last = await waitWhileHeld(open, payer)
    if (last.state === 'answered' && last.answer && isFinal(last, last.answer))
      return { answer: storedAnswer(last, last.answer, payer) }
    if (last.state === 'void') return { error: cameToNothing(last) }
    const claimed = payer.journal.claim(last.id)
    if (!claimed) return joinOrResume(last, request, payer)
    if (claimed.state !== 'reserved') return deliver(claimed, request, payer, true)
    // Its process may only be slow to sign. Without the reservation it can store no signature.
    payer.journal.release(claimed.id)
    return { error: cameToNothing({ ...claimed, state: 'void' }) }
  })
}

/**
 * Whether an answer is final. One with errors and without a receipt is fetched again with the same
 * bytes.
 */
function isFinal({ url, transaction }: Purchase, answer: HttpAnswer): boolean {
  if (transaction !== undefined) return true
  return readResult(answer, url).is === 'data' && !hasErrors(answer.body)
}

function hasErrors(body: string): boolean {
  return (JSON.parse(body) as { errors?: unknown }).errors !== undefined
}

async function waitWhileHeld(
  open: Purchase,
  { journal, clock, note, follow }: Payer,
): Promise<Purchase> {
  const until = clock.now() + joinMs.longest
  let isNoted = false
  while (journal.isLeased(open.id)) {
    if (!isNoted) {
      note('Another process is paying for the same request; waiting for its answer.')
      follow(open)
    }
    isNoted = true
    if (clock.now() >= until) throw heldTooLong(open)
    await clock.sleep(joinMs.poll)
  }
  if (isNoted) follow(undefined)
  return journal.read(open.id) ?? open
}

function storedAnswer(purchase: Purchase, answer: HttpAnswer, payer: Payer): PaidAnswer {
  payer.follow(purchase)
  return {
    ...answer,
    paid: purchase.amount,
    purchase: summaryOf(purchase),
    resumed: true,
    ageMs: ageOf(purchase, payer),
    notes: [resumedNote(purchase)],
    delivered: deliveredBy(purchase, payer),
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
