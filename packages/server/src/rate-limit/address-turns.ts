import { bounds } from '@fiq/shared/bounds'
import { clientNetwork } from './client-network.ts'
import type { Verdict } from './gcra.ts'
import { RateLimitedError } from './rate-limited.ts'

/** Work that is done in turn for each client network, by default one at a time. */
export type AddressTurns = {
  /**
   * Runs the work after the earlier work of its address.
   *
   * @throws FiqError `RATE_LIMITED`, or the refusal that was given, when too much waits already; then
   * nothing runs.
   */
  inTurn<result>(address: string, work: () => Promise<result>): Promise<result>
  /** Number of client networks with running work. */
  readonly size: number
}

/**
 * Maximum verifications that wait for one client network. Enough for a burst of valid payments: a
 * payment signed by a key takes 0.2 ms.
 */
export const provingWaitingMax = bounds.provingWaitingMax
const retryAfterMicros = 1_000_000

export type AddressTurnsOptions = {
  /** Maximum work of one client network that waits. */
  waitingMax?: number
  /** The error beyond that. */
  refusal?: (waitingMax: number) => Error
  /** Work of one client network that runs at once, at least 1. */
  atOnceOf?: (network: string) => number
}

/**
 * Creates the turns, by default of the verification of payments. It may query the chain or a remote
 * facilitator, so one attacker with many keys could occupy many of them. Retries that join a payment
 * wait with it and take no turn.
 */
export function createAddressTurns({
  waitingMax = provingWaitingMax,
  refusal = tooManyPayments,
  atOnceOf = () => 1,
}: AddressTurnsOptions = {}): AddressTurns {
  const networks = new Map<string, { running: number; waiting: (() => void)[] }>()

  const begin = async (network: string) => {
    const turns = networks.get(network) ?? { running: 0, waiting: [] }
    if (turns.running < atOnceOf(network)) {
      turns.running += 1
      return void networks.set(network, turns)
    }
    if (turns.waiting.length >= waitingMax) throw refusal(waitingMax)
    const { promise, resolve } = Promise.withResolvers<void>()
    turns.waiting.push(resolve)
    return promise
  }
  const end = (network: string) => {
    const turns = networks.get(network)!
    turns.running -= 1
    while (turns.waiting.length > 0 && turns.running < atOnceOf(network)) {
      turns.running += 1
      turns.waiting.shift()!()
    }
    if (turns.running === 0) networks.delete(network)
  }

  return {
    get size() {
      return networks.size
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
