import { bounds } from '@fiq/shared/bounds'
import { LRUCache } from 'lru-cache'
import { entriesMax } from '../scheduling/entries-max.ts'
import { type AddressTurns, createAddressTurns } from './address-turns.ts'
import { clientNetwork } from './client-network.ts'

/** Maximum client networks remembered. A forgotten one begins with one at a time. */
const networksMax = 10_000

/**
 * Turns for verifications on behalf of others, such as merchants, who send the payments of many
 * payers from one address. A client network begins with one at a time. Each valid payment adds one,
 * up to `earnedTurnsMax`, and each refused payment removes one. So one that sends mostly invalid
 * payments has one at a time, and is never refused for it.
 */
export function createEarnedTurns(): {
  inTurn<result extends { isValid: boolean }>(
    ...[address, verify]: [string, () => Promise<result>]
  ): ReturnType<typeof verify>
} {
  const earned = new LRUCache<string, number>(entriesMax(networksMax))
  const turns: AddressTurns = createAddressTurns({
    atOnceOf: (network) => earned.get(network) ?? 1,
  })
  return {
    inTurn: (address, verify) =>
      turns.inTurn(address, async () => {
        const result = await verify()
        const network = clientNetwork(address)
        const next = (earned.get(network) ?? 1) + (result.isValid ? 1 : -1)
        earned.set(network, Math.min(bounds.earnedTurnsMax, Math.max(1, next)))
        return result
      }),
  }
}
