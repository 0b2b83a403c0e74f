import { FiqError } from '@fiq/shared/errors'
import type { Hex } from '@fiq/shared/payment/wire'
import type { PaymentKey, PaymentRow } from './payment-record.ts'

/** Lets callers with the same payment at the same time share one run. */
export type InFlight<answer> = {
  /**
   * @param key - The payment.
   * @param request - What it is for: a second request with the key of a running other one is refused.
   * @throws FiqError `PAYMENT_BOUND_TO_OTHER_REQUEST`
   */
  join(key: string, request: string, run: () => Promise<answer>): Promise<answer>
  /** Is this payment being served right now? */
  has(key: string): boolean
  /** Runs under way. */
  readonly size: number
}

/**
 * The key a payment is in flight under. Its signature is part of it: who has another one neither
 * joins a payment nor stands in its way.
 */
export function keyOf({ payer, nonce }: PaymentKey, signature: Hex): string {
  return `${payer}:${nonce}:${signature}`
}

/** The same for a payment in the record. */
export function keyOfRow(row: Pick<PaymentRow, 'payer' | 'nonce' | 'signed'>): string {
  return keyOf(row, row.signed.signature)
}

export function openInFlight<answer>(): InFlight<answer> {
  const running = new Map<string, { request: string; answer: Promise<answer> }>()
  return {
    get size() {
      return running.size
    },
    has: (key) => running.has(key),
    join(key, request, run) {
      const leader = running.get(key)
      if (leader) {
        if (leader.request === request) return leader.answer
        throw new FiqError(
          'PAYMENT_BOUND_TO_OTHER_REQUEST',
          'This payment is being used for another request; nothing was executed.',
        )
      }
      const answer = run().finally(() => running.delete(key))
      running.set(key, { request, answer })
      return answer
    },
  }
}
