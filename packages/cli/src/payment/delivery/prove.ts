import type { Purchase } from '../journal/purchase.ts'
import { isOver, withoutChain } from './doubt.ts'
import type { Payer } from './ports.ts'

/**
 * Reads the chain for expired payments without proof. One that was never used leaves the budget.
 * One that was used stays, and its answer may still be fetched. Payments without proof still count
 * as spent.
 *
 * @returns The number of decided payments.
 */
export async function proveOnChain(
  purchases: readonly Purchase[],
  { chain, clock, journal }: Pick<Payer, 'chain' | 'clock' | 'journal'>,
): Promise<number> {
  let decided = 0
  for (const purchase of purchases) {
    if (journal.isLeased(purchase.id) || !isOver(purchase, clock.now())) continue
    if (chain.nodesOf(purchase).length === 0) continue
    const proof = await chain.prove(purchase)
    // Without this, an unreachable node would delay each purchase.
    if (proof === undefined) return decided
    if (proof === 'settled') journal.settled(purchase.id, undefined)
    else journal.voided(purchase.id, 'unused on the chain after its end')
    decided += 1
  }
  return decided
}

/**
 * {@link proveOnChain} for all payments without proof, for a user who requested it: notes that no
 * node is configured.
 */
export function proveUnproven(payer: Payer): Promise<number> {
  const unproven = payer.journal.unproven()
  if (unproven.some((each) => payer.chain.nodesOf(each).length === 0))
    payer.note(`${withoutChain}.`)
  return proveOnChain(unproven, payer)
}
