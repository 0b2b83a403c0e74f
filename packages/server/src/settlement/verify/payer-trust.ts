import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { LRUCache } from 'lru-cache'
import type { KeySigned } from '../signature/remember-key-signed.ts'

/**
 * Who may be settled without asking the chain first whether it would work.
 *
 * A transfer that fails costs us gas, so nobody may make us try one for nothing. Each settled
 * payment buys its payer one try: the price of a query is worth many times the gas of a failure.
 */
export type PayerTrust = {
  /** Spends the payer's try, when there is one. */
  take(payment: SignedAuthorization): boolean
  /** The payment has settled. */
  earn(payment: SignedAuthorization): void
}

/** Beyond it those who were not seen for longest are asked about again. */
const payersMax = 10_000

/** Only payers whose own key signs earn it: what a wallet contract does may change any time. */
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
