import { type ErrorKind, FiqError } from '@fiq/shared/errors'
import { aboutPurchase, type OpenPurchase } from '../payment/delivery/about-purchase.ts'
import { errorAfterAnswer } from '../payment/delivery/after-signing.ts'
import { unexpected } from '../terminal/report-error.ts'
import type { StatedError } from '../terminal/stated-error.ts'
import { aboutSessions, type SessionSpending } from './about-sessions.ts'
import { aboutCredits } from './credits/about-credits.ts'
import type { CreditPurchase } from './credits/credit-purchases.ts'

/**
 * The money of one run of the command line, or of one request to the proxy: what it has signed or
 * charged, and not delivered. Knows it from the money path itself, and makes the errors that may
 * leave the program.
 */
export type OpenMoney = {
  /** The purchase whose signature is in the journal, and whose answer is not delivered. */
  readonly purchase: OpenPurchase | undefined
  /** Sets the purchase. `undefined`: its answer is delivered, or its error is known. */
  follow(purchase: OpenPurchase | undefined): void
  /** Every purchase on credits that was sent and whose answer is not delivered. */
  readonly credits: Set<CreditPurchase>
  /** Every session of many queries. */
  readonly sessions: Set<SessionSpending>
  /** Turns any error into one that states where the money is. */
  state(thrown: unknown): StatedError
}

/**
 * Kinds of errors after which a paid answer is not delivered. After a fault of this program, or if
 * the output cannot be written, the next run prints the answer free. After an unknown outcome it
 * sends the same payment again. Any other error is shown in place of the answer.
 */
const undelivered: readonly ErrorKind[] = ['internal', 'output', 'outcome-unknown', 'cancelled']

/** Whether an error that is shown delivers the paid answer that it is about. */
export function delivers({ kind }: Pick<FiqError, 'kind'>): boolean {
  return !undelivered.includes(kind)
}

/** Creates the money of a run or a request. Nothing is open yet. */
export function createOpenMoney(): OpenMoney {
  let purchase: OpenPurchase | undefined
  let delivered: OpenPurchase | undefined
  const credits: OpenMoney['credits'] = new Set()
  const sessions: OpenMoney['sessions'] = new Set()
  const state = (thrown: unknown): FiqError => {
    const error = thrown instanceof FiqError ? thrown : unexpected(thrown)
    const isAboutAnswer = error.funds === 'untouched' && delivers(error)
    if (isAboutAnswer && purchase?.state === 'answered') return errorAfterAnswer(error, purchase)
    if (isAboutAnswer && !purchase && credits.size > 0)
      return error.withFunds([...credits].every((one) => one.isAnswered) ? 'spent' : 'at-risk')
    const stated = aboutSessions(aboutCredits(aboutPurchase(error, purchase), credits), sessions)
    // What fails after the answer is printed, such as a note about it, returns no money.
    const isAfter = delivered && stated === error && error.funds === 'untouched'
    return isAfter ? errorAfterAnswer(error, delivered!) : stated
  }
  return {
    get purchase() {
      return purchase
    },
    follow(next) {
      if (!next && purchase?.state === 'answered') delivered = purchase
      purchase = next
    },
    credits,
    sessions,
    state: (thrown) => state(thrown) as StatedError,
  }
}
