import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { LRUCache } from 'lru-cache'
import type { KeySigned } from '../signature/remember-key-signed.ts'

/**
 * Payers whose payments may be settled without a simulation.
 *
 * A failing transfer costs us gas, so no caller may trigger one for free. Each settled payment buys
 * its payer one try: the price of a query is worth many times the gas of a failure.
 */
export type PayerTrust = {
  /** Spends the payer's try, when there is one. */
  take(payment: SignedAuthorization): boolean
  /** The payment has settled. */
  earn(payment: SignedAuthorization): void
}

/** Beyond this number, the payers not seen for longest are simulated again. */
const payersMax = 10_000

/**
 * Only payers that sign with their own key earn it: the code of a wallet contract may change its
 * behaviour at any time.
 */
export function createPayerTrust(isKeySigned: KeySigned): PayerTrust {
  const trusted = new LRUCache<string, true>({ max: payersMax })
  const payerOf = ({ authorization }: SignedAuthorization) => authorization.from.toLowerCase()
  return {
    take: (payment) => isKeySigned(payment) && trusted.delete(payerOf(payment)),
    earn(payment) {
      if (isKeySigned(payment)) trusted.set(payerOf(payment), true)
    },
  }
}
