import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { LRUCache } from 'lru-cache'
import { entriesMax } from '../../scheduling/entries-max.ts'
import type { KeySigned } from '../signature/remember-key-signed.ts'

/**
 * Payers with a payment that may be sent without a simulation, and payers whose payments are not
 * sent at all.
 *
 * A failed transfer costs us gas, so no caller may cause one for free. Each settled payment gives
 * its payer one such attempt: a query costs many times the gas of a failure. A wallet contract can
 * accept a transfer in the simulation and fail it in the transaction, so its failures are counted.
 */
export type PayerTrust = {
  /** Uses the payer's attempt. `false` if it has none. */
  take(payment: SignedAuthorization): boolean
  /** Records that the payment settled. */
  earn(payment: SignedAuthorization): void
  /** Records that a mined transaction of this payment alone did not move it. */
  fail(payment: SignedAuthorization): void
  /** Whether {@link failuresMax} payments of the payer failed within an hour. */
  isFailing(payment: SignedAuthorization): boolean
}

/** Maximum number of payers remembered; the least recent are simulated again. */
const payersMax = 10_000
/** Failed payments of one payer within an hour before no more are sent. */
export const failuresMax = 3
const countedMs = 3_600_000

/**
 * Only payers that sign with their own key earn an attempt: the code of a wallet contract may
 * change its behaviour at any time.
 *
 * @param nowMs - monotonic.
 */
export function createPayerTrust(
  isKeySigned: KeySigned,
  nowMs: () => number = () => performance.now(),
): PayerTrust {
  const trusted = new LRUCache<string, true>(entriesMax(payersMax))
  const failures = new LRUCache<string, number>({
    ...{ ...entriesMax(payersMax), ttl: countedMs, noUpdateTTL: true },
    ...{ ttlResolution: 0, perf: { now: nowMs } },
  })
  const payerOf = ({ authorization }: SignedAuthorization) => authorization.from.toLowerCase()
  return {
    take: (payment) => isKeySigned(payment) && trusted.delete(payerOf(payment)),
    earn(payment) {
      if (isKeySigned(payment)) trusted.set(payerOf(payment), true)
    },
    fail(payment) {
      const payer = payerOf(payment)
      failures.set(payer, 1 + (failures.get(payer) ?? 0))
    },
    isFailing: (payment) => (failures.get(payerOf(payment)) ?? 0) >= failuresMax,
  }
}
