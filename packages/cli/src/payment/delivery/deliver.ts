import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { readOutcome } from '@fiq/shared/payment/read-outcome'
import { usdcUnit } from '../../terminal/format/usdc-text.ts'
import type { HttpAnswer, Purchase } from '../journal/purchase.ts'
import { summaryOf } from '../journal/purchase-row.ts'
import type { PaidRequest } from '../quote/paid-request.ts'
import { afterSigning, type Delivery } from './after-signing.ts'
import { type Doubt, reasonWords, settleDoubt } from './doubt.ts'
import type { PaidAnswer, Payer } from './ports.ts'

/** First and longest wait between two attempts. */
export const backoffMs = { first: 500, longest: 8_000 } as const

/** Maximum attempts of one run, for a server that immediately answers 503 each time. */
export const triesMax = 30

/**
 * Sends the journaled bytes of a purchase until the outcome is known: an answer, a refusal, or the
 * end of the authorization's validity. Never signs, and never throws: its error states what is
 * known about the money.
 *
 * @param resumed - An earlier run or another process began the purchase.
 */
export function deliver(
  purchase: Purchase,
  request: PaidRequest,
  payer: Payer,
  resumed = false,
): Promise<Delivery> {
  // A receipt is added as soon as it arrives, so that any later error states it.
  const known = { ...purchase }
  return afterSigning(known, async () => {
    payer.follow(known)
    const tried = await tryUntilKnown(known, request, payer)
    if (tried.is === 'answered')
      return { answer: await deliveredAnswer(known, tried.answer, payer, resumed) }
    const error = await settleDoubt(known, tried, payer)
    payer.follow(undefined)
    return { error }
  })
}

type Tried = { is: 'answered'; answer: HttpAnswer } | Doubt

async function tryUntilKnown(
  purchase: Purchase,
  request: PaidRequest,
  payer: Payer,
): Promise<Tried> {
  const deadline = Number(purchase.authorization.validBefore) * 1_000
  let noted = ''
  for (let tries = 1; ; tries += 1) {
    const tried = await tryOnce(purchase, request, payer)
    if (tried.is === 'answered' || (tried.is === 'unanswered' && tried.isFinal)) return tried
    const waitMs = waitAfter(tried, tries)
    if (tries === triesMax || payer.clock.now() + waitMs >= deadline) return tried
    const line = `${reasonWords(tried)}; the same payment is sent again in ${seconds(waitMs)}.`
    // Quote a repeated text of the server once.
    if (line !== noted) payer.note(line)
    noted = line
    await waitHolding(purchase.id, waitMs, payer)
  }
}

/** Waits as long as the server requests, otherwise longer each time. */
function waitAfter(tried: Doubt, tries: number): number {
  const requested = tried.is === 'unanswered' ? tried.retryAfterMs : undefined
  return requested ?? Math.min(backoffMs.first * 2 ** Math.min(tries - 1, 10), backoffMs.longest)
}

async function tryOnce(purchase: Purchase, request: PaidRequest, payer: Payer): Promise<Tried> {
  if (purchase.signed === undefined)
    throw new FiqError('JOURNAL_UNAVAILABLE', 'The journal does not hold the signed payment.')
  const sending = payer
    .send(
      { ...request, url: new URL(purchase.url), body: purchase.body },
      { 'payment-signature': purchase.signed },
    )
    .catch((cause: unknown) => ({ cause }))
  payer.step?.('sent')
  const answer = await sending
  if ('cause' in answer) return { is: 'lost', reason: 'No answer arrived', cause: answer.cause }
  payer.step?.('answer received')
  const read = payer.answerThread?.readOutcome ?? readOutcome
  const outcome = await read(answer, purchase, payer.clock.now())
  if (outcome.transaction !== undefined) purchase.transaction = outcome.transaction
  return outcome.is === 'answered' ? { ...outcome, answer } : outcome
}

/**
 * Waits in slices shorter than the lease, so that another process keeps waiting instead of
 * resuming.
 */
async function waitHolding(id: string, ms: number, payer: Payer): Promise<void> {
  for (let left = ms; left > 0; left -= holdSliceMs) {
    await payer.clock.sleep(Math.min(left, holdSliceMs))
    payer.journal.alive(id)
  }
}

const holdSliceMs = 20_000

/** Returns the answer even if it cannot be stored, because it is paid. */
async function deliveredAnswer(
  purchase: Purchase,
  answer: HttpAnswer,
  payer: Payer,
  resumed: boolean,
): Promise<PaidAnswer> {
  const notes: string[] = []
  payer.follow({ ...purchase, state: 'answered' })
  try {
    const packed = await payer.answerThread?.pack(answer)
    payer.journal.answered(purchase.id, packed ?? answer, purchase.transaction)
    payer.step?.('answer journaled')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    notes.push(`The answer could not be stored in the payment journal: ${reason}`)
  }
  return {
    ...answer,
    paid: purchase.amount,
    purchase: { ...summaryOf(purchase), state: 'answered' },
    resumed,
    ...defined({ ageMs: resumed ? ageOf(purchase, payer) : undefined }),
    notes: resumed ? [resumedNote(purchase), ...notes] : notes,
    delivered: deliveredBy(purchase, payer),
  }
}

/** Never throws: an answer that cannot be marked as delivered is returned again, free. */
export function deliveredBy({ id }: Purchase, payer: Payer): () => void {
  return () => {
    try {
      payer.journal.delivered(id)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      payer.note(
        `The answer could not be marked as delivered, so the same command prints it again, free: ${reason}`,
      )
    }
    payer.follow(undefined)
  }
}

/**
 * Maximum age of this purchase's answer: the age of the purchase, in milliseconds. If the clock was
 * set back since, the age is unknown, and the answer must not count as new.
 */
export function ageOf({ at }: Pick<Purchase, 'at'>, { clock }: Pick<Payer, 'clock'>): number {
  return Math.abs(clock.now() - at)
}

/** Note for the user about an answer that was bought earlier. */
export function resumedNote({ amount, at, isPlay }: Purchase): string {
  const when = new Date(at).toISOString().slice(0, 19)
  return `This answer was bought at ${when}Z for ${formatUsdc(amount)} ${usdcUnit(isPlay)}; nothing new was paid.`
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`
}
