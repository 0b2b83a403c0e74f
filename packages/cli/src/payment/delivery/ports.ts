import type { Outcome, readOutcome } from '@fiq/shared/payment/read-outcome'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Clock } from '../../config/clock.ts'
import type { PayingSigner } from '../../wallet/agent/paying-signer.ts'
import type { Approve } from '../approve/approval-facts.ts'
import type { Budget } from '../budget/budget.ts'
import type { Limits } from '../budget/limits.ts'
import type { Journal } from '../journal/journal.ts'
import type { Payees } from '../journal/payees.ts'
import type { HttpAnswer, Purchase, PurchaseSummary } from '../journal/purchase.ts'
import type { CheckedQuote, PaidRequest } from '../quote/paid-request.ts'
import type { Chain } from './chain.ts'

/** Steps at which a test may stop the process. Real runs ignore them. */
export type PaymentStep =
  | 'reserved'
  | 'signature made'
  | 'signature journaled'
  | 'sent'
  | 'answer received'
  | 'answer journaled'

/** A free answer has `paid: 0n` and no `purchase`. */
export type PaidAnswer = HttpAnswer & {
  /** Cost of this answer in atomic units. A resumed answer repeats its original cost. */
  paid: bigint
  purchase?: PurchaseSummary
  /** Whether the purchase was begun earlier, or by another process; then nothing new was signed. */
  resumed: boolean
  /** Maximum age of a resumed answer: milliseconds since its purchase. */
  ageMs?: number
  /** `--dry-run`: the checked quote. `status` is 402; nothing was signed or paid. */
  quoted?: CheckedQuote
  /** Sentences for stderr, e.g. that the answer could not be stored. */
  notes: readonly string[]
  /**
   * Call it once the answer is printed. Until then the same command gets this answer again, free,
   * so that a crash before printing loses nothing. After it, a repeated command is a new purchase.
   */
  delivered(): void
}

/** Work on large answers beside the main thread, in a process that serves several callers. */
export type AnswerThread = {
  readOutcome(...args: Parameters<typeof readOutcome>): Promise<Outcome>
  /** @returns The answer for the journal; `undefined` for one that is stored as it is. */
  pack(answer: HttpAnswer): Promise<string | undefined>
}

/** Ports of the payer: everything it uses from outside. */
export type Payer = {
  /**
   * One request and one response, without redirects or retries. Rejects if the response is
   * incomplete: with `SERVER_UNREACHABLE` if none began.
   *
   * @param sent - Called after the request was sent.
   */
  send(
    request: PaidRequest,
    headers: Readonly<Record<string, string>>,
    sent?: () => void,
  ): Promise<HttpAnswer>
  payees: Payees
  approve: Approve
  /** Whether the caller no longer wants the answer. Checked last, before anything is reserved. */
  isCancelled?(): boolean
  /**
   * Opens the wallet, prompting for its passphrase.
   *
   * @throws FiqError `NO_WALLET`, `WALLET_LOCKED`.
   */
  openWallet(): Promise<PayingSigner>
  /**
   * The paying wallet, and whether it opens without a prompt because its passphrase is available.
   * Absent if it is open already.
   *
   * @throws FiqError `NO_WALLET`.
   */
  findWallet?(): { opensWithoutPrompt: boolean; isPlay?: boolean }
  budget: Budget
  journal: Journal
  /** Whether there is a journal file. Without one, `journal` creates it. */
  hasJournal(): boolean
  chain: Chain
  /** The wallet's balance from the user's own node; `undefined` if unknown. */
  balance?(address: Hex): Promise<bigint | undefined>
  clock: Clock
  /** Milliseconds since this machine started. Setting its clock does not change them. */
  uptime(): number
  /** 32 bytes. */
  randomId(): Hex
  session: string
  limits: Limits
  /** Progress for a waiting user, on stderr. */
  note(line: string): void
  step?(name: PaymentStep): void
  answerThread?: AnswerThread
  /** See {@link PayerOptions.follow}. */
  follow(purchase: Purchase | undefined): void
  /** Closes the journal. Optional at the end of a process. */
  close(): void
}
