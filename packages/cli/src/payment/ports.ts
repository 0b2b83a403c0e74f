import type { Authorization, Signer } from '@fiq/shared/payment/authorization'
import type { ItemisedQuote, QuoteRow } from '@fiq/shared/payment/quote'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Price } from '@fiq/shared/pricing/price-plan'
import type { Declaration, Given } from '../commands/declaration.ts'
import type { Output } from '../context.ts'

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

export type ExpectedPrice = {
  price: Price
  /** `digestOf(priced)` of the request, without price. Absent where the server is not a fiq. */
  digest?: string
  tariffVersion: string
}

/** Header names are lower case. A header sent twice is joined with `, `. */
export type AnswerHeaders = Readonly<Record<string, string>>

export type HttpAnswer = { status: number; headers: AnswerHeaders; body: string }

/** A free answer has `paid: 0n` and no `purchase`. */
export type PaidAnswer = HttpAnswer & {
  /** Atomic units that this answer cost. A resumed one says again what it cost the first time. */
  paid: bigint
  purchase?: PurchaseSummary
  /** The answer of a purchase begun earlier, or by another process: nothing new was signed. */
  resumed: boolean
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

/**
 * - `reserved`: counted in the budget, nothing signed.
 * - `signed`: the signed bytes are in the journal and may have been sent.
 * - `unknown`: sent, no proof yet, not being retried now.
 * - `settled`: it settled, the answer is still owed.
 * - `answered`: paid and answered.
 * - `rejected`: the server refused it; not proven void, so it counts as spent.
 * - `void`: proven never to move money. Not counted.
 */
export const purchaseStates = [
  'reserved',
  'signed',
  'unknown',
  'settled',
  'answered',
  'rejected',
  'void',
] as const
export type PurchaseState = (typeof purchaseStates)[number]

export type PurchaseSummary = {
  id: string
  state: PurchaseState
  amount: bigint
  /** Absent until a receipt named it. */
  transaction?: string
  payTo: Hex
  quote: readonly QuoteRow[]
  /** Unix milliseconds. */
  at: number
}

/** A purchase as the journal holds it. */
export type Purchase = PurchaseSummary & {
  /** Identity of the request: SHA-256 of origin, path and body. */
  request: string
  url: string
  body: string
  authorization: Authorization
  /** The `PAYMENT-SIGNATURE` header as it is sent. Absent while `reserved`. */
  signed?: string
  /** Present while `answered` and not delivered. */
  answer?: HttpAnswer
  session: string
  label?: string
}

/** A quote after every check of "Before signing" except payee and budget. */
export type CheckedQuote = {
  amount: bigint
  credits: number
  rows: readonly QuoteRow[]
  payTo: Hex
  /** Scheme, host and port of the server. */
  origin: string
  maxTimeoutSeconds: number
  tariffVersion: string
  /** The server's own itemisation; `undefined` when it does not itemise. */
  itemised: ItemisedQuote | undefined
  resourceUrl: string
  label?: string
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
  /** `--max-price`: refused above, paid without asking up to it (within the caps). */
  maxPrice?: bigint
  /** `--yes`: nothing is asked; the caps still hold. */
  yes?: boolean
  /** `--dry-run`: everything is checked and shown, nothing is signed. */
  dryRun?: boolean
}

/** What each window holds at this moment. Atomic units. */
export type Standing = { day: bigint; days30: bigint; session: bigint }

/** `known` since when this payee is pinned for this server (Unix milliseconds), or `new`. */
export type PayeeStanding = { status: 'known'; since: number } | { status: 'new' }

export type Payees = {
  /** @throws FiqError `PAYEE_CHANGED` when another address is pinned. */
  check(origin: string, payTo: Hex): PayeeStanding
  /** Pins on first use. @throws FiqError `PAYEE_CHANGED` when another process pinned another. */
  pin(origin: string, payTo: Hex): void
}

/** Everything {@link Budget.reserve} writes down before anything is signed. */
export type ReservationTerms = Omit<Purchase, 'state' | 'transaction' | 'answer' | 'signed'>

export type Budget = {
  standing(): Standing
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
  delivered(id: string): void
  /** Past their `validBefore`, counted as spent and without proof: worth asking the chain about. */
  unproven(): readonly Purchase[]
}

/** What the chain says of an authorization. `undefined` when it cannot be asked, or is not trusted. */
export type Chain = {
  authorizationUsed(authorization: Authorization): Promise<boolean | undefined>
}

export type Clock = {
  /** Unix milliseconds. */
  now(): number
  sleep(ms: number): Promise<void>
}

/** Steps at which a test may stop the process. The real one does nothing. */
export type PaymentStep =
  | 'reserved'
  | 'signature made'
  | 'signature journaled'
  | 'sent'
  | 'answer received'
  | 'answer journaled'

/** What paying needs from the outside. Everything that touches the world is in this list. */
export type Payer = {
  /**
   * One request, one answer, no redirect followed, no retry. Rejects with `SERVER_UNREACHABLE`
   * whenever no complete answer came.
   */
  send(request: PaidRequest, headers: Readonly<Record<string, string>>): Promise<HttpAnswer>
  payees: Payees
  /** Shows the quote and asks if it must. @throws FiqError `DECLINED`, `APPROVAL_NEEDED`, `OVER_LIMIT`. */
  approve(quote: CheckedQuote, payee: PayeeStanding, standing: Standing): Promise<void>
  /** Opens the wallet, asking for its passphrase. @throws FiqError `NO_WALLET`, `WALLET_LOCKED`. */
  openWallet(): Promise<Signer>
  budget: Budget
  journal: Journal
  chain: Chain
  clock: Clock
  /** 32 bytes. */
  randomId(): Hex
  session: string
  limits: Limits
  /** Progress for a human who waits, on stderr. */
  note(line: string): void
  step?(name: PaymentStep): void
  /** Closes the journal. Harmless to leave out at the end of a process. */
  close(): void
}

/** Where questions are asked: stderr and the terminal device, never stdout. */
export type ApprovalTerminal = {
  /** Somebody can be asked. */
  interactive: boolean
  columns: number
  write(text: string): void
  /** One line, echoed. Rejects with `CANCELLED` on Ctrl-C. */
  ask(prompt: string): Promise<string>
  /** One line, not echoed. `askSecret` in `wallet/ask-secret.ts` does this for a tty. */
  askSecret(prompt: string): Promise<string>
}

/**
 * What `wallet`, `budget` and `payments` need. `CliContext` satisfies it by carrying
 * `money: MoneyPorts`; everything else here it has already.
 */
export type MoneyContext = {
  output: Pick<Output, 'format' | 'print' | 'note' | 'warn'>
  readText(source: string): Promise<string>
  money: MoneyPorts
}

/** A command of ours: the same as {@link Declaration}, for a context that has `money`. */
export type MoneyDeclaration = Omit<Declaration, 'load' | 'commands'> & {
  load?: () => Promise<{ run: (context: MoneyContext, given: Given) => Promise<void> }>
  commands?: readonly MoneyDeclaration[]
}

/** The world of the money commands; the same values {@link PayerOptions} is made from. */
export type MoneyPorts = Omit<PayerOptions, 'limits' | 'step'>

/** Where a passphrase or key may come from besides a prompt. Read once, in `main.ts`. */
export type WalletSecrets = {
  /** FIQ_WALLET_PASSPHRASE */
  passphrase?: string
  /** FIQ_WALLET_PASSPHRASE_FILE */
  passphraseFile?: string
  /** --passphrase-fd */
  passphraseFd?: number
  /** FIQ_PRIVATE_KEY; used only with `allowEnvKey`. */
  privateKey?: string
  /** --allow-env-key */
  allowEnvKey?: boolean
}

/** The three calls of keytar that are used. Each may hang: every one is behind a time limit. */
export type Keychain = {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** Everything {@link openPayer} is made from. */
export type PayerOptions = {
  configDir: string
  stateDir: string
  serverUrl: URL
  profile: string
  limits: Limits
  walletName?: string
  secrets: WalletSecrets
  terminal: ApprovalTerminal
  clock: Clock
  /** Cryptographic randomness. */
  randomBytes(length: number): Uint8Array
  /** One per process, or one per proxy token. */
  session: string
  /** This process, and whether another still runs: `process.pid`, `isProcessAlive`. */
  processes: { pid: number; isAlive(pid: number): boolean }
  /** The OS keychain, `undefined` where there is none: `loadKeytar` in `wallet/keychain.ts`. */
  loadKeychain(): Promise<Keychain | undefined>
  /** A JSON-RPC address of the chain the user trusts. Without it the chain is asked only through a loopback server's devnet. */
  rpcUrl?: URL
  step?(name: PaymentStep): void
}
