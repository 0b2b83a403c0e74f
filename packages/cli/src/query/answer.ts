import type { ErrorCode } from '@fiq/shared/errors'
import type { PurchaseState } from '../payment/journal/purchase.ts'
/**
 * The server's answer, narrowed to the used fields. Its texts are untrusted: sanitise before
 * printing.
 */
export type Answer = {
  /** The whole response body. */
  response: Readonly<Record<string, unknown>>
  /** `null` when every field failed. */
  data: Readonly<Record<string, unknown>> | null
  errors: readonly AnswerError[]
  sources: readonly Source[]
  warnings: readonly string[]
  /** Answered from the sandbox: invented values. */
  sandbox: boolean
  payment: AnswerPayment | undefined
}

export type AnswerError = {
  message: string
  /** Response path in dots, e.g. `quotes.0.price`; empty for the whole operation. */
  path: string
  code: ErrorCode | undefined
  facts: readonly string[]
}

/** The source of a value, and its age. */
export type Source = {
  path: string
  source: string
  sourceUrl: string | undefined
  /** ISO 8601 date or date-time of the newest value, where the source states one. */
  asOf: string | undefined
  mode: string | undefined
  stale: boolean
  /** How late a price is: `real-time`, `15-minute`, `end-of-day` or `periodic`. */
  delay?: string
  /** Where a price was made: `consolidated`, `single` or `indicative`. */
  venue?: string
  licence?: string
}

/** The payment for an answer. */
export type AnswerPayment = {
  /** USDC in atomic units; for a resumed answer, its original cost. */
  paid: bigint
  /** Paid by an earlier run; nothing new was signed. */
  resumed: boolean
  state: PurchaseState
  /** Our own purchase id, to look it up with `fiq payments show`. */
  id: string | undefined
  /** Named by a receipt that matches the signed payment. */
  transaction: string | undefined
  /** Paid by a play wallet. */
  isPlay?: true
  /** Milliseconds since the purchase, of a resumed answer. */
  ageMs?: number
  /** Response keys of fast-moving fields of a resumed answer that is older than a minute. */
  stale?: readonly string[]
}
