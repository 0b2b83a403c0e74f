import { type ErrorKind, FiqError } from '@fiq/shared/errors'
import type { Purchase, PurchaseState, PurchaseSummary } from '../journal/purchase.ts'
import { answerOwed, PaymentError } from './payment-error.ts'
import type { PaidAnswer } from './ports.ts'

/**
 * The result of a purchase after signing. Functions that run after signing return this type, so
 * their errors always state where the money is.
 */
export type Delivery =
  | { answer: PaidAnswer; error?: undefined }
  | { answer?: undefined; error: PaymentError }

/**
 * Wraps everything that runs after signing. Any error of the body, including a full disk and a
 * fault of this program, becomes an error about the purchase.
 */
export async function afterSigning(
  purchase: Purchase,
  body: () => Promise<Delivery>,
): Promise<Delivery> {
  try {
    return await body()
  } catch (thrown) {
    return { error: doubtAfter(thrown, purchase) }
  }
}

/** @throws PaymentError */
export function answerIn(delivery: Delivery): PaidAnswer {
  if (delivery.error) throw delivery.error
  return delivery.answer
}

/**
 * The error for a failure of this program after signing. It proves nothing about the money: with a
 * receipt it is spent, otherwise at risk.
 */
function doubtAfter(thrown: unknown, purchase: Purchase): PaymentError {
  if (thrown instanceof PaymentError) return thrown
  if (purchase.transaction !== undefined)
    return answerOwed(purchase, 'The payment settled, and fiq failed before it had the answer.', {
      facts: [...reasonsOf(thrown), `Transaction: ${purchase.transaction}`],
      cause: thrown,
    })
  return new PaymentError(
    'PAYMENT_OUTCOME_UNKNOWN',
    'A payment was signed, and fiq failed before it knew the outcome.',
    purchase,
    purchase.state,
    { facts: reasonsOf(thrown), funds: 'at-risk', cause: thrown },
  )
}

/** The part of a paid answer that errors about it need. */
export type PaidPart = Pick<PurchaseSummary, 'id' | 'amount' | 'transaction' | 'isPlay'> & {
  state: PurchaseState
}

/** Kinds of errors of a server for which a user would run the command again. */
const buysAnew: readonly ErrorKind[] = ['server', 'rate-limited']
const newPurchase = 'This answer was paid: the same command is a new purchase.'

/**
 * An error about a paid answer. With a receipt the money is spent, whatever the server writes.
 * Without one the outcome is unproven, and the exit code reports that.
 */
export function errorAfterAnswer(error: FiqError, paid: PaidPart): PaymentError {
  if (error instanceof PaymentError) return error
  const { code, message, facts, remedy, cause } = error
  if (paid.transaction !== undefined)
    return new PaymentError(code, message, paid, paid.state, {
      facts: [...facts, `Transaction: ${paid.transaction}`],
      remedy: buysAnew.includes(error.kind) ? `${remedy} ${newPurchase}` : remedy,
      funds: 'spent',
      cause,
    })
  return new PaymentError('PAYMENT_OUTCOME_UNKNOWN', message, paid, paid.state, {
    facts: [...facts, 'The server sent no valid receipt.'],
    funds: 'at-risk',
    cause: error,
  })
}

function reasonsOf(thrown: unknown): string[] {
  if (thrown instanceof FiqError) return [`Reason: ${thrown.message}`, ...thrown.facts]
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  return [`Reason: ${text.slice(0, 500)}`]
}
