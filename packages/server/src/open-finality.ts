import type { ServerConfig } from './config.ts'
import type { Memory } from './open-memory.ts'
import type { OpenedFacilitator } from './payment/facilitator/open-facilitator.ts'
import { type FinalityWatch, finalityDepthOf, openFinalityWatch } from './payment/watch-finality.ts'
import { openSettlements } from './store/open-settlements.ts'

/** Looks again at what has settled, and gives the credits that waited for it. */
export function openFinality(
  { finalityDepth, facilitator: { mode } }: Pick<ServerConfig, 'finalityDepth' | 'facilitator'>,
  parts: {
    memory: Pick<Memory, 'database' | 'store'>
    settling: Pick<OpenedFacilitator, 'facilitator' | 'chain'>
    nowMs(): number
  },
): FinalityWatch {
  const { memory, settling, nowMs } = parts
  const watch = openFinalityWatch({
    settlements: openSettlements(memory.database),
    facilitator: settling.facilitator,
    chain: settling.chain,
    depthBlocks: finalityDepth ?? finalityDepthOf(mode),
    isDepthChosen: finalityDepth !== undefined,
    nowMs,
  })
  return {
    async look() {
      const found = await watch.look()
      await memory.store.releasePending(nowMs())
      return found
    },
  }
}
