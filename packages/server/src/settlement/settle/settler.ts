import { setImmediate } from 'node:timers/promises'
import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Settlement, SettleOptions } from '../facilitator.ts'
import { isSignedByKey } from '../signature/is-signed-by-key.ts'
import type { KeySigned } from '../signature/remember-key-signed.ts'
import { createPayerTrust } from '../verify/payer-trust.ts'
import { type PendingTransfer, type SettlementPorts, settleTogether } from './settle-together.ts'

/** Sends the settlements of one signer, one transaction at a time. */
export type Settler = {
  /** Settles a payment. While the settler is stopped, payments wait for the next start. */
  settle(payment: SignedAuthorization, options: SettleOptions): Promise<Settlement>
  /** Restarts a stopped settler. */
  start(): void
  /** Sends no further transactions. Resolves when the current one has an outcome. */
  stop(): Promise<void>
}

type Waiting = PendingTransfer & {
  resolve(settlement: Settlement): void
  reject(error: unknown): void
}

/** Maximum payments in one transaction. */
export const batchMax = 100

/**
 * Opens the queue of one signer. While a transaction is in flight, payments gather, and the next
 * transaction takes them together. Idle, the delay is one turn of the event loop; under load,
 * batches are large.
 *
 * Only payments signed by keys share a transaction. A wallet contract runs its own code and could
 * burn the gas of the other payments, so its payment goes alone.
 */
export function openSettler(
  ports: Omit<SettlementPorts, 'trust'>,
  isKeySigned: KeySigned = isSignedByKey,
): Settler {
  const trusting = { ...ports, trust: createPayerTrust(isKeySigned) }
  const waiting: Waiting[] = []
  const inFlight = new Map<string, Promise<Settlement>>()
  let stopped = false
  let draining: Promise<void> | undefined

  const drainAll = async () => {
    // Payments claimed in one write arrive in one turn of the event loop, and should share a
    // transaction.
    for (await setImmediate(); waiting.length > 0 && !stopped; await setImmediate()) {
      const batch = takeBatch(waiting, isKeySigned)
      try {
        const settlements = await settleTogether(batch, trusting)
        batch.forEach((payment, place) => {
          const settlement = settlements[place]!
          if ('error' in settlement) payment.reject(settlement.error)
          else payment.resolve(settlement)
        })
      } catch (error) {
        // A failed batch does not stop the queue.
        for (const payment of batch) payment.reject(error)
      }
    }
    draining = undefined
  }
  const drain = () => {
    draining ??= drainAll()
  }

  return {
    settle: (signed, options) => {
      const key = authorizationKey(signed)
      const started = inFlight.get(key)
      if (started) return started
      const settlement = new Promise<Settlement>((resolve, reject) => {
        waiting.push({ ...options, signed, resolve, reject })
      }).finally(() => inFlight.delete(key))
      inFlight.set(key, settlement)
      drain()
      return settlement
    },
    start() {
      stopped = false
      drain()
    },
    async stop() {
      stopped = true
      await draining
    },
  }
}

/** Takes the oldest payment, and all that can share its transaction. */
function takeBatch(waiting: Waiting[], isKeySigned: KeySigned): Waiting[] {
  const first = waiting.shift()!
  if (waiting.length === 0 || !isKeySigned(first.signed)) return [first]
  const batch = [first]
  for (let place = 0; place < waiting.length && batch.length < batchMax; )
    if (isKeySigned(waiting[place]!.signed)) batch.push(...waiting.splice(place, 1))
    else place++
  return batch
}

function authorizationKey({ authorization, signature }: SignedAuthorization): string {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  return [from, to, value, validAfter, validBefore, nonce, signature].join(' ').toLowerCase()
}
