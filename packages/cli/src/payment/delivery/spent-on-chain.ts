import { FiqError } from '@fiq/shared/errors'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { type Hex, quantityOf } from '@fiq/shared/payment/wire'
import * as z from 'zod/mini'
import { callRpc, type RpcSend, requireBase } from './chain.ts'
import { authorizationUsed, transfer } from './token-logs.ts'

/** A payment by signed authorization, as found on the chain. */
export type ChainPayment = {
  from: Hex
  to: Hex
  /** Atomic units. */
  amount: bigint
  nonce: Hex
  transaction: Hex
  /** Unix milliseconds. */
  at: number
}

/** Blocks in one query: the limit of public nodes. Halved while a node refuses. */
const blocksAtOnce = { most: 10_000, least: 500 } as const

const word = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/))
const blockSchema = z.object({ result: z.object({ number: quantity, timestamp: quantity }) })
const logsSchema = z.object({
  result: z
    .array(
      z.object({
        topics: z.array(word).check(z.minLength(1), z.maxLength(4)),
        data: z.string().check(z.regex(/^0x[0-9a-fA-F]{0,128}$/)),
        transactionHash: word,
        blockNumber: quantity,
        logIndex: quantity,
      }),
    )
    .check(z.maxLength(20_000)),
})
type Log = z.infer<typeof logsSchema>['result'][number]

/**
 * Reads the payments by authorization that an address has made within a time. In a transaction, the
 * log of a used authorization is followed by the transfer that it allowed.
 *
 * @param of.now - Unix milliseconds by this machine. If its clock is ahead of the chain, the time
 * ends at the latest block, so that a wrong clock forgets no payment.
 * @throws FiqError if the chain does not answer completely.
 */
export async function spentOnChain(
  send: RpcSend,
  url: URL,
  { from, now, windowMs }: { from: Hex; now: number; windowMs: number },
): Promise<readonly ChainPayment[]> {
  await requireBase(send, url)
  const blockAt = async (number: number | 'latest') => {
    const name = number === 'latest' ? number : quantityOf(number)
    const { result } = await callRpc(send, url, 'eth_getBlockByNumber', [name, false], blockSchema)
    return { number: Number(result.number), at: Number(result.timestamp) * 1_000 }
  }
  const latest = await blockAt('latest')
  const since = Math.min(now, latest.at) - windowMs
  const first = await firstBlockSince(since, latest.number, blockAt)
  const logs = await logsOf(send, url, { from, first, last: latest.number })
  const payments: ChainPayment[] = []
  for (const found of paired(logs)) {
    const { at } = await blockAt(found.block)
    payments.push({ ...found.payment, from, at })
  }
  return payments
}

/** Binary search, because the block rate differs between chains. */
async function firstBlockSince(
  since: number,
  last: number,
  blockAt: (number: number) => Promise<{ at: number }>,
): Promise<number> {
  let [low, high] = [0, last]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await blockAt(middle)).at < since) low = middle + 1
    else high = middle
  }
  return low
}

async function logsOf(
  send: RpcSend,
  url: URL,
  { from, first, last }: { from: Hex; first: number; last: number },
): Promise<readonly Log[]> {
  const payerTopic = `0x${from.slice(2).toLowerCase().padStart(64, '0')}`
  const logs: Log[] = []
  let blocks: number = blocksAtOnce.most
  for (let begin = first; begin <= last; ) {
    const end = Math.min(last, begin + blocks - 1)
    const filter = {
      address: usdcOnBase.asset,
      topics: [[authorizationUsed, transfer], payerTopic],
      fromBlock: quantityOf(begin),
      toBlock: quantityOf(end),
    }
    try {
      logs.push(...(await callRpc(send, url, 'eth_getLogs', [filter], logsSchema)).result)
      begin = end + 1
    } catch (error) {
      if (blocks / 2 < blocksAtOnce.least) throw error
      blocks = Math.floor(blocks / 2)
    }
  }
  return logs.sort(
    (a, b) =>
      Number(a.blockNumber) - Number(b.blockNumber) || Number(a.logIndex) - Number(b.logIndex),
  )
}

function paired(logs: readonly Log[]) {
  return logs.flatMap((used, index) => {
    const nonce = used.topics[2]
    if (used.topics[0] !== authorizationUsed || nonce === undefined) return []
    const moved = logs[index + 1]
    const to = moved?.topics[2]
    if (
      moved?.topics[0] !== transfer ||
      to === undefined ||
      moved.transactionHash !== used.transactionHash
    )
      throw new FiqError('SERVER_ERROR', 'The chain shows a payment without its transfer.', {
        facts: [`Transaction: ${used.transactionHash}`],
      })
    const payment = {
      to: `0x${to.slice(-40)}` as Hex,
      amount: BigInt(moved.data),
      nonce: nonce as Hex,
      transaction: used.transactionHash as Hex,
    }
    return [{ payment, block: Number(used.blockNumber) }]
  })
}
