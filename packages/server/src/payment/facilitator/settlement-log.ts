import type { Authorization } from '@fiq/shared/payment/authorization'
import { sameAddress, usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { pad, toEventSelector } from 'viem'

/** A log as JSON-RPC gives it. */
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

/** Filter for the log that the token writes when this authorization's nonce is gone. */
export function spendingTopics({ from, nonce }: Authorization): [Hex[], Hex, Hex] {
  return [[authorizationUsed, authorizationCanceled], pad(lower(from)), lower(nonce)]
}

/**
 * Position in the block of the Transfer by which the authorization moved its money, undefined when
 * these logs do not hold it.
 *
 * The token writes AuthorizationUsed and then the Transfer, with nothing in between. Payer, payee
 * and amount are compared too, because the same nonce may have been signed for another transfer.
 *
 * @param logs - of one transaction, in their order.
 */
export function transferLogIndex(logs: RpcLog[], authorization: Authorization): number | undefined {
  const ofToken = (log: RpcLog) => sameAddress(log.address, usdcOnBase.asset)
  const [, payer, nonce] = spendingTopics(authorization)
  const used = [authorizationUsed, payer, nonce]
  const expected = [transfer, payer, pad(lower(authorization.to))]
  for (const [place, log] of logs.entries()) {
    const next = logs[place + 1]
    if (!next || !ofToken(log) || !ofToken(next)) continue
    if (!sameTopics(log.topics, used) || !sameTopics(next.topics, expected)) continue
    if (BigInt(next.data) === authorization.value) return Number.parseInt(next.logIndex, 16)
  }
  return undefined
}

function sameTopics(topics: string[], expected: string[]): boolean {
  return (
    topics.length === expected.length &&
    topics.every((topic, place) => topic.toLowerCase() === expected[place])
  )
}

function lower(hex: Hex): Hex {
  return hex.toLowerCase() as Hex
}
