import { FiqError } from '@fiq/shared/errors'
import {
  type PaymentRequiredInput,
  paymentRequiredHeader,
} from '@fiq/shared/payment/payment-required'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import { quoteDigest } from '@fiq/shared/payment/quote'
import { errorAnswer, type HttpAnswer, jsonType } from './http-answer.ts'

/**
 * The 402: the quote in the header.
 *
 * @param refused - why the payment that was tried is none; without one the body is `{}`. Asking for
 *   the price is no error, and most requests do: nothing is thrown for them.
 */
export function quoteAnswer(
  refused: FiqError | undefined,
  offer: Omit<PaymentRequiredInput, 'error'>,
): HttpAnswer {
  const header = paymentRequiredHeader({
    ...offer,
    error: refused?.message ?? 'PAYMENT-SIGNATURE header is required',
  })
  return {
    status: 402,
    headers: { 'content-type': jsonType, 'cache-control': 'no-store', 'payment-required': header },
    body: refused ? errorAnswer(refused).body : '{}',
  }
}

/**
 * A payment that says it is for something else is not used for this.
 *
 * @param asked - `terms` of the quote it should have been; read only when the payment names one.
 * @throws FiqError `PAYMENT_BOUND_TO_OTHER_REQUEST`, funds untouched.
 */
export function refuseForeign(
  payment: Payment,
  asked: { url: string; terms(): Omit<Parameters<typeof quoteDigest>[0], 'amount'> },
): void {
  if (payment.resourceUrl !== undefined && !sameResource(payment.resourceUrl, asked.url))
    throw new FiqError(
      'PAYMENT_BOUND_TO_OTHER_REQUEST',
      'The payment names another resource; nothing was executed.',
      {
        funds: 'untouched',
        facts: [`Payment: ${payment.resourceUrl.slice(0, 200)}`, `Request: ${asked.url}`],
      },
    )
  if (payment.quoteDigest === undefined) return
  const digest = quoteDigest({ ...asked.terms(), amount: payment.accepted.amount })
  if (payment.quoteDigest !== digest)
    throw new FiqError(
      'PAYMENT_BOUND_TO_OTHER_REQUEST',
      'The payment was quoted for another request; nothing was executed.',
      {
        funds: 'untouched',
        facts: [`Quoted: ${payment.quoteDigest.slice(0, 64)}`, `This request: ${digest}`],
      },
    )
}

/** By scheme, host and path: tools of MCP are named by a scheme of their own, without an origin. */
function sameResource(stated: string, actual: string): boolean {
  if (stated === actual) return true // As it is echoed, as a rule.
  if (!URL.canParse(stated)) return false
  const [a, b] = [new URL(stated), new URL(actual)]
  return a.protocol === b.protocol && a.host === b.host && a.pathname === b.pathname
}
