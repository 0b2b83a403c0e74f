import { isTlsOrLocal } from '@fiq/shared/is-loopback'
import { type QuoteRow, rowAmount } from '@fiq/shared/payment/quote'
import { atomicPerCredit } from '@fiq/shared/pricing/tariff'
import { sanitise } from '@fiq/shared/sanitise'
import { formatCount } from '../../terminal/format/format-count.ts'
import { usdcText } from '../../terminal/format/usdc-text.ts'
import type { Standing } from '../budget/budget.ts'
import type { Limits } from '../budget/limits.ts'
import type { PayeeStanding } from '../journal/payees.ts'
import type { CheckedQuote } from '../quote/paid-request.ts'

/**
 * Shows the quote and prompts if necessary.
 *
 * @throws FiqError `DECLINED`, `APPROVAL_NEEDED`, `OVER_LIMIT`.
 */
export type Approve = {
  (quote: CheckedQuote, payee: PayeeStanding, standing: Standing): Promise<void>
  /** Whether the payment would need no prompt. Absent if every payment prompts. */
  isAutomatic?(quote: Pick<CheckedQuote, 'amount' | 'origin'>, payee: PayeeStanding): boolean
}

/** A quote with the facts for the decision. */
export type Proposal = {
  quote: CheckedQuote
  payee: PayeeStanding
  standing: Standing
  limits: Limits
  /** Name of the paying wallet, if there is one. */
  wallet?: string | undefined
  /** Whether the decision covers the cap of the whole session, with this quote as the first. */
  wholeSession?: boolean
}

/** The decision: `session` allows this payment and further ones up to the session's cap. */
export type ApprovalReply = 'once' | 'session' | 'no' | 'interrupted'

/** One cap before and after this payment. Atomic units. */
export type BudgetWindow = { name: string; spent: bigint; after: bigint; cap: bigint }

/**
 * The windows of the budget. The session's window is shown after its first payment, or if it is
 * being decided.
 */
export function budgetWindows(proposal: Proposal): readonly BudgetWindow[] {
  const { quote, standing, limits, wholeSession } = proposal
  const windowOf = (name: string, spent: bigint, cap: bigint): BudgetWindow => ({
    name,
    spent,
    after: spent + quote.amount,
    cap,
  })
  const session = windowOf('session', standing.session, limits.perSession)
  const counts = wholeSession || session.spent > 0n || session.after > session.cap
  return [
    windowOf('24 h', standing.day, limits.perDay),
    windowOf('30 days', standing.days30, limits.per30Days),
    ...(counts ? [session] : []),
  ]
}

/** Amounts of the windows as texts, aligned right. */
export function windowTexts(windows: readonly BudgetWindow[]): readonly string[] {
  const column = (amountOf: (window: BudgetWindow) => bigint) => {
    const texts = windows.map((window) => usdcText(amountOf(window)))
    const width = Math.max(...texts.map(({ length }) => length))
    return texts.map((text) => text.padStart(width))
  }
  const spent = column((window) => window.spent)
  const after = column((window) => window.after)
  const cap = column((window) => window.cap)
  return windows.map((_, at) => `${spent[at]} → ${after[at]} of ${cap[at]}`)
}

/**
 * The prompt, or the result of `--dry-run`. Omits the scheme for https, and for http to this
 * machine.
 */
export function promptWords({ quote, limits, wholeSession }: Proposal): string {
  const url = new URL(quote.origin)
  const payee = sanitise(isTlsOrLocal(url) ? url.host : quote.origin)
  if (limits.dryRun) return `Would pay ${usdcText(quote.amount)} USDC to ${payee}; nothing is paid.`
  return wholeSession
    ? `Pay up to ${usdcText(limits.perSession)} USDC in this session to ${payee}?`
    : `Pay ${usdcText(quote.amount)} USDC to ${payee}?`
}

/** One row of a quote, as texts. */
export type RowTexts = { path: string; credits: string; usdc: string }

/** Formats a row of a quote. The path is sanitised, because the server wrote it. */
export function rowTexts(row: QuoteRow): RowTexts {
  const [path, times, credits] = row
  const each = credits / times
  return {
    path: sanitise(path),
    credits: Number.isInteger(each)
      ? `${times} × ${formatCount(each, 'credit')}`
      : formatCount(credits, 'credit'),
    usdc: usdcText(rowAmount(row, atomicPerCredit)),
  }
}

/** The sum of the rows, if there are several. */
export function sumTexts(quote: CheckedQuote): RowTexts | undefined {
  if (quote.rows.length < 2) return undefined
  return {
    path: 'together',
    credits: formatCount(quote.credits, 'credit'),
    usdc: usdcText(quote.amount),
  }
}

/** The paying wallet, and how long the signature is valid. */
export function walletWords({ quote, standing, wallet }: Proposal): string {
  const name = wallet === undefined ? 'no wallet yet' : `wallet ${wallet}`
  const money = standing.isPlay ? 'PLAY money' : 'USDC on Base'
  return `${name}, ${money}; valid ${quote.maxTimeoutSeconds} s`
}

/** Shown if a play wallet pays. */
export const playWords = 'a PLAY wallet: play money only, with separate budget windows'

/** Text about the payee. A changed payee is refused earlier. */
export function payeeWords(payee: PayeeStanding): string {
  if (payee.status === 'new') return 'NEW: this server was never paid'
  const since = `known since ${new Date(payee.since).toISOString().slice(0, 10)}`
  const { payments } = payee
  if (payments === undefined || payments === 0) return since
  return `${since}, paid ${payments === 1 ? 'once' : `${payments} times`}`
}

/** The counted credits, and why the price differs from their sum. */
export function creditsWords({ credits, rows }: CheckedQuote): string {
  const count = formatCount(credits, 'credit')
  if (rows.some(([path]) => path === 'minimum')) return `${count}, raised to the minimum`
  if (rows.some(([path]) => path === 'cap')) return `${count}, lowered to the cap`
  return count
}
