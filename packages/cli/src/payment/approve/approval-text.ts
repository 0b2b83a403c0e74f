import { formatUsdc } from '@fiq/shared/money/usdc'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { sanitise } from '../../terminal/sanitise.ts'
import type { CheckedQuote, Limits, PayeeStanding, Standing } from '../ports.ts'

/** Most rows shown; the rest is counted. */
export const rowsShownMax = 12

/** The itemised quote as a human decides on it. Lines end with a newline. */
export function approvalText(
  quote: CheckedQuote,
  given: { payee: PayeeStanding; standing: Standing; limits: Limits },
): string {
  const { payee, standing, limits } = given
  const lines = [
    '',
    `${sanitise(quote.origin)} asks for ${formatUsdc(quote.amount)} USDC (${quote.credits} credits)`,
    ...(quote.label === undefined ? [] : [`  For      ${sanitise(quote.label).slice(0, 200)}`]),
    ...rowLines(quote),
    `  Pay to   ${quote.payTo}  ${payeeWords(payee)}`,
    `  With     USDC ${usdcOnBase.asset} on Base (${usdcOnBase.network})`,
    `  Expires  ${quote.maxTimeoutSeconds} s after signing`,
    ...(quote.itemised ? [] : ['  Note     the server does not itemise; the rows are our own']),
    budgetLine('24 hours', standing.day, quote.amount, limits.perDay),
    budgetLine('30 days', standing.days30, quote.amount, limits.per30Days),
    budgetLine('session', standing.session, quote.amount, limits.perSession),
    '',
  ]
  return lines.join('\n')
}

function rowLines({ rows }: CheckedQuote): string[] {
  const shown = rows.slice(0, rowsShownMax)
  const width = Math.min(48, Math.max(...shown.map(([path]) => sanitise(path).length), 4))
  const lines = shown.map(([path, times, credits, amount]) => {
    const name = sanitise(path).slice(0, 48).padEnd(width)
    const cost = `${String(credits).padStart(6)} credits`
    return `           ${name}  x${String(times).padEnd(4)}${cost}${adjustment(amount)}`
  })
  const hidden = rows.length - shown.length
  return hidden > 0 ? [...lines, `           and ${hidden} more rows`] : lines
}

function adjustment(amount: string | undefined): string {
  return amount === undefined ? '' : `  (${formatUsdc(BigInt(amount))} USDC)`
}

function payeeWords(payee: PayeeStanding): string {
  if (payee.status === 'new') return 'NEW: never paid at this server'
  return `known since ${new Date(payee.since).toISOString().slice(0, 10)}`
}

function budgetLine(name: string, spent: bigint, amount: bigint, cap: bigint): string {
  const after = spent + amount
  const over = after > cap ? '  OVER BUDGET' : ''
  return `  Budget   ${name.padEnd(8)} ${formatUsdc(spent)} -> ${formatUsdc(after)} of ${formatUsdc(cap)} USDC${over}`
}
