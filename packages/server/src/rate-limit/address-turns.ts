import { bounds } from '@fiq/shared/bounds'
import type { FiqError } from '@fiq/shared/errors'
import { clientNetwork } from './client-network.ts'
import type { Verdict } from './gcra.ts'
import { RateLimitedError } from './rate-limited.ts'

/** Work that is done one at a time for each client network. */
export type AddressTurns = {
  /**
   * Runs the work after the earlier work of its address.
   *
   * @throws FiqError `RATE_LIMITED`, or the refusal that was given, when too much waits already; then
   * nothing runs.
   */
  inTurn<result>(address: string, work: () => Promise<result>): Promise<result>
  /** Number of client networks whose work is running. */
  readonly size: number
}

/**
 * Maximum verifications that wait for one client network. Enough for a burst of valid payments: a
 * payment signed by a key takes 0.2 ms.
 */
export const provingWaitingMax = bounds.provingWaitingMax
const retryAfterMicros = 1_000_000

/**
 * Creates the turns, by default of the verification of payments. It may query the chain or a remote
 * facilitator, so one attacker with many keys could occupy many of them. Retries that join a payment
 * wait with it and take no turn.
 */
export function createAddressTurns(
  waitingMax: number = provingWaitingMax,
  refusal: (waitingMax: number) => FiqError = tooManyPayments,
): AddressTurns {
  /** Waiting work by network. A network is present while one of its own runs. */
  const running = new Map<string, (() => void)[]>()

  const begin = async (network: string) => {
    const waiting = running.get(network)
    if (!waiting) return void running.set(network, [])
    if (waiting.length >= waitingMax) throw refusal(waitingMax)
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    return promise
  }
  const end = (network: string) => {
    const next = running.get(network)?.shift()
    if (next) next()
    else running.delete(network)
  }

  return {
    get size() {
      return running.size
    },
    async inTurn(address, work) {
      const network = clientNetwork(address)
      await begin(network)
      try {
        return await work()
      } finally {
        end(network)
      }
    },
  }
}

function tooManyPayments(waitingMax: number): RateLimitedError {
  const verdict: Verdict = {
    allowed: false,
    remaining: 0,
    retryAfterMicros,
    resetMicros: retryAfterMicros,
  }
  return new RateLimitedError({ requestsPerMinute: waitingMax }, verdict, {
    pays: true,
    message: `${waitingMax} payments from your address are already waiting for verification.`,
  })
}
