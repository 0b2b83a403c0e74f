import type { ErrorCode } from '@fiq/shared/errors'
import type { PurchaseState } from '../payment/journal/purchase.ts'

/**
 * The server's answer, narrowed to the used fields. Its texts are untrusted: sanitise before
 * printing.
 */
export type Answer = {
  /** The whole response body. */
  response: Readonly<Record<string, unknown>>
  /** `null` if every field failed. */
  data: Readonly<Record<string, unknown>> | null
  errors: readonly AnswerError[]
  sources: readonly Source[]
  warnings: readonly string[]
  /** Number of rows that satisfy the filter of a paged list, by response path. */
  matches?: Readonly<Record<string, unknown>>
  /** A sentence for each list that has more items than the answer, by path. */
  more?: Readonly<Record<string, unknown>>
  /** Whether the sandbox answered, so that the values are invented. */
  sandbox: boolean
  payment: AnswerPayment | undefined
  /** Present if an earlier run bought the answer. */
  age?: AnswerAge
}

/** One error of a GraphQL response. */
export type AnswerError = {
  message: string
  /** Response path with dots, e.g. `quotes.0.price`; empty for the whole operation. */
  path: string
  code: ErrorCode | undefined
  facts: readonly string[]
}

/** The source of a value, and its age. */
export type Source = {
  path: string
  source: string
  sourceUrl: string | undefined
  /** ISO 8601 date or date-time of the newest value, if the source states one. */
  asOf: string | undefined
  mode: string | undefined
  stale: boolean
  /** Delay of a price: `real-time`, `15-minute`, `end-of-day` or `periodic`. */
  delay?: string
  /** Venue of a price: `consolidated`, `single` or `indicative`. */
  venue?: string
  licence?: string
}

/** The payment for an answer. */
export type AnswerPayment = {
  /** USDC in atomic units; for a resumed answer, its original cost. */
  paid: bigint
  /** Whether an earlier run paid, so that nothing new was signed. */
  resumed: boolean
  state: PurchaseState
  /** Our own purchase id, for `fiq payments show`. */
  id: string | undefined
  /** The transaction in a receipt that matches the signed payment. */
  transaction: string | undefined
  /** Whether a play wallet paid. */
  isPlay?: true
}

/** The age of a resumed answer. */
export type AnswerAge = {
  /** Milliseconds since the purchase: the maximum age of the answer. */
  ms: number
  /** Response keys of quickly changing fields, if the answer is older than a minute. */
  stale: readonly string[]
}
