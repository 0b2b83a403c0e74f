import type { PaymentRow } from '../storage/payments/payment-record.ts'

/**
 * Serves a payment. If that fails although another instance has stored the answer in the meantime,
 * serves the payment again, as it is in the record now: the stored answer stands whatever happened
 * here, for example a full rate limit, a refusal of the chain because the money has moved, or an
 * upstream that is down for this instance only.
 *
 * @param find - reads the payment from the record.
 */
export async function orStored<answer>(
  find: () => Promise<PaymentRow | undefined>,
  serve: (row: PaymentRow | undefined) => Promise<answer>,
): Promise<answer> {
  const known = await find()
  try {
    return await serve(known)
  } catch (error) {
    if (hasAnswer(known)) throw error
    const row = await find().catch(() => undefined)
    if (!hasAnswer(row)) throw error
    return serve(row)
  }
}

function hasAnswer(row: PaymentRow | undefined): boolean {
  return row?.answer !== undefined || row?.isWithheld === true
}
