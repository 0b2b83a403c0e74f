import { formatUsdc } from '@fiq/shared/money/usdc'
import { formatCount } from '../../terminal/format/format-count.ts'
import type { Standing } from '../budget/budget.ts'
import type { Limits } from '../budget/limits.ts'
import type { PayeeStanding } from '../journal/payees.ts'
import type { CheckedQuote } from '../quote/paid-request.ts'

/** Shows the quote and asks if it must. @throws FiqError `DECLINED`, `APPROVAL_NEEDED`, `OVER_LIMIT`. */
export type Approve = {
  (quote: CheckedQuote, payee: PayeeStanding, standing: Standing): Promise<void>
  /** Would the payment need no prompt? Absent if every payment prompts. */
  isAutomatic?(quote: Pick<CheckedQuote, 'amount' | 'origin'>, payee: PayeeStanding): boolean
}

/** A quote with the facts for the decision. */
export type Proposal = {
  quote: CheckedQuote
  payee: PayeeStanding
  standing: Standing
  limits: Limits
  /** It is about all that the session may spend, with this quote as the first. */
  wholeSession?: boolean
}

/** The decision: `session` allows this payment and further ones up to the session's cap. */
export type ApprovalReply = 'once' | 'session' | 'no' | 'interrupted'

/** One cap before and after this payment. Atomic units. */
export type BudgetWindow = { name: string; spent: bigint; after: bigint; cap: bigint }

export function budgetWindows({ quote, standing, limits }: Proposal): readonly BudgetWindow[] {
  const windowOf = (name: string, spent: bigint, cap: bigint): BudgetWindow => ({
    name,
    spent,
    after: spent + quote.amount,
    cap,
  })
  return [
    windowOf('24 hours', standing.day, limits.perDay),
    windowOf('30 days', standing.days30, limits.per30Days),
    windowOf('session', standing.session, limits.perSession),
  ]
}

/** Said where a play wallet pays. */
export const playWords = 'a PLAY wallet: play money only, in budget windows of its own'

/** A payee that changed never gets here: it is refused before anything is shown. */
export function payeeWords(payee: PayeeStanding): string {
  if (payee.status === 'new') return 'NEW: never paid at this server'
  const since = `known since ${new Date(payee.since).toISOString().slice(0, 10)}`
  const { paid, payments } = payee
  if (paid === undefined || payments === undefined || payments === 0) return since
  return `${since}, paid ${payments === 1 ? 'once' : `${payments} times`}: ${formatUsdc(paid)} USDC`
}

/** The counted credits, and why the price differs from their sum. */
export function creditsWords({ credits, rows }: CheckedQuote): string {
  const count = formatCount(credits, 'credit')
  if (rows.some(([path]) => path === 'minimum')) return `${count}, raised to the minimum`
  if (rows.some(([path]) => path === 'cap')) return `${count}, lowered to the cap`
  return count
}
