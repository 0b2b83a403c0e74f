import { formatUsdc } from '@fiq/shared/money/usdc'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { sanitise } from '@fiq/shared/sanitise'
import type { CheckedQuote } from '../quote/paid-request.ts'
import { callerName, summariseQuery, summaryLine } from '../quote/query-summary.ts'
import {
  type BudgetWindow,
  budgetWindows,
  creditsWords,
  type Proposal,
  payeeWords,
  playWords,
} from './approval-facts.ts'

/** Most rows shown; the rest is counted. */
export const rowsShownMax = 12

/** The itemised quote as a human decides on it, in plain lines that end with a newline. */
export function approvalText(proposal: Proposal): string {
  const { quote, payee, standing } = proposal
  const lines = [
    '',
    `${sanitise(quote.origin)} asks for ${formatUsdc(quote.amount)} USDC (${creditsWords(quote)})`,
    ...queryLines(quote).map((line) => `  For      ${line}`),
    ...rowLines(quote),
    `  Pay to   ${quote.payTo}`,
    `           ${payeeWords(payee)}`,
    ...(standing.isPlay ? [`  From     ${playWords}`] : []),
    `  With     USDC ${usdcOnBase.asset} on Base (${usdcOnBase.network})`,
    `  Expires  ${quote.maxTimeoutSeconds} s after signing`,
    ...(quote.itemised ? [] : [`  Note     ${notItemised}`]),
    ...budgetWindows(proposal).map(budgetLine),
    '',
  ]
  return lines.join('\n')
}

/**
 * Describes the purchase: the query from its syntax tree, the caller's label marked as such, and
 * our own text if the command has one, such as a session's.
 */
export function queryLines({
  body,
  label,
}: Pick<CheckedQuote, 'body' | 'label'>): readonly string[] {
  const asked = summariseQuery(body)
  const named = asked && callerName(asked)
  const isOurs =
    label !== undefined && !(body !== undefined && asked && label === summaryLine(body))
  return [
    ...(isOurs ? [sanitise(label).slice(0, 200)] : []),
    ...(asked?.lines ?? []),
    ...(named === undefined ? [] : [named]),
  ]
}

/** Said when the rows are not the server's. */
export const notItemised = 'the server does not itemise; the rows are our own'

function rowLines({ rows }: CheckedQuote): string[] {
  const shown = rows.slice(0, rowsShownMax)
  const width = Math.min(48, Math.max(...shown.map(([path]) => sanitise(path).length), 4))
  const lines = shown.map(([path, times, credits, amount]) => {
    const name = sanitise(path).slice(0, 48).padEnd(width)
    const cost = `${String(credits).padStart(6)} ${credits === 1 ? 'credit ' : 'credits'}`
    return `           ${name}  x${String(times).padEnd(4)}${cost}${adjustment(amount)}`.trimEnd()
  })
  const hidden = rows.length - shown.length
  return hidden > 0 ? [...lines, `           and ${hidden} more rows`] : lines
}

function adjustment(amount: string | undefined): string {
  return amount === undefined ? '' : `  (${formatUsdc(BigInt(amount))} USDC)`
}

function budgetLine({ name, spent, after, cap }: BudgetWindow): string {
  const over = after > cap ? '  OVER BUDGET' : ''
  return `  Budget   ${name.padEnd(8)} ${formatUsdc(spent)} -> ${formatUsdc(after)} of ${formatUsdc(cap)} USDC${over}`
}
