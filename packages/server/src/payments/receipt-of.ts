import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import type { PaymentRow, StoredAnswer } from '../storage/payments/payment-record.ts'

/** The receipt of an answer that was given before its payment settled. Absent until settlement. */
export function receiptOf({
  payer,
  state,
  transaction,
  logIndex,
}: PaymentRow): Pick<StoredAnswer, 'paymentResponse'> {
  if (state !== 'answered' || !transaction) return {}
  return { paymentResponse: paymentResponseHeader({ transaction, payer, logIndex }) }
}
