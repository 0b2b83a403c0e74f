import type { CheckedQuote as CheckedTerms, ExpectedPrice } from '@fiq/shared/payment/check-quote'

/** What is asked, before anybody knows whether it costs something. */
export type PaidRequest = {
  url: URL
  /** The JSON request exactly as it is sent: the same bytes are sent again with the payment. */
  body: string
  /** More request headers, lower case. Never `payment-signature`. */
  headers?: Readonly<Record<string, string>>
  /** One line for the approval: what is being bought, e.g. `quotes AAPL`. */
  label?: string
  /** Our own computation of the price. Called only when a 402 arrives. */
  expected(): Promise<ExpectedPrice>
}

/** A quote that passed every check except payee and budget, with the request as it is shown. */
export type CheckedQuote = CheckedTerms & {
  label?: string
  /** The bytes of the request. The approval shows what they say, not what the caller calls it. */
  body?: string
}
