import type { Hex } from '@fiq/shared/payment/wire'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { BlockWatch, Fees } from '../chain/block-watch.ts'
import { type ChainPort, isRefusal, type Receipt } from '../chain/chain-reads.ts'
import { type SignedTransaction, signTransaction } from '../chain/sign-transaction.ts'
import type { ContractCall } from '../chain/token-calls.ts'

export type SendResult =
  | { outcome: 'mined'; receipt: Receipt }
  /** It may be mined. `isRefused`: the node refused it, and no other version was sent. */
  | { outcome: 'unknown'; transaction: Hex; message: string; isRefused?: boolean }
  /** It was not sent. */
  | { outcome: 'not-sent'; message: string }

/** A signed transaction that is about to be sent. */
export type OfferedTransaction = {
  hash: Hex
  /** Wei per gas, at most. */
  fee: bigint
  /** The last transaction that was sent with the same count. At most one of them is mined. */
  replaces: Hex | undefined
}

/** Signs and sends the transactions of one account. Callers send one at a time. */
export type TransactionSender = {
  address: Hex
  /** Reads the transaction count again, because a reorganisation may have lowered it. */
  recount(): void
  /**
   * Signs a transaction and sends it. Replaces it with a higher fee if no block includes it in time.
   *
   * @param beforeSend - Awaited before the transaction is sent, and again for each replacement. If
   * it throws, that transaction is not sent.
   * @param highestFee - Maximum offer in wei per gas, for replacements too.
   */
  send(
    call: ContractCall,
    gas: number,
    beforeSend: (offered: OfferedTransaction) => Promise<void>,
    highestFee?: bigint | undefined,
  ): Promise<SendResult>
}

export type SenderPorts = {
  chain: ChainPort
  chainId: number
  account: Pick<PrivateKeyAccount, 'address' | 'sign'>
  watch: BlockWatch
  /** Waits until the count of transactions may have changed. */
  pause(): Promise<void>
  /** Checks for a receipt before the outcome counts as unknown. */
  receiptLooksMax: number
  /** Checks for a receipt before a higher fee is offered. */
  replaceAfterLooks: number
}

/** 50 gwei, a thousand times the usual fee of Base. No settlement is worth more. */
export const feeMax = 50_000_000_000n

type Offer = { count: number; fees: Fees }
/** `isInPool`: the pool of a node may hold a version, which only a higher fee replaces. */
type GivenUp = Offer & { hash: Hex; isInPool: boolean }

/**
 * Opens the account for sending. Reads the transaction count once and keeps it until an error.
 *
 * A transaction that is not mined in time is sent again with the same count and a higher fee, so at
 * most one of the versions is mined, and any of them counts. An abandoned transaction keeps its
 * count: the next one takes the same count, and a higher fee unless the node refused the first.
 */
export function createTransactionSender(ports: SenderPorts): TransactionSender {
  const { account, watch } = ports
  let nextCount: number | undefined
  let givenUp: GivenUp | undefined

  const isInPool = (count: number) => givenUp?.count === count && givenUp.isInPool
  const firstOffer = async (): Promise<Offer> => {
    const [count, fees] = await Promise.all([nextCount ?? readCount(ports), watch.fees()])
    nextCount = count
    return { count, fees: isInPool(count) ? raised(givenUp!.fees, fees) : fees }
  }

  const attempt: TransactionSender['send'] = async (call, gas, beforeSend, highestFee) => {
    const sent: Hex[] = []
    let offer: Offer | undefined
    let message = 'The transaction is not mined yet.'
    let isRefused = false
    const roundsMax = Math.max(1, Math.ceil(ports.receiptLooksMax / ports.replaceAfterLooks))
    for (let round = 1; round <= roundsMax; round++) {
      let transaction: SignedTransaction
      try {
        offer = offer
          ? { ...offer, fees: raised(offer.fees, await watch.fees()) }
          : await firstOffer()
        if (offer.fees.maxFeePerGas > feeMax)
          throw new Error('The fee of the node is implausibly high.')
        offer = { ...offer, fees: atMost(offer.fees, highestFee) }
        const { count, fees } = offer
        const unsigned = { ...call, ...fees, chainId: ports.chainId, count, gas }
        transaction = await signTransaction(unsigned, account)
        const { hash } = transaction
        const replaces = sent.at(-1) ?? (givenUp?.count === count ? givenUp.hash : undefined)
        await beforeSend({ hash, fee: fees.maxFeePerGas, replaces })
        sent.push(hash)
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
      isRefused = fault?.isFinal === true && sent.length === 1
      if (!fault?.isFinal) continue
      message = fault.message
      if (!isTooCheap(fault.message)) break
    }
    const hash = sent.at(-1)!
    nextCount = undefined
    givenUp = offer && { ...offer, hash, isInPool: !isRefused || isInPool(offer.count) }
    return { outcome: 'unknown', transaction: hash, message, isRefused }
  }

  return {
    address: account.address,
    recount() {
      nextCount = undefined
    },
    send: async (...order) => {
      const result = await attempt(...order)
      // Another transaction was sent from this account. Read the count again and retry.
      if (result.outcome === 'unknown' && /nonce( is)? too low/i.test(result.message))
        return attempt(...order)
      return result
    },
  }
}

/**
 * Sends the transaction and checks for its receipt at once: if the node mines immediately, or a
 * block arrives in between, one round trip is enough.
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
  // Wait for the receipts only if an earlier version was sent, which may be mined.
  if (fault?.isFinal && sent.length === 1) followed.stop()
  return { fault, receipt: await followed.receipt }
}

/**
 * `isFinal`: the node refuses the transaction. Otherwise it may have it, and its response was lost.
 */
type Fault = { isFinal: boolean; message: string }

/** @returns `undefined` when the node has the transaction. */
async function broadcast(chain: ChainPort, transaction: Hex): Promise<Fault | undefined> {
  try {
    await chain.request({ method: 'eth_sendRawTransaction', params: [transaction] })
    return undefined
  } catch (error) {
    const message = messageOf(error)
    if (/already known|already imported/i.test(message)) return undefined
    return { isFinal: isRefusal(error), message }
  }
}

/**
 * The number of mined transactions of the account, which is the count of the next one. If the node
 * has pending ones, waits for them first. A transaction that is still not mined is stuck, or
 * waits behind a gap. The next transaction then replaces the first of them.
 */
async function readCount(ports: SenderPorts): Promise<number> {
  const { chain, account } = ports
  const countAt = async (block: 'latest' | 'pending') => {
    const params = [account.address, block] as const
    const count = await chain.request({ method: 'eth_getTransactionCount', params })
    return Number(count)
  }
  for (let look = 1; ; look++) {
    const [mined, known] = await Promise.all([countAt('latest'), countAt('pending')])
    if (known <= mined || look >= ports.replaceAfterLooks) return mined
    await ports.pause()
  }
}

/** Raises both fees by an eighth, as nodes require of a replacement. */
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

/** @throws when even the tip exceeds the highest fee. */
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
