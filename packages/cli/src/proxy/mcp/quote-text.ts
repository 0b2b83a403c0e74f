import { formatUsdc } from '@fiq/shared/money/usdc'
import { sanitise } from '@fiq/shared/sanitise'
import type { Approval } from '../approvals/approvals.ts'

/** What waits for the user, in one line for whoever shows it. It asks for nothing. */
export function quoteText({ amount, payTo, quote }: Approval): string {
  const what = quote.label === undefined ? '' : ` for ${sanitise(quote.label).slice(0, 120)}`
  return `A payment of ${formatUsdc(amount)} USDC${what} to ${payTo} (${quote.payee}) waits for the user, who decides on it in a terminal of their own. An answer here decides nothing.`
}
