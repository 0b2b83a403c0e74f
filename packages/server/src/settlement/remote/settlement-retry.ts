import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { FoundSettlement } from '../facilitator.ts'
import type { RemoteClient } from './remote-client.ts'

/**
 * Maximum difference between the chain's clock and ours. An authorization that expired longer ago
 * can no longer move money.
 */
const clocksApartMs = 60_000n
/** First pause before a facilitator that did not respond is queried again. Each pause doubles. */
const firstPauseMs = 15_000n
/** After this time only the chain can tell the outcome. */
const givenUpMs = 24n * 60n * 60n * 1_000n

const unknown: FoundSettlement = { outcome: 'unknown' }

/**
 * Queries a facilitator again about payments that it accepted without a response, if there is no
 * node. The query is another `settle` call, sent only after the authorization expired, so it
 * charges no one. A facilitator that reads the chain then names the transaction, as ours does. A
 * refusal proves nothing, because many check only the time.
 */
export function createSettlementRetry(
  client: Pick<RemoteClient, 'settle'>,
  { nowMs }: { nowMs(): number },
): { about(payment: SignedAuthorization): Promise<FoundSettlement> } {
  const pauses = new Map<string, { untilMs: bigint; ms: bigint }>()
  return {
    async about(payment) {
      const { from, nonce, validBefore } = payment.authorization
      const key = `${from} ${nonce}`
      const [now, overMs] = [BigInt(nowMs()), validBefore * 1_000n + clocksApartMs]
      const pause = pauses.get(key)
      if (now < overMs || now < (pause?.untilMs ?? 0n)) return unknown
      if (now > overMs + givenUpMs) {
        pauses.delete(key)
        return unknown
      }
      const ms = pause ? 2n * pause.ms : firstPauseMs
      pauses.set(key, { untilMs: now + ms, ms })
      const reported = await client.settle(payment)
      if (reported.outcome !== 'settled') return unknown
      pauses.delete(key)
      return reported
    },
  }
}
