import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { FoundSettlement } from '../facilitator.ts'
import type { RemoteClient } from './remote-client.ts'

/** No clock of the chain is this far from ours: what expired so long ago cannot move any more. */
const clocksApartMs = 60_000n
/** A facilitator that knows nothing is asked again after this long, then after twice as long. */
const firstPauseMs = 15_000n
/** Then nobody will know any more but the chain. */
const givenUpMs = 24n * 60n * 60n * 1_000n

const unknown: FoundSettlement = { outcome: 'unknown' }

/**
 * Asks a facilitator again what became of payments that it took and did not answer, where there is
 * no node. It is asked to settle them once more, but only when they have expired: nobody is charged
 * by the question. One that looks at the chain then names the transaction, as ours does. A refusal
 * proves nothing, because many look no further than at the time.
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
      const said = await client.settle(payment)
      if (said.outcome !== 'settled') return unknown
      pauses.delete(key)
      return said
    },
  }
}
