import { toEventSelector } from 'viem'

/** A decoded log of the token. Addresses in lower case, amounts in atomic units. */
export type TokenEvent =
  | { name: 'transfer'; from: string; to: string; value: bigint }
  /** A transfer used the nonce, or its owner cancelled it. */
  | { name: 'authorization-spent'; authorizer: string; nonce: string }

const transfer = toEventSelector('Transfer(address,address,uint256)')
const authorizationUsed = toEventSelector('AuthorizationUsed(address,bytes32)')
const authorizationCanceled = toEventSelector('AuthorizationCanceled(address,bytes32)')

/** Reads a log of the devnet's token; undefined for events that do not change the ledger. */
export function decodeTokenLog(log: { topics: string[]; data: string }): TokenEvent | undefined {
  const [selector, first, second] = log.topics
  if (first === undefined || second === undefined) return undefined
  if (selector === transfer)
    return {
      name: 'transfer',
      from: addressOf(first),
      to: addressOf(second),
      value: BigInt(log.data),
    }
  if (selector === authorizationUsed || selector === authorizationCanceled)
    return {
      name: 'authorization-spent',
      authorizer: addressOf(first),
      nonce: second.toLowerCase(),
    }
  return undefined
}

/** An indexed address is the last 20 bytes of its topic. */
function addressOf(topic: string): string {
  return `0x${topic.slice(-40).toLowerCase()}`
}
