import { bounds } from '@fiq/shared/bounds'
import { clientNetwork } from './client-network.ts'
import type { Verdict } from './gcra.ts'
import { RateLimitedError } from './rate-limited.ts'

/** Verifies payments of strangers, one at a time for each client network. */
export type ProvingTurns = {
  /**
   * Runs a verification when the earlier ones of its address have ended.
   *
   * @throws FiqError `RATE_LIMITED` when too many wait already; then nothing was verified.
   */
  inTurn<verified>(address: string, verify: () => Promise<verified>): Promise<verified>
  /** Client networks with a verification under way. */
  readonly size: number
}

/**
 * Verifications that wait for one client network. A burst of honest payments passes: a payment
 * signed by a key takes 0.2 ms.
 */
export const provingWaitingMax = bounds.provingWaitingMax
const retryAfterMicros = 1_000_000

/**
 * Opens the turns. A verification may ask the chain or another facilitator, so a stranger with many
 * keys could keep many of them under way. Retries that join a payment wait with it and take no turn.
 */
export function createProvingTurns(waitingMax: number = provingWaitingMax): ProvingTurns {
  /** Verifications that wait, by network; a network is present while one of its own runs. */
  const running = new Map<string, (() => void)[]>()

  const begin = async (network: string) => {
    const waiting = running.get(network)
    if (!waiting) return void running.set(network, [])
    if (waiting.length >= waitingMax) throw tooMany(waitingMax)
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
    async inTurn(address, verify) {
      const network = clientNetwork(address)
      await begin(network)
      try {
        return await verify()
      } finally {
        end(network)
      }
    },
  }
}

function tooMany(waitingMax: number): RateLimitedError {
  const verdict: Verdict = {
    allowed: false,
    remaining: 0,
    retryAfterMicros,
    resetMicros: retryAfterMicros,
  }
  return new RateLimitedError({ requestsPerMinute: waitingMax }, verdict, {
    pays: true,
    message: `${waitingMax} payments of your address wait to be verified already.`,
  })
}
