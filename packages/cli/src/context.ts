import type { ErrorCode } from '@fiq/shared/errors'
import type { QuoteRow } from '@fiq/shared/payment/quote'
import type { AccountPorts } from './account/account-ports.ts'
import type { Asking } from './asking/ask.ts'
import type { Settings, StoredSettings } from './config/settings.ts'
import type { Check } from './doctor/check.ts'
import type { MoneyPorts, PurchaseState } from './payment/ports.ts'
import type { ProxyPorts } from './proxy/ports.ts'
import type { LiveTerminal } from './terminal/live-terminal.ts'

/**
 * Everything a command may touch, built once from the world that `main.ts` hands in. Commands
 * import no globals: not `process`, not the wallet, not the network. That is what makes each of
 * them testable.
 */
export type CliContext = {
  /** Asks a priced question, paying for it within the limits when the server wants payment. */
  ask(question: Question): Promise<Answer>
  /** Calls a free endpoint; the answer is foreign JSON. A body makes it a POST. */
  callFree(path: string, body?: unknown): Promise<unknown>
  /** Prices a question with the built-in tariff. Nothing is sent. */
  estimate(question: Question): Promise<Estimate>
  /** Asks many times under one approval and one cap. */
  openSession(terms: SessionTerms): Promise<SessionAsking>
  /** The whole terminal, for a view that stays; `undefined` without one. */
  live: LiveTerminal | undefined
  output: Output
  /** Calls an endpoint of the account of the API key. @throws FiqError `INVALID_KEY` without one. */
  callWithKey: Asking['callWithKey']
  /** Buys credits, paid like a question. Atomic units. */
  topUp: Asking['topUp']
  /** Signing in and out. */
  account: AccountPorts
  /** Looks at everything a command needs; works offline. */
  examine(): Promise<readonly Check[]>
  /** What the wallet, budget and payments commands work with. */
  money: MoneyPorts
  /** What the proxy commands work with. */
  proxy: ProxyPorts
  settings: Settings
  stored: StoredSettings
  /** Text of a file, or of standard input for `-`. At most {@link inputBytesMax} bytes. */
  readText(source: string): Promise<string>
  /** Is there a terminal to ask on? */
  canAsk: boolean
  /** Is something piped into standard input? */
  hasPipedInput: boolean
  now(): Date
}

/** Larger inputs than this are refused before they are read to the end. */
export const inputBytesMax = 4_194_304

/** A GraphQL operation as it is sent. */
export type Question = {
  query: string
  variables?: Readonly<Record<string, unknown>>
  operationName?: string
  /** One line for the approval: what is being bought, e.g. `quotes AAPL`. */
  label?: string
}

/** The server's answer, narrowed to what is used. Texts in it are foreign: sanitise to print. */
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

/** Where a value comes from, and how old it is. */
export type Source = {
  path: string
  source: string
  sourceUrl: string | undefined
  /** ISO 8601 date or date-time of the newest value, where the source states one. */
  asOf: string | undefined
  mode: string | undefined
  stale: boolean
}

/** What was paid for an answer. */
export type AnswerPayment = {
  /** USDC in atomic units; what it cost the first time when it was resumed. */
  paid: bigint
  /** Paid by an earlier run; nothing new was signed. */
  resumed: boolean
  state: PurchaseState
  /** Our own purchase id, to look it up with `fiq payments show`. */
  id: string | undefined
  /** Named by a receipt that fits what was signed. */
  transaction: string | undefined
  /** Paid by a play wallet. */
  isPlay?: true
  /** Milliseconds since the purchase, of a resumed answer. */
  ageMs?: number
  /** Response keys of fast-moving fields of a resumed answer that is older than a minute. */
  stale?: readonly string[]
}

export type SessionTerms = {
  /** Most for all questions together, atomic units of USDC. The budget holds besides. */
  cap: bigint
  /** Takes what there is to say while an answer is waited for. */
  note(line: string): void
}

export type SessionAsking = {
  /** Shows the quote of the first question and asks once; see {@link CliContext.ask}. */
  ask(question: Question): Promise<Answer>
  /** Call it once the answers have been shown: the same question is a new purchase after it. */
  delivered(): void
  /** What the session has cost, what may still settle included. Atomic units. */
  spent(): bigint
}

/** A price, itemised. */
export type Estimate = {
  tariff: string
  credits: number
  /** USDC in atomic units. */
  amount: bigint
  rows: readonly QuoteRow[]
}

/** How a result is shown. Data goes to stdout, everything else to stderr. */
export type Output = {
  format: OutputFormat
  screen: Screen
  /** Prints the value in the format asked for; `text` calls the view. */
  print(result: Result): void
  /** Prints our own text as it is, in every format: scripts for a shell. */
  text(text: string): void
  /** Resolves once everything printed has left this process. Only then is it delivered. */
  flushed(): Promise<void>
  /** A line for humans, on stderr; dimmed on a terminal. */
  note(line: string): void
  /** A line for humans that should not be missed, on stderr. */
  warn(line: string): void
}

export type OutputFormat = 'text' | 'json' | 'csv' | 'ndjson' | 'plain'

/** What a view needs to know of the terminal. */
export type Screen = {
  columns: number
  colour: boolean
  /** Is stdout a terminal, so that lines are looked at by a human? */
  interactive: boolean
  /** Height of the terminal, where it is one. */
  rows?: number
  /** It shows ASCII only. */
  ascii?: boolean
  /** Somebody listens to it: words instead of drawings. */
  isReadAloud?: boolean
}

export type Result = {
  /** The JSON value: an array of rows, or an object. */
  value: unknown
  /** Text for a terminal, lines without a trailing newline. */
  view: (screen: Screen) => string
  /** Rows for `--csv`, `--ndjson` and `--plain`, where the value is not already a list of them. */
  rows?: readonly unknown[]
}
