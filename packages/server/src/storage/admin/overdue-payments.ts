import { formatUsdc } from '@fiq/shared/money/usdc'
import type { PaymentRecord } from '../payments/payment-record.ts'

/** The chain's clock and ours are not further apart; a server finds out within this too. */
const graceMs = 60_000n

/** Payments that can move no more, and of which nobody has found out whether they did. */
export type OverduePayments = {
  count: number
  /** Decimal USDC. */
  amount: string
  /** What an operator does about it. */
  remedy: string
}

/**
 * Looks for payments whose authorization has expired and whose outcome is still not known. A server
 * with a node asks the chain every 15 seconds and leaves none. Without one a facilitator that lost
 * an answer leaves them for ever: their payers are told `SETTLEMENT_PENDING` until somebody looks.
 *
 * @returns undefined when there are none.
 */
export async function overduePayments(
  record: Pick<PaymentRecord, 'unfinished'>,
  nowMs: number,
): Promise<OverduePayments | undefined> {
  const overdue = (await record.unfinished()).filter(
    ({ state, signed }) =>
      state !== 'settled' && signed.authorization.validBefore * 1_000n + graceMs < BigInt(nowMs),
  )
  if (overdue.length === 0) return undefined
  const amount = overdue.reduce((sum, { signed }) => sum + signed.authorization.value, 0n)
  return {
    count: overdue.length,
    amount: formatUsdc(amount),
    remedy: 'Ask a node: fiq-server reconcile --rpc-url URL; or start the server with --rpc-url.',
  }
}

/** @example overdueText({ count: 1, amount: '0.03', remedy: '…' }) // '1 payment, 0.03 USDC: …' */
export function overdueText({ count, amount }: OverduePayments): string {
  const payments = count === 1 ? '1 payment' : `${count} payments`
  return `${payments}, ${amount} USDC: expired, and not known whether the money moved.`
}
