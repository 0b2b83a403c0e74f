import type { Hex } from '@fiq/shared/payment/wire'
import { type ChainPort, type Receipt, readReceipt } from './chain-reads.ts'

/** Wei per gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

export type BlockWatchPorts = {
  chain: ChainPort
  /** Waits until another check makes sense. */
  pause(): Promise<void>
  /** Reads the fees to offer. By default twice the base fee of the newest block, plus a tip. */
  readFees?: (() => Promise<Fees>) | undefined
  /** A monotonic clock, in milliseconds. */
  nowMs?: () => number
}

/** Transactions that a caller waits for. */
export type Followed = {
  /**
   * The receipt of the mined transaction; `undefined` if none was mined within the given number of
   * checks.
   */
  receipt: Promise<Receipt | undefined>
  stop(): void
}

/** Polls for mined transactions, in one poll for all waiting callers. */
export type BlockWatch = {
  /** @param looks - Number of checks; the first one is immediate. */
  follow(transactions: readonly Hex[], looks: number): Followed
  /** Recent fees: those of the last check, or a new reading if it was long ago. */
  fees(): Promise<Fees>
  /** Reads the fees now. */
  freshFees(): Promise<Fees>
}

/**
 * Fees are cached for this time. The base fee can rise by an eighth in each block; a transaction
 * with too low an offer is replaced.
 */
const feesKeptMs = 120_000

/** A thousandth of a gwei: on Base any tip above zero is enough to be included in order. */
const tip = 1_000_000n

type Follower = {
  transactions: readonly Hex[]
  looks: number
  resolve(receipt: Receipt | undefined): void
}

/**
 * A check waits for this time. A request that a node lost would else delay the next check, and the
 * higher fee, by the whole time limit of a request. A later response still counts.
 */
const lookMsMax = 1_000

/** Opens the watch. It polls the node only while a caller waits. */
export function createBlockWatch(ports: BlockWatchPorts): BlockWatch {
  const { chain, pause, nowMs = () => performance.now() } = ports
  const readFees = ports.readFees ?? (() => feesOfNewestBlock(chain))
  const followers = new Set<Follower>()
  let cached: { fees: Fees; atMs: number } | undefined
  let watching = false

  const freshFees = async () => {
    const fees = await readFees()
    cached = { fees, atMs: nowMs() }
    return fees
  }
  const end = (follower: Follower, receipt?: Receipt) => {
    followers.delete(follower)
    follower.resolve(receipt)
  }
  const read = async (transaction: Hex) => {
    const receipt = await readReceipt(chain, transaction)
    if (!receipt) return
    for (const follower of followers)
      if (follower.transactions.includes(transaction)) end(follower, receipt)
  }
  const look = async () => {
    const waiting = [...followers]
    const transactions = new Set(waiting.flatMap((follower) => follower.transactions))
    await settledWithin([...[...transactions].map(read), freshFees()], lookMsMax)
    for (const follower of waiting) {
      follower.looks -= 1
      if (follower.looks <= 0) end(follower)
    }
  }
  const watch = async () => {
    if (watching) return
    watching = true
    while (followers.size > 0) {
      await look()
      if (followers.size > 0) await pause()
    }
    watching = false
  }

  return {
    follow(transactions, looks) {
      const { promise, resolve } = Promise.withResolvers<Receipt | undefined>()
      const follower = { transactions, looks, resolve }
      followers.add(follower)
      void watch()
      return { receipt: promise, stop: () => end(follower) }
    },
    freshFees,
    fees: async () =>
      cached && nowMs() - cached.atMs < feesKeptMs ? cached.fees : await freshFees(),
  }
}

/** Resolves when all have settled, or after this time. */
async function settledWithin(promises: readonly Promise<unknown>[], ms: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([Promise.allSettled(promises), late])
  clearTimeout(timer)
}

/** Twice the base fee. It covers the rise over five full blocks in a row. */
async function feesOfNewestBlock(chain: ChainPort): Promise<Fees> {
  const block = await chain.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })
  const { baseFeePerGas } = block as { baseFeePerGas: string }
  return { maxFeePerGas: 2n * BigInt(baseFeePerGas) + tip, maxPriorityFeePerGas: tip }
}
