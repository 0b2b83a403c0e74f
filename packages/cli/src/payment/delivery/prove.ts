import type { Purchase } from '../journal/purchase.ts'
import { isOver } from './doubt.ts'
import type { Payer } from './ports.ts'

/**
 * Asks the chain about payments that are past their end and without proof: one that was never used
 * leaves the budget, one that was used stays, and its answer may still be fetched. Where the chain
 * proves nothing, nothing changes: they count as spent.
 *
 * @returns how many were decided.
 */
export async function proveOnChain(
  purchases: readonly Purchase[],
  { chain, clock, journal }: Pick<Payer, 'chain' | 'clock' | 'journal'>,
): Promise<number> {
  let decided = 0
  for (const purchase of purchases) {
    if (journal.held(purchase.id) || !isOver(purchase, clock.now())) continue
    if (!chain.hasNode(purchase)) continue
    const proof = await chain.prove(purchase)
    // A node that is down would be waited for once for each purchase.
    if (proof === undefined) return decided
    if (proof === 'settled') journal.settled(purchase.id, undefined)
    else journal.voided(purchase.id, 'unused on the chain after its end')
    decided += 1
  }
  return decided
}
