import { type QuoteRow, requestDigest } from '../payment/quote.ts'
import type { Price } from './price-plan.ts'

/** Path of the endpoint that sells credits. */
export const topUpPath = '/api/v1/credits/topup'

/** Version that replaces the tariff version in quotes of top-ups. */
export const topUpTariff = 'topup-1'

/**
 * Credits for an amount in atomic units, and their owner; by default the account of the paying
 * wallet.
 */
type TopUpTerms = { amount: bigint; organisation: string | undefined }

/** Digest of the terms that bind a payment for credits: the amount and the recipient. */
export function topUpRequestDigest({ amount, organisation }: TopUpTerms): string {
  return requestDigest({
    operation: `POST ${topUpPath}`,
    operationName: undefined,
    variables: { amount: String(amount), organisation: organisation ?? null },
  })
}

/** The single row of its quote. */
export function topUpRows({ amount, credits }: Omit<Price, 'rows'>): readonly QuoteRow[] {
  return [['topup', 1, credits, String(amount)]]
}
