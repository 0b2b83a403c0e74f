import { FiqError } from '@fiq/shared/errors'
import { LRUCache } from 'lru-cache'
import { clientNetwork } from '../access/client-network.ts'
import type { PaymentKey } from './payment-record.ts'
import { unproven } from './payment-refusals.ts'

/** Refusals of one payment to one address before it is told to stop. */
export const unprovenMax = 5
/** Pairs of payment and address that are counted at once, and how long. */
const pairsMax = 100_000
const countedMs = 24 * 60 * 60_000

/**
 * Counts the requests that did not prove their payment, by payment and address. Each process counts
 * for itself. Proven requests are never asked about here.
 *
 * @param nowMs - monotonic.
 */
export function openUnprovenAttempts(
  nowMs: () => number = () => performance.now(),
): (key: PaymentKey, address: string) => FiqError {
  const counts = new LRUCache<string, number>({
    ...{ max: pairsMax, ttl: countedMs, noUpdateTTL: true },
    ...{ ttlResolution: 0, perf: { now: nowMs } },
  })
  return ({ payer, nonce }, address) => {
    const pair = `${payer}:${nonce}:${clientNetwork(address)}`
    const count = 1 + (counts.get(pair) ?? 0)
    if (count > unprovenMax) return tooMany()
    counts.set(pair, count)
    return unproven()
  }
}

function tooMany(): FiqError {
  return new FiqError(
    'RATE_LIMITED',
    `More than ${unprovenMax} requests from this address did not prove their payment.`,
    {
      funds: 'at-risk',
      remedy:
        'Send the payment with the secret of its quote, or with a PAYMENT-PROOF: that is always accepted.',
    },
  )
}
