import { formatUsdc } from '@fiq/shared/money/usdc'
import type { PaymentRecord } from '../payments/payment-record.ts'

/** Allowance for different clocks, and for the next round of reconciling. */
const graceMs = 60_000n

/** Payments that have expired without a known outcome. */
export type OverduePayments = {
  count: number
  /** Decimal USDC. */
  amount: string
  /** What the operator should do. */
  remedy: string
}

/**
 * Finds payments whose authorization has expired and whose outcome is unknown. A server with a node
 * reads the chain every 15 seconds and leaves none. Without a node, a lost response of the
 * facilitator leaves such a payment: its payer gets `SETTLEMENT_PENDING` until an operator
 * reconciles it.
 *
 * @returns `undefined` if there are none.
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
    remedy:
      'Check them on the chain: fiq-server reconcile --rpc-url URL. Or start the server with --rpc-url.',
  }
}

/** @example overdueText({ count: 1, amount: '0.03', remedy: '…' }) // '1 payment, 0.03 USDC: …' */
export function overdueText({ count, amount }: OverduePayments): string {
  const payments = count === 1 ? '1 payment' : `${count} payments`
  return `${payments}, ${amount} USDC: expired, and it is unknown whether the money moved.`
}
