import type { Hex } from '@fiq/shared/payment/wire'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { BlockWatch, Fees } from '../chain/block-watch.ts'
import type { ChainPort, Receipt } from '../chain/chain-reads.ts'
import { type SignedTransaction, signTransaction } from '../chain/sign-transaction.ts'
import type { ContractCall } from '../chain/token-calls.ts'

export type SendResult =
  | { outcome: 'mined'; receipt: Receipt }
  /** It may or may not be mined yet. `fee`: the highest that was offered, wei per gas. */
  | { outcome: 'unknown'; transaction: Hex; message: string; fee: bigint }
  /** It never left this process. */
  | { outcome: 'not-sent'; message: string }

/** Signs and sends the transactions of one account. Callers send one at a time. */
export type TransactionSender = {
  address: Hex
  /** Reads the transaction count anew: a reorganisation of the chain may have lowered it. */
  recount(): void
  /**
   * @param beforeSend - awaited with the hash before the transaction leaves, and again for each
   *   transaction that replaces it; when it throws, that transaction does not leave.
   * @param highestFee - wei per gas that no offer exceeds, a replacement neither.
   */
  send(
    call: ContractCall,
    gas: number,
    beforeSend: (hash: Hex) => Promise<void>,
    highestFee?: bigint | undefined,
  ): Promise<SendResult>
}

export type SenderPorts = {
  chain: ChainPort
  chainId: number
  account: Pick<PrivateKeyAccount, 'address' | 'sign'>
  watch: BlockWatch
  /** Passes the time until the count of transactions may have changed. */
  pause(): Promise<void>
  /** Looks for a receipt before the outcome is called unknown. */
  receiptLooksMax: number
  /** Looks for a receipt before a higher fee is offered. */
  replaceAfterLooks: number
}

/** 50 gwei, a thousand times the usual fee of Base. No settlement is worth more. */
export const feeMax = 50_000_000_000n

type Offer = { count: number; fees: Fees }

/**
 * Opens the account for sending. The transaction count is read once and kept until an error.
 *
 * A transaction that is not mined in time is sent again with the same count and a higher fee, so at
 * most one of the versions is mined, and any of them counts. An abandoned transaction keeps its
 * place: the next one takes the same count and outbids it.
 */
export function createTransactionSender(ports: SenderPorts): TransactionSender {
  const { account, watch } = ports
  let nextCount: number | undefined
  let givenUp: Offer | undefined

  const firstOffer = async (): Promise<Offer> => {
    const [count, fees] = await Promise.all([nextCount ?? readCount(ports), watch.fees()])
    nextCount = count
    return { count, fees: givenUp?.count === count ? raised(givenUp.fees, fees) : fees }
  }

  const attempt: TransactionSender['send'] = async (call, gas, beforeSend, highestFee) => {
    const sent: Hex[] = []
    let offer: Offer | undefined
    let message = 'The transaction is not mined yet.'
    const roundsMax = Math.max(1, Math.ceil(ports.receiptLooksMax / ports.replaceAfterLooks))
    for (let round = 1; round <= roundsMax; round++) {
      let transaction: SignedTransaction
      try {
        offer = offer
          ? { ...offer, fees: raised(offer.fees, await watch.fees()) }
          : await firstOffer()
        if (offer.fees.maxFeePerGas > feeMax) throw new Error('The fee is beyond every measure.')
        offer = { ...offer, fees: atMost(offer.fees, highestFee) }
        const { count, fees } = offer
        const unsigned = { ...call, ...fees, chainId: ports.chainId, count, gas }
        transaction = await signTransaction(unsigned, account)
        await beforeSend(transaction.hash)
        sent.push(transaction.hash)
      } catch (error) {
        if (sent.length === 0) return { outcome: 'not-sent', message: messageOf(error) }
        break
      }
      const looks = Math.min(ports.receiptLooksMax, ports.replaceAfterLooks)
      const { fault, receipt } = await sendAndFollow(ports, transaction.raw, sent, looks)
      if (receipt) {
        nextCount = offer.count + 1
        givenUp = undefined
        return { outcome: 'mined', receipt }
      }
      if (!fault?.isFinal) continue
      message = fault.message
      if (!isTooCheap(fault.message)) break
    }
    nextCount = undefined
    givenUp = offer
    return {
      outcome: 'unknown',
      transaction: sent.at(-1)!,
      message,
      fee: offer?.fees.maxFeePerGas ?? 0n,
    }
  }

  return {
    address: account.address,
    recount() {
      nextCount = undefined
    },
    send: async (...order) => {
      const result = await attempt(...order)
      // Something else sent from this account. The count has been forgotten: read it and try again.
      if (result.outcome === 'unknown' && /nonce( is)? too low/i.test(result.message))
        return attempt(...order)
      return result
    },
  }
}

/**
 * Sends and looks for the receipt at once: if the node mines immediately, or a block arrives in
 * between, one round trip is enough.
 */
async function sendAndFollow(
  { chain, watch }: SenderPorts,
  transaction: Hex,
  sent: readonly Hex[],
  looks: number,
): Promise<{ fault?: Fault | undefined; receipt?: Receipt | undefined }> {
  const sending = broadcast(chain, transaction)
  const followed = watch.follow([...sent], looks)
  const fault = await sending
  // One that was sent before may be mined: only then are the others worth waiting for.
  if (fault?.isFinal && sent.length === 1) followed.stop()
  return { fault, receipt: await followed.receipt }
}

/** `isFinal` when the node will not take it; otherwise it may have it, its answer being lost. */
type Fault = { isFinal: boolean; message: string }

/** @returns undefined when the node has the transaction. */
async function broadcast(chain: ChainPort, transaction: Hex): Promise<Fault | undefined> {
  try {
    await chain.request({ method: 'eth_sendRawTransaction', params: [transaction] })
    return undefined
  } catch (error) {
    const message = messageOf(error)
    if (/already known|already imported/i.test(message)) return undefined
    return { isFinal: typeof (error as { code?: unknown }).code === 'number', message }
  }
}

/**
 * The number of mined transactions of the account, which is the count of the next one. If the node
 * knows of pending ones, they are given time. A transaction that is still not mined then is stuck,
 * or waits behind a gap: the next transaction takes the place of the first of them.
 */
async function readCount(ports: SenderPorts): Promise<number> {
  const countAt = async (block: 'latest' | 'pending') =>
    Number(
      await ports.chain.request({
        method: 'eth_getTransactionCount',
        params: [ports.account.address, block],
      }),
    )
  for (let look = 1; ; look++) {
    const [mined, known] = await Promise.all([countAt('latest'), countAt('pending')])
    if (known <= mined || look >= ports.replaceAfterLooks) return mined
    await ports.pause()
  }
}

/** Nodes take a replacement that offers an eighth more of both fees. */
export function raised(before: Fees, now: Fees): Fees {
  const raise = (name: keyof Fees) => {
    const eighthMore = (before[name] * 9n) / 8n + 1n
    return eighthMore > now[name] ? eighthMore : now[name]
  }
  return {
    maxFeePerGas: raise('maxFeePerGas'),
    maxPriorityFeePerGas: raise('maxPriorityFeePerGas'),
  }
}

/** @throws when not even the tip stays below the highest fee. */
function atMost(fees: Fees, highestFee: bigint | undefined): Fees {
  if (highestFee === undefined || fees.maxFeePerGas <= highestFee) return fees
  if (fees.maxPriorityFeePerGas > highestFee)
    throw new Error('Gas costs too large a share of the amount now.')
  return { ...fees, maxFeePerGas: highestFee }
}

function isTooCheap(message: string): boolean {
  return /underpriced|less than block base fee/i.test(message)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
