import { FiqError } from '@fiq/shared/errors'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import type { PaymentRow } from './payment-record.ts'

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
 * The key a payment is in flight under. Its signature is part of it, and the name its payer gave it:
 * who has another signature, or read this one from the chain, neither joins a payment nor stands in
 * its way.
 */
export function keyOf(
  payment: Pick<Payment, 'authorization' | 'signature' | 'identifier'>,
): string {
  const { authorization, signature, identifier } = payment
  return [authorization.from, authorization.nonce, signature, identifier].join(':')
}

/** The same for a payment in the record. */
export function keyOfRow({
  signed,
  identifier,
}: Pick<PaymentRow, 'signed' | 'identifier'>): string {
  return keyOf({ ...signed, identifier })
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
