import type { ServerConfig } from '../config/config.ts'
import {
  createFinalityWatch,
  type FinalityWatch,
  finalityDepthOf,
} from '../payments/reconcile/watch-finality.ts'
import { createSettlements } from '../storage/payments/create-settlements.ts'
import type { Settlement } from './settlement.ts'
import type { Storage } from './storage.ts'

/** Watches settled payments until they are final, and then grants pending credits. */
export function createFinality(
  { finalityDepth, facilitator: { mode } }: Pick<ServerConfig, 'finalityDepth' | 'facilitator'>,
  parts: {
    storage: Pick<Storage, 'database' | 'store'>
    settlement: Pick<Settlement, 'facilitator' | 'chain'>
    nowMs(): number
  },
): FinalityWatch {
  const { storage, settlement, nowMs } = parts
  const watch = createFinalityWatch({
    settlements: createSettlements(storage.database),
    facilitator: settlement.facilitator,
    chain: settlement.chain,
    depthBlocks: finalityDepth ?? finalityDepthOf(mode),
    isDepthChosen: finalityDepth !== undefined,
    nowMs,
  })
  return {
    async look() {
      const found = await watch.look()
      await storage.store.releasePending(nowMs())
      return found
    },
  }
}
