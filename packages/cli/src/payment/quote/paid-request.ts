import type { CheckedQuote as CheckedTerms, ExpectedPrice } from '@fiq/shared/payment/check-quote'

/** A request that may cost money. */
export type PaidRequest = {
  url: URL
  /** The JSON request exactly as sent. The same bytes are sent again with the payment. */
  body: string
  /** Further request headers, lower case. Never `payment-signature`. */
  headers?: Readonly<Record<string, string>>
  /** One line in the approval that names the purchase, e.g. `quotes AAPL`. */
  label?: string
  /** Identity of the caller's idempotency key. Only it repeats the purchase, for 24 hours. */
  once?: string
  /** Our own computation of the price. Called only after a 402. */
  expected(): Promise<ExpectedPrice>
}

/** A quote that passed every check except payee and budget, with the displayed request. */
export type CheckedQuote = CheckedTerms & {
  label?: string
  /** The bytes of the request. The approval shows their content, not the caller's label. */
  body?: string
}
