import { bounds } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'
import { LRUCache } from 'lru-cache'
import { clientNetwork } from '../../rate-limit/client-network.ts'
import type { Quota } from '../../rate-limit/gcra.ts'
import type { RateLimit } from '../../rate-limit/rate-limit.ts'
import { expiringEntries } from '../../scheduling/entries-max.ts'
import { unproven } from './payment-refusals.ts'
import type { PaymentProofs } from './prove-payment.ts'

/** Refusals of one payment to one address before the address gets 429. */
export const { unprovenMax } = bounds
/** Maximum number of pairs of payment and address counted, and for how long. */
const pairsMax = 100_000
const countedMs = 24 * 60 * 60_000

/** {@link unprovenMax} attempts at once, then one a day. */
const quota: Quota = { requestsPerMinute: 1 / (24 * 60), burst: unprovenMax }

/**
 * Counts the requests that did not prove their payment, by payment and address. Proven requests do
 * not get here.
 *
 * @param limit - Shared by all instances if they share storage. The local limit forgets within
 * minutes, so each process counts for itself as well.
 * @param nowMs - monotonic.
 */
export function createUnprovenAttempts(
  limit: Pick<RateLimit, 'take'>,
  nowMs: () => number = () => performance.now(),
): PaymentProofs['refusal'] {
  const counts = new LRUCache<string, number>({
    ...expiringEntries(pairsMax, countedMs, nowMs),
    noUpdateTTL: true,
  })
  return async ({ payer, nonce }, address) => {
    const pair = `${payer}:${nonce}:${clientNetwork(address)}`
    const count = 1 + (counts.get(pair) ?? 0)
    if (count > unprovenMax) return tooMany()
    counts.set(pair, count)
    const { allowed } = await limit.take(`unproven:${pair}`, quota)
    return allowed ? unproven() : tooMany()
  }
}

function tooMany(): FiqError {
  return new FiqError(
    'RATE_LIMITED',
    `More than ${unprovenMax} requests from this address did not prove their payment.`,
    {
      funds: 'at-risk',
      remedy:
        'Send the payment with the secret of its quote, or with a PAYMENT-PROOF. Both are always accepted.',
    },
  )
}
