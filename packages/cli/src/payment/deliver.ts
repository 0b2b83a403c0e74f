import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { type Doubt, settleDoubt } from './doubt.ts'
import { judgeAnswer } from './judge-answer.ts'
import type { HttpAnswer, PaidAnswer, PaidRequest, Payer, Purchase } from './ports.ts'
import { summaryOf } from './purchase-row.ts'

/** First and longest wait between two tries. */
export const backoffMs = { first: 500, longest: 8_000 } as const

/** Most tries of one run: a server that answers 503 at once is not asked without end. */
export const triesMax = 30

/**
 * Sends the journaled bytes of a purchase until something is known: an answer, a refusal, or the
 * end of the authorization's validity. Never signs.
 *
 * @param resumed - The purchase was begun by an earlier run or another process.
 * @throws PaymentError when there is no answer; its code and funds say what is known.
 */
export async function deliver(
  purchase: Purchase,
  request: PaidRequest,
  payer: Payer,
  resumed = false,
): Promise<PaidAnswer> {
  payer.follow?.(purchase)
  const deadline = Number(purchase.authorization.validBefore) * 1_000
  let doubt: Doubt = { is: 'lost', reason: 'no answer' }
  let said = ''
  for (let tries = 1; ; tries += 1) {
    const tried = await tryOnce(purchase, request, payer)
    if (tried.is === 'answered')
      return deliveredAnswer(purchase, tried.answer, tried.transaction, payer, resumed)
    doubt = tried
    if (tried.is === 'refused') break
    const waitMs = tried.retryAfterMs ?? backoffMs.first * 2 ** Math.min(tries - 1, 10)
    const boundedMs =
      tried.retryAfterMs === undefined ? Math.min(waitMs, backoffMs.longest) : waitMs
    if (tries === triesMax || payer.clock.now() + boundedMs >= deadline) break
    const line = `${tried.reason}; the same payment is sent again in ${seconds(boundedMs)}.`
    // A server that says the same half a minute long is quoted once.
    if (line !== said) payer.note(line)
    said = line
    await waitHolding(purchase.id, boundedMs, payer)
  }
  try {
    return await settleDoubt(purchase, doubt, payer)
  } finally {
    payer.follow?.(undefined)
  }
}

type Tried = { is: 'answered'; answer: HttpAnswer; transaction: string | undefined } | Doubt

async function tryOnce(purchase: Purchase, request: PaidRequest, payer: Payer): Promise<Tried> {
  if (purchase.signed === undefined)
    throw new FiqError('JOURNAL_UNAVAILABLE', 'The journal does not hold the signed payment.')
  const sending = payer.send(
    { ...request, url: new URL(purchase.url), body: purchase.body },
    { 'payment-signature': purchase.signed },
  )
  payer.step?.('sent')
  const answer = await sending.catch((cause: unknown) => ({ cause }))
  if ('cause' in answer) return { is: 'lost', reason: 'No answer came', cause: answer.cause }
  payer.step?.('answer received')
  const verdict = judgeAnswer(answer, payer.clock.now())
  return verdict.is === 'answered' ? { ...verdict, answer } : verdict
}

/** In slices shorter than the lease, so that another process keeps waiting instead of resuming. */
async function waitHolding(id: string, ms: number, payer: Payer): Promise<void> {
  for (let left = ms; left > 0; left -= holdSliceMs) {
    await payer.clock.sleep(Math.min(left, holdSliceMs))
    payer.journal.alive(id)
  }
}

const holdSliceMs = 20_000

/** The answer is handed on even when it cannot be stored: it has been paid for. */
function deliveredAnswer(
  purchase: Purchase,
  answer: HttpAnswer,
  transaction: string | undefined,
  payer: Payer,
  resumed: boolean,
): PaidAnswer {
  const notes: string[] = []
  payer.follow?.({ ...purchase, state: 'answered' })
  try {
    payer.journal.answered(purchase.id, answer, transaction)
    payer.step?.('answer journaled')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    notes.push(`The answer could not be stored in the payment journal: ${reason}`)
  }
  const known = transaction === undefined ? {} : { transaction }
  return {
    ...answer,
    paid: purchase.amount,
    purchase: { ...summaryOf(purchase), state: 'answered', ...known },
    resumed,
    notes: resumed ? [resumedNote(purchase), ...notes] : notes,
    delivered() {
      payer.journal.delivered(purchase.id)
      payer.follow?.(undefined)
    },
  }
}

/** What a human is told about an answer that was bought before. */
export function resumedNote({ amount, at }: Purchase): string {
  const when = new Date(at).toISOString().slice(0, 19)
  return `This answer was bought at ${when}Z for ${formatUsdc(amount)} USDC; nothing new was paid.`
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`
}
