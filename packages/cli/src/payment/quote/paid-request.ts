import type { CheckedQuote as CheckedTerms, ExpectedPrice } from '@fiq/shared/payment/check-quote'

/** A request that may cost something. */
export type PaidRequest = {
  url: URL
  /** The JSON request exactly as it is sent: the same bytes are sent again with the payment. */
  body: string
  /** More request headers, lower case. Never `payment-signature`. */
  headers?: Readonly<Record<string, string>>
  /** One line for the approval that names the purchase, e.g. `quotes AAPL`. */
  label?: string
  /** Our own computation of the price. Called only when a 402 arrives. */
  expected(): Promise<ExpectedPrice>
}

/** A quote that passed every check except payee and budget, with the request as it is shown. */
export type CheckedQuote = CheckedTerms & {
  label?: string
  /** The bytes of the request. The approval shows their content, not the caller's label. */
  body?: string
}
