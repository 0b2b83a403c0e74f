import type { Hex } from '@fiq/shared/payment/wire'
import { keccak256, type LocalAccount } from 'viem'
import { type ChainPort, type Receipt, readReceipt } from './chain-reads.ts'
import type { ContractCall } from './token-calls.ts'

export type SendResult =
  | { outcome: 'mined'; receipt: Receipt }
  /** It may or may not be mined yet. */
  | { outcome: 'unknown'; transaction: Hex; message: string }
  /** It never left this process. */
  | { outcome: 'not-sent'; message: string }

/** Signs and sends the transactions of one account. Callers send one at a time. */
export type TransactionSender = {
  address: Hex
  /**
   * @param beforeSend - awaited with the hash before the transaction leaves; when it throws, the
   *   transaction does not leave.
   */
  send(
    call: ContractCall,
    gas: number,
    beforeSend: (hash: Hex) => Promise<void>,
  ): Promise<SendResult>
}

/** Wei per gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

export type SenderPorts = {
  chain: ChainPort
  chainId: number
  account: LocalAccount
  /** What to offer for the next transaction. */
  fees(): Promise<Fees>
  /** Passes the time until a receipt may have come. */
  pause(): Promise<void>
  /** How often to look for a receipt before the outcome is called unknown. */
  receiptLooksMax: number
}

/** Opens the account for sending. The transaction count is read once and kept while all goes well. */
export function openTransactionSender(ports: SenderPorts): TransactionSender {
  const { chain, account } = ports
  let nextCount: number | undefined

  const sign = async (call: ContractCall, gas: number) => {
    nextCount ??= Number(
      await chain.request({
        method: 'eth_getTransactionCount',
        params: [account.address, 'pending'],
      }),
    )
    return account.signTransaction({
      type: 'eip1559',
      chainId: ports.chainId,
      nonce: nextCount,
      gas: BigInt(gas),
      ...(await ports.fees()),
      ...call,
    })
  }

  const attempt: TransactionSender['send'] = async (call, gas, beforeSend) => {
    let transaction: Hex
    let hash: Hex
    try {
      transaction = await sign(call, gas)
      hash = keccak256(transaction)
      await beforeSend(hash)
    } catch (error) {
      return { outcome: 'not-sent', message: messageOf(error) }
    }
    const fault = await broadcast(chain, transaction)
    nextCount = fault ? undefined : nextCount! + 1
    if (fault?.isFinal) return { outcome: 'unknown', transaction: hash, message: fault.message }
    const receipt = await awaitReceipt(ports, hash)
    if (receipt) return { outcome: 'mined', receipt }
    nextCount = undefined
    return { outcome: 'unknown', transaction: hash, message: 'The transaction is not mined yet.' }
  }

  return {
    address: account.address,
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
 * @returns undefined when the node has the transaction. `isFinal` when the node answered that it
 *   will not take it; otherwise it may have it all the same, its answer being lost.
 */
async function broadcast(
  chain: ChainPort,
  transaction: Hex,
): Promise<{ isFinal: boolean; message: string } | undefined> {
  try {
    await chain.request({ method: 'eth_sendRawTransaction', params: [transaction] })
    return undefined
  } catch (error) {
    const message = messageOf(error)
    if (/already known|already imported/i.test(message)) return undefined
    return { isFinal: typeof (error as { code?: unknown }).code === 'number', message }
  }
}

async function awaitReceipt(ports: SenderPorts, hash: Hex): Promise<Receipt | undefined> {
  for (let look = 1; look <= ports.receiptLooksMax; look++) {
    const receipt = await readReceipt(ports.chain, hash).catch(() => undefined)
    if (receipt) return receipt
    if (look < ports.receiptLooksMax) await ports.pause()
  }
  return undefined
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
