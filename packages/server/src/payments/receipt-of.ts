import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import type { PaymentRow, StoredAnswer } from '../storage/payments/payment-record.ts'

/** An answer that was given in advance has its receipt since it was paid for. */
export function receiptOf({
  payer,
  state,
  transaction,
  logIndex,
}: PaymentRow): Pick<StoredAnswer, 'paymentResponse'> {
  if (state !== 'answered' || !transaction) return {}
  return { paymentResponse: paymentResponseHeader({ transaction, payer, logIndex }) }
}
