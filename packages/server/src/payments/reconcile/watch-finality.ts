import type { Hex } from '@fiq/shared/payment/wire'
import type { ServerConfig } from '../../config/config.ts'
import { inBatches } from '../../scheduling/in-batches.ts'
import { type ChainPort, type Receipt, readReceipt } from '../../settlement/chain/chain-reads.ts'
import { readTransfers } from '../../settlement/chain/settlement-log.ts'
import type { Facilitator } from '../../settlement/facilitator.ts'
import type { Settlements, UnfinalRow } from '../../storage/payments/create-settlements.ts'
import { rowInFlightKey } from '../in-flight.ts'
import { paymentsAtOnce } from './reconcile.ts'

export type FinalityPorts = {
  settlements: Settlements
  facilitator: Pick<Facilitator, 'findSettlement'>
  /** Absent without a node; then a settlement becomes final after a fixed time. */
  chain: ChainPort | undefined
  /** Blocks until a settlement is final, if the node reports no finalized block. 0: at once. */
  depthBlocks: number
  /** Whether the operator set the depth. If so, the finalized block of the node is ignored. */
  isDepthChosen: boolean
  nowMs(): number
}

/** The blocks of half an hour on Base. The embedded chain has no reorganisations. */
export function finalityDepthOf(mode: ServerConfig['facilitator']['mode']): number {
  return mode === 'devnet' ? 0 : 900
}

/** The result of one check. */
export type FinalityLook = { final: number; reorganised: number }

/** Checks settled payments until their blocks are final. Safe on several instances. */
export type FinalityWatch = { look(): Promise<FinalityLook> }

/** Maximum number of payments in one check. */
const rowsMax = 5_000
/** Base is final after some twenty minutes. Without a node, finality can only be assumed. */
const finalWithoutNodeMs = 30 * 60_000
/**
 * Nodes of one provider may lag behind each other, so a receipt counts as missing the second time.
 */
const missedMin = 2

/**
 * `at`: the block in which the transaction was last seen. It is checked again after `waitLooks`
 * checks, which doubles each time.
 */
type Seen = { at: bigint; waitLooks: number; leftLooks: number }

/**
 * Creates the watch. It checks a transaction at once, then less and less often, and once more when
 * the block of the transaction is final. No request waits for it.
 */
export function createFinalityWatch(ports: FinalityPorts): FinalityWatch {
  const { settlements, chain, depthBlocks, isDepthChosen, nowMs } = ports
  const seen = new Map<Hex, Seen>()
  const missed = new Map<string, number>()

  /** The due transactions with their receipts and payments. */
  const dueOf = async (port: ChainPort, unfinal: readonly Hex[], finalBlock: bigint) => {
    const known = new Set(unfinal)
    for (const each of seen.keys()) if (!known.has(each)) seen.delete(each)
    const due = unfinal.filter((each) => isDue(seen.get(each), finalBlock))
    return inBatches(due, paymentsAtOnce, async (each) => ({
      receipt: await readReceipt(port, each),
      rows: await settlements.settledIn(each),
    }))
  }

  const note = (receipt: Receipt) => {
    const waitLooks = 2 * (seen.get(receipt.transactionHash)?.waitLooks ?? 0.5)
    const at = BigInt(receipt.blockNumber ?? 0)
    seen.set(receipt.transactionHash, { at, waitLooks, leftLooks: waitLooks })
  }

  const lookOnChain = async (port: ChainPort): Promise<FinalityLook> => {
    const unfinal = await settlements.unfinal(rowsMax)
    if (unfinal.length === 0) return { final: 0, reorganised: 0 }
    const finalBlock = await readFinalBlock(port, depthBlocks, isDepthChosen)
    const final: UnfinalRow[] = []
    // Each once, however many payments share its transaction.
    const confirmed = new Set<Receipt>()
    const missing: UnfinalRow[] = []
    for (const { receipt, rows } of await dueOf(port, unfinal, finalBlock)) {
      // Once: a transaction has up to a hundred payments, and its receipt two logs of each.
      const logIndexOf = readTransfers(receipt?.logs ?? [])
      for (const row of rows) {
        const key = rowInFlightKey(row)
        if (receipt && logIndexOf(row.signed.authorization) !== undefined) {
          confirmed.add(receipt)
          missed.delete(key)
          if (BigInt(receipt.blockNumber ?? 0) <= finalBlock) final.push(row)
          continue
        }
        const times = (missed.get(key) ?? 0) + 1
        missed.set(key, times)
        if (times < missedMin) continue
        missed.delete(key)
        missing.push(row)
      }
    }
    confirmed.forEach(note)
    await settlements.final(final)
    let reorganised = 0
    // Last: the node may fail here, which must not hold up the others.
    for (const row of missing) if (await isRemoved(row, ports)) reorganised += 1
    return { final: final.length, reorganised }
  }

  return {
    async look() {
      if (chain && depthBlocks > 0) return lookOnChain(chain)
      await settlements.finalUntil(nowMs() - (chain ? 0 : finalWithoutNodeMs))
      return { final: 0, reorganised: 0 }
    },
  }
}

function isDue(seen: Seen | undefined, finalBlock: bigint): boolean {
  if (!seen || seen.at <= finalBlock) return true
  seen.leftLooks -= 1
  return seen.leftLooks <= 0
}

/**
 * Whether the chain has no transfer for this payment. The money may have moved in another
 * transaction.
 */
async function isRemoved(
  row: UnfinalRow,
  { settlements, facilitator }: Pick<FinalityPorts, 'settlements' | 'facilitator'>,
): Promise<boolean> {
  const found = await facilitator.findSettlement(row.signed)
  if (found.outcome === 'settled') await settlements.moved(row, found)
  if (found.outcome !== 'unused' && found.outcome !== 'void') return false
  return settlements.reorganised(row)
}

async function readFinalBlock(
  chain: ChainPort,
  depthBlocks: number,
  isDepthChosen: boolean,
): Promise<bigint> {
  const read = (tag: 'finalized' | 'latest') =>
    chain.request({ method: 'eth_getBlockByNumber', params: [tag, false] })
  if (!isDepthChosen) {
    const finalized = await read('finalized').catch(() => null)
    if (finalized !== null) return BigInt((finalized as { number: string }).number)
  }
  const { number } = (await read('latest')) as { number: string }
  return BigInt(number) - BigInt(depthBlocks)
}
