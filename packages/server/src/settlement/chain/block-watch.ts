import type { Hex } from '@fiq/shared/payment/wire'
import { type ChainPort, type Receipt, readReceipt } from './chain-reads.ts'

/** Wei per gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

export type BlockWatchPorts = {
  chain: ChainPort
  /** Passes the time until another look makes sense. */
  pause(): Promise<void>
  /** What to offer now. Left out, twice the base fee of the newest block and a tip. */
  readFees?: (() => Promise<Fees>) | undefined
  /** Any clock that only goes forward. */
  nowMs?: () => number
}

/** Transactions that are waited for. */
export type Followed = {
  /** Of whichever is mined; undefined when none was after the looks that were asked for. */
  receipt: Promise<Receipt | undefined>
  stop(): void
}

/** The one place that looks whether something was mined, for everybody who waits. */
export type BlockWatch = {
  /** @param looks - how often to look; the first time at once. */
  follow(transactions: readonly Hex[], looks: number): Followed
  /** Read with every look, and asked for only when that is long ago. */
  fees(): Promise<Fees>
  /** Read now. */
  freshFees(): Promise<Fees>
}

/** The base fee can rise by an eighth a block; an offer that is too low is replaced. */
const feesKeptMs = 120_000

/** A thousandth of a gwei: on Base a tip above zero is enough to be taken in order. */
const tip = 1_000_000n

type Follower = {
  transactions: readonly Hex[]
  looks: number
  resolve(receipt: Receipt | undefined): void
}

/** Opens the watch. It looks while somebody waits, and asks the node nothing when nobody does. */
export function createBlockWatch(ports: BlockWatchPorts): BlockWatch {
  const { chain, pause, nowMs = () => performance.now() } = ports
  const readFees = ports.readFees ?? (() => feesOfNewestBlock(chain))
  const followers = new Set<Follower>()
  let known: { fees: Fees; atMs: number } | undefined
  let watching = false

  const freshFees = async () => {
    const fees = await readFees()
    known = { fees, atMs: nowMs() }
    return fees
  }
  const look = async () => {
    const waiting = [...followers]
    const transactions = new Set(waiting.flatMap((follower) => follower.transactions))
    const found = new Map<Hex, Receipt>()
    const reads = [...transactions].map(async (transaction) => {
      const receipt = await readReceipt(chain, transaction)
      if (receipt) found.set(transaction, receipt)
    })
    await Promise.allSettled([...reads, freshFees()])
    for (const follower of waiting) {
      follower.looks -= 1
      const mined = follower.transactions.find((transaction) => found.has(transaction))
      if (mined === undefined && follower.looks > 0) continue
      followers.delete(follower)
      follower.resolve(mined && found.get(mined))
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
      const stop = () => {
        followers.delete(follower)
        resolve(undefined)
      }
      return { receipt: promise, stop }
    },
    freshFees,
    fees: async () => (known && nowMs() - known.atMs < feesKeptMs ? known.fees : await freshFees()),
  }
}

/** Twice the base fee: enough for five full blocks in a row to raise it. */
async function feesOfNewestBlock(chain: ChainPort): Promise<Fees> {
  const block = await chain.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })
  const { baseFeePerGas } = block as { baseFeePerGas: string }
  return { maxFeePerGas: 2n * BigInt(baseFeePerGas) + tip, maxPriorityFeePerGas: tip }
}
