import { FiqError } from '@fiq/shared/errors'
import type { ChainPort } from '../settlement/chain/chain-reads.ts'

/**
 * Maximum difference in seconds between this clock and the newest block. Base makes a block every
 * two seconds, and a payer's signature is valid for a minute.
 */
export const skewSecondsMax = 30

/** @returns Seconds by which this clock is ahead of the newest block; negative if it is behind. */
export async function readClockSkew(chain: ChainPort, nowMs: () => number): Promise<number> {
  const block = await chain.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  const { timestamp } = block as { timestamp: string }
  return Math.round(nowMs() / 1_000) - Number(timestamp)
}

/**
 * @throws FiqError `SERVER_BUSY` when the skew would refuse valid payments or accept expired ones.
 */
export async function checkClockSkew(chain: ChainPort, nowMs: () => number): Promise<void> {
  const skew = await readClockSkew(chain, nowMs)
  if (Math.abs(skew) <= skewSecondsMax) return
  throw new FiqError('SERVER_BUSY', 'The clock of this machine differs from that of the chain.', {
    facts: [
      `This clock is ${Math.abs(skew)} s ${skew < 0 ? 'behind' : 'ahead of'} the newest block.`,
    ],
  })
}
