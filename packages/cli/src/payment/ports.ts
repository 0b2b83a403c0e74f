import type { Signer } from '@fiq/shared/payment/authorization'
import type { CheckedQuote as CheckedTerms, ExpectedPrice } from '@fiq/shared/payment/check-quote'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Clock, PaymentStep } from './payer-options.ts'
import type { HttpAnswer, Purchase, PurchaseSummary, ReservationTerms } from './purchase.ts'

export type { MoneyPorts } from './money-ports.ts'
export type * from './payer-options.ts'
export type * from './purchase.ts'
export type { ExpectedPrice }

/*
 * How this side is wired, once, from one `PayerOptions`:
 *   const ask = openAsk(options)        // payment/ask-and-pay.ts; one for the process
 *   const money = openMoney(options)    // payment/open-money.ts; `CliContext.money`
 * with `limits: { ...readLimits(configDir), maxPrice, yes, dryRun }` (payment/limits.ts),
 * `processes: { pid, isAlive: isProcessAlive }`, `loadKeychain: loadKeytar`, `send: openHttp()`. Both are light:
 * schemas and SQLite load when a question is asked, viem when something is signed. After printing
 * a paid answer call its `delivered()`. The commands are `wallet`, `budget` and `payments`.
 */

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

/** A free answer has `paid: 0n` and no `purchase`. */
export type PaidAnswer = HttpAnswer & {
  /** Atomic units that this answer cost. A resumed one says again what it cost the first time. */
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

/** A quote that passed every check except payee and budget, with the request as it is shown. */
export type CheckedQuote = CheckedTerms & {
  label?: string
  /** The bytes of the request. The approval shows what they say, not what the caller calls it. */
  body?: string
}

/** Caps in atomic units. They always hold: no flag lifts them. */
export type Caps = {
  perPayment: bigint
  perDay: bigint
  per30Days: bigint
  perSession: bigint
}

/** Caps, and what may be paid without a question. */
export type Limits = Caps & {
  /** Paid without asking up to here. Atomic units. */
  autoApprove: bigint
  /** `--max-spend`, `FIQ_MAX_PRICE` or the setting: refused above. */
  maxPrice?: bigint
  /**
   * It was given on this command line: without a terminal, paid without asking up to it (within the
   * caps). A variable or a setting stands for every command, and so approves none.
   */
  maxPriceApproves?: boolean
  /** `--yes`: nothing is asked; the caps still hold. */
  yes?: boolean
  /** `--trust`: the origin of a server whose payee is taken when it is new. */
  trust?: string
  /** `--dry-run`: everything is checked and shown, nothing is signed. */
  dryRun?: boolean
}

/** What each window holds at this moment. Atomic units. */
export type Standing = {
  day: bigint
  days30: bigint
  session: bigint
  /** The windows of play money: the wallet that pays is a play wallet. */
  isPlay?: true
}

/** Signs what is paid: with a key at hand, or through an agent that sees the purchase only. */
export type PayingSigner = (
  | Signer
  | { address: Hex; signPurchase(purchase: Purchase): Promise<Hex> }
) & {
  /** The key is one of a play wallet. */
  isPlay?: true
}

/**
 * `known` since when this payee is pinned for this server (Unix milliseconds), with what it has been
 * paid, in atomic units; or `new`.
 */
export type PayeeStanding =
  | { status: 'known'; since: number; paid?: bigint; payments?: number }
  | { status: 'new'; trust: PayeeTrust }

/**
 * Why a new payee might be taken: the user trusts its server (`--trust`, `fiq payees trust`); it is
 * the first of this profile, which a command may consent to; or no reason.
 */
export type PayeeTrust = 'given' | 'first' | 'none'

/** A server of the profile. `payTo` is absent until it is paid first. */
export type PayeeRecord = { origin: string; payTo: Hex | undefined; since: number }

export type Payees = {
  /** @throws FiqError `PAYEE_CHANGED` when another address is pinned. */
  check(origin: string, payTo: Hex): PayeeStanding
  /** Pins on first use. @throws FiqError `PAYEE_CHANGED` when another process pinned another. */
  pin(origin: string, payTo: Hex): void
}

export type Budget = {
  standing(): Standing
  /** The caps as they stand; {@link Budget.reserve} checks them bindingly. @throws FiqError `OVER_BUDGET`. */
  check(amount: bigint): void
  /**
   * Checks every cap and writes the purchase as `reserved`, in one transaction. When this request
   * has been begun by somebody else in the meantime, that purchase is returned instead (`begun`).
   * A reservation of the same terms whose process died is taken over: the authorization returned
   * may therefore be an older one.
   *
   * @throws FiqError `OVER_BUDGET`, `BUDGET_BUSY`, `JOURNAL_UNAVAILABLE`.
   */
  reserve(terms: ReservationTerms): { reserved: Purchase } | { begun: Purchase }
}

export type Journal = {
  /** The purchase of this request that is not over: being paid, unproven, owed or undelivered. */
  find(request: string): Purchase | undefined
  read(id: string): Purchase | undefined
  /** Is a living process working at it? */
  held(id: string): boolean
  /** Takes over a purchase nobody works at. `undefined` when somebody does. */
  claim(id: string): Purchase | undefined
  /** Writes the signed bytes and syncs them to the disk. Only these bytes are ever sent. */
  signed(id: string, header: string): void
  /** This process is still at it: others keep waiting. */
  alive(id: string): void
  answered(id: string, answer: HttpAnswer, transaction: string | undefined): void
  settled(id: string, transaction: string | undefined): void
  unknown(id: string): void
  rejected(id: string, reason: string): void
  /** Proven never to move money: released from the budget. */
  voided(id: string, reason: string): void
  /** Gives up a reservation of this process. One that another has taken over is left alone. */
  release(id: string): void
  delivered(id: string): void
  /** Past their `validBefore`, counted as spent and without proof: worth asking the chain about. */
  unproven(): readonly Purchase[]
}

/**
 * What the chain proves of a purchase.
 *
 * - `settled`: its nonce is used. - `void`: its nonce is unused at a block past its end, so that it
 *   never settles.
 */
export type Proof = 'settled' | 'void'

export type Chain = {
  /** Is there a node that is believed about this purchase? */
  isAsked(purchase: Purchase): boolean
  /** `undefined` when nothing is proven: never proof that money did not move. */
  prove(purchase: Purchase): Promise<Proof | undefined>
}

/** Shows the quote and asks if it must. @throws FiqError `DECLINED`, `APPROVAL_NEEDED`, `OVER_LIMIT`. */
export type Approve = {
  (quote: CheckedQuote, payee: PayeeStanding, standing: Standing): Promise<void>
  /** Would it ask nobody? Absent where somebody is asked each time. */
  isAutomatic?(quote: Pick<CheckedQuote, 'amount' | 'origin'>, payee: PayeeStanding): boolean
}

/** What paying needs from the outside. Everything that touches the world is in this list. */
export type Payer = {
  /**
   * One request, one answer, no redirect followed, no retry. Rejects whenever no complete answer
   * came: with `SERVER_UNREACHABLE` when none began.
   *
   * @param sent - Called when the request has left.
   */
  send(
    request: PaidRequest,
    headers: Readonly<Record<string, string>>,
    sent?: () => void,
  ): Promise<HttpAnswer>
  payees: Payees
  approve: Approve
  /** Opens the wallet, asking for its passphrase. @throws FiqError `NO_WALLET`, `WALLET_LOCKED`. */
  openWallet(): Promise<PayingSigner>
  /**
   * What is known of the wallet that pays: does it open without a word to anybody, because its
   * passphrase is given? Absent where it is open already. @throws FiqError `NO_WALLET`.
   */
  findWallet?(): { opensUnasked: boolean; isPlay?: boolean }
  budget: Budget
  journal: Journal
  chain: Chain
  /** What the wallet holds, by the user's own node; `undefined` where it does not say. */
  balance?(address: Hex): Promise<bigint | undefined>
  clock: Clock
  /** 32 bytes. */
  randomId(): Hex
  session: string
  limits: Limits
  /** Progress for a human who waits, on stderr. */
  note(line: string): void
  step?(name: PaymentStep): void
  /** See {@link PayerOptions.follow}. */
  follow?(purchase: Purchase | undefined): void
  /** Closes the journal. Harmless to leave out at the end of a process. */
  close(): void
}
