import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Purchase } from './purchases.ts'

/** The cost of an answer in one line. @param money - `play money`, or empty for real money. */
export function receiptText(purchase: Purchase | undefined, money: string): string {
  if (!purchase) return 'Free'
  const { amount, credits, transaction } = purchase
  if (credits !== undefined) return `Paid ${credits} credits`
  const paid = `Paid ${formatUsdc(BigInt(amount))} USDC`
  return [paid, money, transaction && shortened(transaction)].filter(Boolean).join(', ')
}

/** @example shortened('0x796a8b3a00…696447') // '0x796a8b3a…696447' */
function shortened(transaction: string): string {
  return `${transaction.slice(0, 10)}…${transaction.slice(-6)}`
}
