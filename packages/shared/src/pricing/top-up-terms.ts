import { type QuoteRow, requestDigest } from '../payment/quote.ts'
import type { Price } from './price-plan.ts'

/** Where credits are bought. */
export const topUpPath = '/api/v1/credits/topup'

/** Version used in place of a tariff in the quote. */
export const topUpTariff = 'topup-1'

/** Credits for an amount in atomic units, and their owner: the wallet's own account if absent. */
type TopUpTerms = { amount: bigint; organisation: string | undefined }

/** Terms that a payment for credits is bound to: the amount, and the recipient of the credits. */
export function topUpRequestDigest({ amount, organisation }: TopUpTerms): string {
  return requestDigest({
    operation: `POST ${topUpPath}`,
    operationName: undefined,
    variables: { amount: String(amount), organisation: organisation ?? null },
  })
}

/** The one row of its quote. */
export function topUpRows({ amount, credits }: Omit<Price, 'rows'>): readonly QuoteRow[] {
  return [['topup', 1, credits, String(amount)]]
}
