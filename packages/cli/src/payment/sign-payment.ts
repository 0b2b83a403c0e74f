import { defined } from '@fiq/shared/defined'
import { typedDataOf } from '@fiq/shared/payment/authorization'
import { buildAuthorization } from '@fiq/shared/payment/build-authorization'
import type { Quoted } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { purchaseIdentifier } from '@fiq/shared/payment/purchase-nonce'
import type { Hex } from '@fiq/shared/payment/wire'
import type { PayingSigner } from '../wallet/agent/paying-signer.ts'
import type { Purchase, ReservationTerms } from './journal/purchase.ts'
import type { CheckedQuote, PaidRequest } from './quote/paid-request.ts'

/** The terms of a purchase, which are fixed before it is signed. A pure function of its input. */
export function termsOf(
  request: PaidRequest,
  quote: CheckedQuote,
  reservation: { id: Hex; key: string; from: Hex; now: number; session: string; isPlay?: true },
): ReservationTerms {
  const { id, key, from, now, session } = reservation
  return {
    id,
    request: key,
    at: now,
    amount: quote.amount,
    payTo: quote.payTo,
    quote: quote.rows,
    url: request.url.href,
    body: request.body,
    session,
    authorization: buildAuthorization(quote, { id, request: key, from, nowMs: now }),
    ...defined({ label: request.label, once: request.once, isPlay: reservation.isPlay }),
  }
}

/** Signs the authorization of a purchase. @returns the `PAYMENT-SIGNATURE` header to send. */
export async function signPayment(
  signer: PayingSigner,
  purchase: Purchase,
  quoted: Quoted,
): Promise<string> {
  const { id, authorization } = purchase
  const signature =
    'signPurchase' in signer
      ? await signer.signPurchase(purchase)
      : await signer.signTypedData(typedDataOf(authorization))
  return paymentSignatureHeader(quoted, { authorization, signature }, purchaseIdentifier(id))
}
