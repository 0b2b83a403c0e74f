import type { Authorization } from '@fiq/shared/payment/authorization'
import { sameAddress, usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { pad, toEventSelector } from 'viem'

/** A log of JSON-RPC. */
export type RpcLog = {
  address: string
  topics: string[]
  data: string
  logIndex: string
  transactionHash: string
}

const transfer = toEventSelector('Transfer(address,address,uint256)')
const authorizationUsed = toEventSelector('AuthorizationUsed(address,bytes32)')
const authorizationCanceled = toEventSelector('AuthorizationCanceled(address,bytes32)')

/** Filter for the logs that the token writes when it uses or cancels this authorization's nonce. */
export function spendingTopics({ from, nonce }: Authorization): [Hex[], Hex, Hex] {
  return [[authorizationUsed, authorizationCanceled], pad(lower(from)), lower(nonce)]
}

/** Whether the log shows that the payer canceled the authorization. */
export function isCancellation({ topics }: Partial<Pick<RpcLog, 'topics'>>): boolean {
  return topics?.[0]?.toLowerCase() === authorizationCanceled
}

/**
 * Position in the block of the Transfer by which the authorization moved its money; `undefined` if
 * these logs do not contain it.
 *
 * @param logs - Logs of one transaction, in their order.
 */
export function transferLogIndex(logs: RpcLog[], authorization: Authorization): number | undefined {
  return readTransfers(logs)(authorization)
}

/**
 * Finds the Transfers of many authorizations in one pass over the logs.
 *
 * The token writes AuthorizationUsed and directly after it the Transfer. Payer, payee and amount
 * are compared too, because the same nonce may have been signed for another transfer.
 */
export function readTransfers(
  logs: RpcLog[],
): (authorization: Authorization) => number | undefined {
  const places = new Map<string, number>()
  for (const [place, log] of logs.entries()) {
    const next = logs[place + 1]
    if (!next || !isOf(log, authorizationUsed) || !isOf(next, transfer)) continue
    if (log.topics.length !== 3 || next.topics.length !== 3) continue
    const [, payer, nonce] = log.topics
    const [, from, to] = next.topics
    if (payer?.toLowerCase() !== from?.toLowerCase()) continue
    const key = `${payer}${nonce}${to}`.toLowerCase() + BigInt(next.data)
    if (!places.has(key)) places.set(key, Number.parseInt(next.logIndex, 16))
  }
  return ({ from, to, nonce, value }) =>
    places.get(`${padded(from)}${nonce}${padded(to)}`.toLowerCase() + value)
}

function isOf({ address, topics }: RpcLog, selector: Hex): boolean {
  return sameAddress(address, usdcOnBase.asset) && topics[0]?.toLowerCase() === selector
}

/** Pads an address to a topic. */
function padded(address: Hex): string {
  return `0x${address.slice(2).padStart(64, '0')}`
}

function lower(hex: Hex): Hex {
  return hex.toLowerCase() as Hex
}
