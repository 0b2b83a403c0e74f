import { FiqError, hasCode } from '@fiq/shared/errors'
import { creditsFor } from '@fiq/shared/pricing/price-plan'
import type { Debit } from '../credits/credits.ts'
import type { OnceRow } from '../storage/credits/credit-store.ts'
import { joinUnlessLeft, refuseLeft } from './in-flight.ts'
import type { Caller, PaidAnswer, PaymentPorts, Priced, RunAnswer } from './ports.ts'

type CreditsCaller = Caller & { pays: 'credits' }

/**
 * Answers an operation on credits. Credits are debited before execution and refunded if execution
 * returns nothing, even after a crash.
 *
 * The idempotency key is claimed in the transaction of the debit, and the answer is stored before
 * it is sent. A retry returns the stored answer and charges nothing.
 *
 * @throws FiqError `CREDITS_EXHAUSTED`, `IDEMPOTENCY_KEY_REUSED`, `REQUEST_IN_PROGRESS`,
 * `CANCELLED`, or an error of the preflight.
 */
export async function answerOnCredits<item extends Priced>(
  priced: item,
  caller: CreditsCaller,
  ports: PaymentPorts<item>,
): Promise<PaidAnswer> {
  const { idempotencyKey: key, organisation } = caller
  if (key === undefined) {
    await ports.preflight(priced, caller)
    refuseLeft(caller)
    const debit = await ports.credits.take(
      caller,
      creditsFor(priced.price.amount),
      ports.boughtOf(priced),
    )
    return answerDebit(priced, debit, ports, async (_, failed) => {
      if (failed > 0) await ports.credits.refund(debit, failed)
      ports.credits.answered(debit)
    })
  }
  const request = ports.digestOf(priced)
  const name = `credits:${organisation.id}:${key}`
  try {
    return await joinUnlessLeft(caller, () =>
      ports.inFlight.join(name, request, () => answerOnce(priced, caller, { key, request }, ports)),
    )
  } catch (error) {
    if (hasCode(error, 'PAYMENT_BOUND_TO_OTHER_REQUEST')) throw reused(key)
    throw error
  }
}

async function answerOnce<item extends Priced>(
  priced: item,
  caller: CreditsCaller,
  once: { key: string; request: string },
  ports: PaymentPorts<item>,
): Promise<PaidAnswer> {
  const known = await ports.credits.findOnce(caller, once.key)
  if (known) return repeated(known, once)
  await ports.preflight(priced, caller)
  refuseLeft(caller)
  const credits = creditsFor(priced.price.amount)
  const debit = await ports.credits.takeOnce(caller, credits, once, ports.boughtOf(priced))
  if (debit === 'known') {
    // Another instance received the same key at the same time.
    const rival = await ports.credits.findOnce(caller, once.key)
    if (rival) return repeated(rival, once)
    throw inProgress(once.key)
  }
  return answerDebit(priced, debit, ports, (answer, failed) =>
    ports.credits.storeOnce(debit, once, answer, failed),
  )
}

/**
 * Executes an operation that is already debited. Refunds the credits if the execution fails.
 *
 * @param close - Runs before the answer is sent; until then the debit is unanswered. It gets the
 * credits to refund for missing parts, and refunds them together with storing the answer.
 */
async function answerDebit<item extends Priced>(
  priced: item,
  debit: Debit,
  ports: PaymentPorts<item>,
  close: (answer: Pick<PaidAnswer, 'status' | 'body'>, failed: number) => Promise<void>,
): Promise<PaidAnswer> {
  let answer: Omit<RunAnswer, 'paymentResponse'>
  try {
    answer = await ports.answerOnCredits(priced, debit)
  } catch (error) {
    await ports.credits.refund(debit, debit.credits)
    throw error
  }
  const { failed = 0, ...sent } = answer
  await close(sent, failed)
  return { ...sent, replayed: false }
}

function repeated({ request, answer }: OnceRow, once: { key: string; request: string }) {
  if (request !== once.request) throw reused(once.key)
  if (!answer) throw inProgress(once.key)
  return { ...answer, replayed: true }
}

function reused(key: string): FiqError {
  return new FiqError(
    'IDEMPOTENCY_KEY_REUSED',
    'A different request with this idempotency key was sent within the last 24 hours; nothing was executed.',
    { facts: [`Idempotency key: ${key}`] },
  )
}

function inProgress(key: string): FiqError {
  return new FiqError(
    'REQUEST_IN_PROGRESS',
    'The first request with this idempotency key has no answer yet; this one was not charged.',
    { facts: [`Idempotency key: ${key}`] },
  )
}
