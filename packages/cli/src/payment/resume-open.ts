import { FiqError } from '@fiq/shared/errors'
import { requestKey } from '@fiq/shared/payment/purchase-nonce'
import { answerIn } from './delivery/after-signing.ts'
import type { PaidAnswer, Payer } from './delivery/ports.ts'
import { refuseRedirect } from './delivery/refuse-redirect.ts'
import { joinOrResume } from './delivery/resume.ts'
import type { HttpAnswer, Purchase } from './journal/purchase.ts'
import type { PaidRequest } from './quote/paid-request.ts'

/**
 * The answer to the unpaid request. If it is no quote, an open purchase of the request is resumed
 * instead: an error about the answer would say that nothing was signed, and a server that was paid
 * could answer anything.
 *
 * @param unpaidAnswer - The answer, if the request was sent already.
 * @throws PaymentError about an open purchase; otherwise the error of the request.
 */
export async function firstAnswer(
  request: PaidRequest,
  payer: Payer,
  unpaidAnswer: Promise<HttpAnswer> = payer.send(request, {}),
): Promise<HttpAnswer | PaidAnswer> {
  const first = await unpaidAnswer.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
  if ('answer' in first && first.answer.status === 402) return first.answer
  const open = openIfReadable(request, payer)
  const resumed = open && (await resumeOpen(open, request, payer))
  if (resumed) return resumed
  if ('error' in first) throw first.error
  refuseRedirect(first.answer, request.url)
  return first.answer
}

/**
 * The open purchase of a request without a quote. Creates no journal. The next payment reports an
 * unusable one.
 */
function openIfReadable(request: PaidRequest, payer: Payer): Purchase | undefined {
  if (payer.limits.dryRun || !payer.hasJournal()) return undefined
  try {
    return payer.journal.find(requestKey(request.url, request.body), request.once)
  } catch (error) {
    if (error instanceof FiqError) return undefined
    throw error
  }
}

/**
 * The answer of an open purchase.
 *
 * @returns `undefined` if the chain proves that the purchase can no longer settle: then this run
 * makes a new one.
 * @throws PaymentError
 */
export async function resumeOpen(
  open: Purchase,
  request: PaidRequest,
  payer: Payer,
): Promise<PaidAnswer | undefined> {
  const resumed = await joinOrResume(open, request, payer)
  const { error } = resumed
  if (error?.code !== 'PAYMENT_REJECTED') return answerIn(resumed)
  payer.note(
    `The chain shows that the payment ${open.id.slice(0, 18)} of an earlier run was not used and can no longer settle. The next payment for this request is a new purchase.`,
  )
  return undefined
}
