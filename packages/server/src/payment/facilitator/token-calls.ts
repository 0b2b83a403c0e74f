import type { Authorization, SignedAuthorization } from '@fiq/shared/payment/authorization'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { isSignedByKey } from './verify-authorization.ts'

/** Where Multicall3 stands on Base and on every other chain that has it. */
export const multicallAddress = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** A call or a transaction to one contract. */
export type ContractCall = { to: Hex; data: Hex }

const byParts = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])
const byBytes = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])
const token = parseAbi(['function authorizationState(address, bytes32) view returns (bool)'])
const wallet = parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)'])
const multicall = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[])',
])

/** ERC-1271: what a wallet contract answers when it accepts a signature. */
const acceptedBy1271 = '0x1626ba7e'

/** The call that moves the money of one payment. 65 bytes go by parts, the cheaper way. */
export function transferCall(payment: SignedAuthorization): ContractCall {
  const { from, to, value, validAfter, validBefore, nonce } = payment.authorization
  const order = [plain(from), plain(to), value, validAfter, validBefore, nonce] as const
  const functionName = 'transferWithAuthorization'
  const data =
    payment.signature.length === 132
      ? encodeFunctionData({ abi: byParts, functionName, args: [...order, ...partsOf(payment)] })
      : encodeFunctionData({ abi: byBytes, functionName, args: [...order, payment.signature] })
  return { to: usdcOnBase.asset, data }
}

/** Several calls in one transaction, none of which can undo the others. */
export function batchCall(calls: ContractCall[]): ContractCall {
  const args = calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
  return {
    to: multicallAddress,
    data: encodeFunctionData({ abi: multicall, functionName: 'aggregate3', args: [args] }),
  }
}

/** What each call of a batch returned. @throws when the bytes are not such a list. */
export function batchResults(data: Hex): readonly { success: boolean; returnData: Hex }[] {
  return decodeFunctionResult({ abi: multicall, functionName: 'aggregate3', data })
}

export function authorizationStateCall({
  from,
  nonce,
}: Pick<Authorization, 'from' | 'nonce'>): ContractCall {
  return {
    to: usdcOnBase.asset,
    data: encodeFunctionData({
      abi: token,
      functionName: 'authorizationState',
      args: [plain(from), nonce],
    }),
  }
}

export function walletCall(address: Hex, digest: Hex, signature: Hex): ContractCall {
  const args = [digest, signature] as const
  return {
    to: address,
    data: encodeFunctionData({ abi: wallet, functionName: 'isValidSignature', args }),
  }
}

/** Whether the answer to {@link walletCall} says yes. No contract answers with no bytes. */
export function isAcceptedByWallet(answer: Hex): boolean {
  return answer.length >= 66 && answer.toLowerCase().startsWith(acceptedBy1271.padEnd(66, '0'))
}

/**
 * v, r, s of 65 bytes. Some signers write v as 0 or 1, which the token refuses of a key holder; to
 * a wallet contract the same bytes may mean something else, so only a key's signature is changed.
 */
function partsOf(payment: SignedAuthorization): [number, Hex, Hex] {
  const { signature } = payment
  const v = Number.parseInt(signature.slice(130), 16)
  const written = v <= 1 && isSignedByKey(payment) ? v + 27 : v
  return [written, `0x${signature.slice(2, 66)}`, `0x${signature.slice(66, 130)}`]
}

/** Lower case: the encoder refuses an address whose mixed case is not its checksum; we do not. */
function plain(address: Hex): Hex {
  return address.toLowerCase() as Hex
}
