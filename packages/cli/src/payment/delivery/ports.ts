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

/** Steps at which a test may stop the process. The real one does nothing. */
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
  /** The answer of a purchase begun earlier, or by another process: nothing new was signed. */
  resumed: boolean
  /** Milliseconds since the purchase of a resumed answer: it is not older than this. */
  ageMs?: number
  /** `--dry-run`: the checked quote; `status` is 402, nothing was signed or paid. */
  quoted?: CheckedQuote
  /** Sentences for stderr, e.g. that the answer could not be stored. */
  notes: readonly string[]
  /**
   * Call it once the answer has been printed. Until then the same command gets this answer again,
   * free, so that a crash before printing loses nothing. After it a repeat is a new purchase.
   */
  delivered(): void
}

/** Ports of the payer: everything it uses of the outside world. */
export type Payer = {
  /**
   * One request and one answer, without redirects or retries. Rejects if the answer is not
   * complete: with `SERVER_UNREACHABLE` if none began.
   *
   * @param sent - called after the request was sent.
   */
  send(
    request: PaidRequest,
    headers: Readonly<Record<string, string>>,
    sent?: () => void,
  ): Promise<HttpAnswer>
  payees: Payees
  approve: Approve
  /** Asked last, before anything is reserved: does the caller no longer want the answer? */
  isCancelled?(): boolean
  /** Opens the wallet, asking for its passphrase. @throws FiqError `NO_WALLET`, `WALLET_LOCKED`. */
  openWallet(): Promise<PayingSigner>
  /**
   * The paying wallet's state: does it open without a prompt, because its passphrase is available?
   * Absent if it is open already. @throws FiqError `NO_WALLET`.
   */
  findWallet?(): { opensWithoutPrompt: boolean; isPlay?: boolean }
  budget: Budget
  journal: Journal
  chain: Chain
  /** The wallet's balance from the user's own node; `undefined` if unknown. */
  balance?(address: Hex): Promise<bigint | undefined>
  clock: Clock
  /** 32 bytes. */
  randomId(): Hex
  session: string
  limits: Limits
  /** Progress for a waiting user, on stderr. */
  note(line: string): void
  step?(name: PaymentStep): void
  /** See {@link PayerOptions.follow}. */
  follow?(purchase: Purchase | undefined): void
  /** Closes the journal. Harmless to leave out at the end of a process. */
  close(): void
}
