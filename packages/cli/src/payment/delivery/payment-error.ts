import { defined } from '@fiq/shared/defined'
import { type ErrorCode, type ErrorDetail, FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Purchase, PurchaseState } from '../journal/purchase.ts'

/** An error's facts about a purchase. The authorization is in the journal. */
export type PaidFor = Pick<Purchase, 'id' | 'amount'> &
  Partial<Pick<Purchase, 'authorization' | 'isPlay'>>

/** An error about a purchase, with fields by which scripts can find the purchase. */
export class PaymentError extends FiqError {
  /** As printed under `error.payment`; `amount` is decimal USDC, `play` marks play money. */
  readonly payment: { state: PurchaseState; id: string; amount: string; play?: true }
  /** Atomic units. */
  readonly amount: bigint

  constructor(
    code: ErrorCode,
    message: string,
    purchase: PaidFor,
    state: PurchaseState,
    detail: ErrorDetail = {},
  ) {
    super(code, message, {
      ...defined({
        remedy: code === 'PAYMENT_OUTCOME_UNKNOWN' ? resumeRemedy(purchase) : undefined,
      }),
      ...detail,
      facts: [...(detail.facts ?? []), ...factsOf(purchase)],
    })
    this.name = 'PaymentError'
    const { id, amount, isPlay } = purchase
    this.payment = { state, id, amount: formatUsdc(amount), ...defined({ play: isPlay }) }
    this.amount = purchase.amount
  }

  override toJSON() {
    return { ...super.toJSON(), payment: this.payment }
  }
}

/**
 * How to resume a purchase. The same command finds it by the bytes of its query, which a relative
 * date or an upgrade may change; the id always finds it.
 */
export function resumeRemedy(
  { id }: Pick<PaidFor, 'id'>,
  effect = 'it resumes this payment and signs nothing new',
): string {
  return `Run the same command again: ${effect}. If its query has changed since, as with a relative date: fiq payments resume ${id.slice(0, 18)}`
}

/** The error for a payment that settled and whose answer is still due. */
export function answerOwed(
  purchase: Purchase,
  message: string,
  detail: Pick<ErrorDetail, 'facts' | 'cause'>,
): PaymentError {
  return new PaymentError('ANSWER_OWED', message, purchase, 'settled', {
    ...detail,
    funds: 'spent',
    remedy: resumeRemedy(purchase, 'it sends the same payment again and gets the answer free'),
  })
}

function factsOf({ id, amount, authorization, isPlay }: PaidFor): string[] {
  const facts = [
    `Amount: ${formatUsdc(amount)} USDC${isPlay ? ' of play money' : ''}`,
    `Purchase: ${id}`,
  ]
  if (!authorization) return facts
  const until = timeOf(authorization.validBefore)
  return [...facts, `Nonce: ${authorization.nonce}`, `The authorization is void after ${until}`]
}

/** The last time of ISO 8601 in JavaScript, Unix seconds. */
const secondsMax = 8_640_000_000_000n

/** Unix seconds of an authorization in ISO 8601. Never throws, also for a damaged journal. */
export function timeOf(seconds: bigint): string {
  return new Date(Number(seconds < secondsMax ? seconds : secondsMax) * 1_000).toISOString()
}
