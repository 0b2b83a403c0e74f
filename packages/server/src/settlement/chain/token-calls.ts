import type { Authorization, SignedAuthorization } from '@fiq/shared/payment/authorization'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { decodeFunctionResult, encodeFunctionData, parseAbi, toFunctionSelector } from 'viem'
import { isSignedByKey } from '../signature/is-signed-by-key.ts'

/** Address of Multicall3 on Base and on every other chain that has it. */
export const multicallAddress = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** A call or a transaction to one contract. */
export type ContractCall = { to: Hex; data: Hex }

const transferByParts = toFunctionSelector(
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
)
const aggregate3 = toFunctionSelector('aggregate3((address,bool,bytes)[])')
const byBytes = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])
const token = parseAbi(['function authorizationState(address, bytes32) view returns (bool)'])
const wallet = parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)'])
const multicall = parseAbi([
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3() returns (Result[])',
])

/** ERC-1271: the value that a wallet contract returns for a valid signature. */
const acceptedBy1271 = '0x1626ba7e'

/**
 * The call that moves the money of one payment. A 65-byte signature is passed as v, r, s, which
 * costs less gas. Encoded by hand, because this runs for every payment and the generic encoder
 * takes ten times as long.
 *
 * @throws when the authorization does not have the form of EIP-3009.
 */
export function transferCall(payment: SignedAuthorization): ContractCall {
  const { from, to, value, validAfter, validBefore, nonce } = payment.authorization
  if (payment.signature.length !== 132) {
    const order = [plain(from), plain(to), value, validAfter, validBefore, nonce] as const
    const args = [...order, payment.signature] as const
    return { to: usdcOnBase.asset, data: encodeFunctionData({ abi: byBytes, args }) }
  }
  const order =
    [from, to].map(wordOf).join('') + [value, validAfter, validBefore].map(numberOf).join('')
  const data = `${transferByParts}${order}${nonce.slice(2)}${partsOf(payment)}` as const
  if (data.length !== byPartsLength)
    throw new Error('An address or the bytes32 nonce has no such form.')
  return { to: usdcOnBase.asset, data: plain(data) }
}

/** Several calls in one transaction. If one fails, the others still take effect. */
export function batchCall(calls: ContractCall[]): ContractCall {
  let offset = calls.length * 32
  let offsets = ''
  let bodies = ''
  for (const { to, data } of calls) {
    const bytes = (data.length - 2) / 2
    const padded = data.slice(2).padEnd(Math.ceil(bytes / 32) * 64, '0')
    // Target, allowFailure, offset of the bytes, number of bytes.
    const body = wordOf(to) + numberOf(1) + numberOf(96) + numberOf(bytes) + padded
    offsets += numberOf(offset)
    bodies += body
    offset += body.length / 2
  }
  const head = aggregate3 + numberOf(32) + numberOf(calls.length)
  return { to: multicallAddress, data: `${head}${offsets}${bodies}` as Hex }
}

/** The results of the calls in a batch. @throws if the bytes have another form. */
export function batchResults(data: Hex): readonly { success: boolean; returnData: Hex }[] {
  return decodeFunctionResult({ abi: multicall, functionName: 'aggregate3', data })
}

/** Reads whether the nonce of an authorization was used or cancelled. */
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

/**
 * A program for `eth_call` that returns whether any of these addresses has code: it returns the
 * bitwise OR of the code sizes as one word.
 */
export function codeProgram(addresses: readonly Hex[]): Hex {
  const looks = addresses.map((address) => `73${plain(address).slice(2)}3b17`).join('')
  return `0x5f${looks}5f5260205ff3`
}

/** Asks a wallet contract whether a signature is its own, by EIP-1271. */
export function walletCall(address: Hex, digest: Hex, signature: Hex): ContractCall {
  const args = [digest, signature] as const
  return {
    to: address,
    data: encodeFunctionData({ abi: wallet, functionName: 'isValidSignature', args }),
  }
}

/**
 * Whether the result of {@link walletCall} accepts the signature. An address without a contract
 * returns no bytes.
 */
export function isAcceptedByWallet(answer: Hex): boolean {
  return answer.length >= 66 && answer.toLowerCase().startsWith(acceptedBy1271.padEnd(66, '0'))
}

/** Selector and nine words. */
const byPartsLength = 2 + 8 + 9 * 64

/**
 * v, r, s of 65 bytes. Some signers write v as 0 or 1, which the token refuses for keys. To a
 * wallet contract the same bytes may mean something else, so only a key's signature is changed.
 */
function partsOf(payment: SignedAuthorization): string {
  const { signature } = payment
  const v = Number.parseInt(signature.slice(130), 16)
  const written = v <= 1 && isSignedByKey(payment) ? v + 27 : v
  return numberOf(written) + signature.slice(2, 130)
}

function wordOf(address: Hex): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

function numberOf(number: bigint | number): string {
  return number.toString(16).padStart(64, '0')
}

/**
 * Converts to lower case: the encoder refuses an address whose mixed case is not its checksum, but
 * fiq accepts it.
 */
function plain(hex: Hex): Hex {
  return hex.toLowerCase() as Hex
}
