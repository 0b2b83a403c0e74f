import { type ErrorCode, type ErrorDetail, FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Purchase, PurchaseState } from './ports.ts'

/** An error about a purchase: what scripts need to find it again. */
export class PaymentError extends FiqError {
  /** As printed under `error.payment`; `amount` is decimal USDC. */
  readonly payment: { state: PurchaseState; id: string; amount: string }

  constructor(
    code: ErrorCode,
    message: string,
    purchase: Purchase,
    state: PurchaseState,
    detail: ErrorDetail = {},
  ) {
    super(code, message, { ...detail, facts: [...(detail.facts ?? []), ...factsOf(purchase)] })
    this.name = 'PaymentError'
    this.payment = { state, id: purchase.id, amount: formatUsdc(purchase.amount) }
  }

  override toJSON() {
    return { ...super.toJSON(), payment: this.payment }
  }
}

function factsOf({ id, amount, authorization }: Purchase): string[] {
  const until = new Date(Number(authorization.validBefore) * 1_000).toISOString()
  return [
    `Amount: ${formatUsdc(amount)} USDC`,
    `Purchase: ${id}`,
    `Nonce: ${authorization.nonce}`,
    `The authorization is void after ${until}`,
  ]
}
