import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { sanitise } from '@fiq/shared/sanitise'
import type { CheckedQuote } from '../quote/paid-request.ts'
import { callerName, summariseQuery, summaryLine } from '../quote/query-summary.ts'
import {
  budgetWindows,
  type Proposal,
  payeeWords,
  playWords,
  promptWords,
  type RowTexts,
  rowTexts,
  sumTexts,
  walletWords,
  windowTexts,
} from './approval-facts.ts'

/** Maximum rows shown; further ones are counted. */
export const rowsShownMax = 12

/** The itemised quote for the user's decision, as plain lines that end with a newline. */
export function approvalText(proposal: Proposal): string {
  const { quote, payee, standing } = proposal
  const windows = budgetWindows(proposal)
  const amounts = windowTexts(windows)
  const lines = [
    '',
    promptWords(proposal),
    ...queryLines(quote).map((line, at) => `  ${at === 0 ? 'for' : '   '}      ${line}`),
    ...rowLines(quote).map((line, at) => `  ${at === 0 ? 'rows' : '    '}     ${line}`),
    ...(quote.itemised ? [] : [`  note     ${notItemised}`]),
    `  to       ${quote.payTo}`,
    `           ${payeeWords(payee)}`,
    `  with     ${walletWords(proposal)}`,
    ...(standing.isPlay ? [`           ${playWords}`] : []),
    `  asset    ${usdcOnBase.asset}, ${usdcOnBase.network}`,
    ...windows.map(({ name, after, cap }, at) => {
      const over = after > cap ? '  OVER BUDGET' : ''
      return `  ${name.padEnd(8)} ${amounts[at]}${over}`
    }),
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
  const summary = summariseQuery(body)
  const named = summary && callerName(summary)
  const isOurs =
    label !== undefined && !(body !== undefined && summary && label === summaryLine(body))
  return [
    ...(isOurs ? [sanitise(label).slice(0, 200)] : []),
    ...(summary?.lines ?? []),
    ...(named === undefined ? [] : [named]),
  ]
}

/** Shown if the server sent no rows. */
export const notItemised = 'the server sent no itemised rows; fiq computed these rows'

function rowLines(quote: CheckedQuote): string[] {
  const sum = sumTexts(quote)
  const rows = quote.rows.slice(0, rowsShownMax).map(rowTexts)
  const hidden = quote.rows.length - rows.length
  const line = rowLine([...rows, ...(sum ? [sum] : [])])
  return [
    ...rows.map(line),
    ...(hidden > 0 ? [`and ${hidden} more rows`] : []),
    ...(sum ? [line(sum)] : []),
  ]
}

/** Cuts paths that would make a line longer than 80 columns. */
function rowLine(rows: readonly RowTexts[]): (row: RowTexts) => string {
  const widest = (textOf: (row: RowTexts) => string) =>
    Math.max(...rows.map((row) => textOf(row).length))
  const credits = widest((row) => row.credits)
  const usdc = widest((row) => row.usdc)
  const path = Math.min(
    widest((row) => row.path),
    Math.max(10, 65 - credits - usdc),
  )
  return (row) =>
    [
      row.path.slice(0, path).padEnd(path),
      row.credits.padEnd(credits),
      row.usdc.padStart(usdc),
    ].join('  ')
}
