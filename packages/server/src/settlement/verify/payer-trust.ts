import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { LRUCache } from 'lru-cache'
import { entriesMax } from '../../scheduling/entries-max.ts'
import type { KeySigned } from '../signature/remember-key-signed.ts'

/**
 * Payers with a payment that may be sent without a simulation.
 *
 * A failed transfer costs us gas, so no caller may cause one for free. Each settled payment gives
 * its payer one such attempt: a query costs many times the gas of a failure.
 */
export type PayerTrust = {
  /** Uses the payer's attempt. `false` if it has none. */
  take(payment: SignedAuthorization): boolean
  /** Records that the payment settled. */
  earn(payment: SignedAuthorization): void
}

/** Maximum number of payers remembered; the least recent are simulated again. */
const payersMax = 10_000

/**
 * Only payers that sign with their own key earn an attempt: the code of a wallet contract may
 * change its behaviour at any time.
 */
export function createPayerTrust(isKeySigned: KeySigned): PayerTrust {
  const trusted = new LRUCache<string, true>(entriesMax(payersMax))
  const payerOf = ({ authorization }: SignedAuthorization) => authorization.from.toLowerCase()
  return {
    take: (payment) => isKeySigned(payment) && trusted.delete(payerOf(payment)),
    earn(payment) {
      if (isKeySigned(payment)) trusted.set(payerOf(payment), true)
    },
  }
}
