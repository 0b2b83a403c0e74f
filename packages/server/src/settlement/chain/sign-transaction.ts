import { bytesOf, hexOf } from '@fiq/shared/payment/hex'
import type { Hex } from '@fiq/shared/payment/wire'
import type { PrivateKeyAccount } from 'viem/accounts'
import { keccak256 } from '../signature/keccak.ts'
import type { Fees } from './block-watch.ts'
import type { ContractCall } from './token-calls.ts'

/** A transaction of EIP-1559 that moves no ether. */
export type UnsignedTransaction = ContractCall &
  Fees & {
    chainId: number
    /** Transactions that the account has sent before (its EIP-1559 `nonce`). */
    count: number
    gas: number
  }

/** The bytes to send, and their hash. */
export type SignedTransaction = { raw: Hex; hash: Hex }

/**
 * Signs a transaction. Encoded by hand, because this runs for every payment, and the generic
 * serializer takes several times as long as all the rest for the long data of a batch.
 */
export async function signTransaction(
  { chainId, count, maxPriorityFeePerGas, maxFeePerGas, gas, to, data }: UnsignedTransaction,
  account: Pick<PrivateKeyAccount, 'sign'>,
): Promise<SignedTransaction> {
  const order = [
    ...[chainId, count, maxPriorityFeePerGas, maxFeePerGas, gas].map(integerItem),
    item(bytesOf(to)),
    integerItem(0),
    item(bytesOf(data)),
    noAccessList,
  ]
  const unsigned = typed(order)
  const signature = await account.sign({ hash: hashOf(unsigned) })
  const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)]
  const parity = Number.parseInt(v, 16) - 27
  const signed = typed([...order, ...[parity, BigInt(`0x${r}`), BigInt(`0x${s}`)].map(integerItem)])
  return { raw: hexOf(signed), hash: hashOf(signed) }
}

const noAccessList = Buffer.of(0xc0)

/** RLP list after the byte of its transaction type (EIP-2718). */
function typed(items: readonly Buffer[]): Buffer {
  const length = items.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([Buffer.of(0x02), prefix(0xc0, length), ...items])
}

/** RLP of an integer: its bytes without leading zeros, none for zero. */
function integerItem(number: number | bigint): Buffer {
  return item(integerBytes(number))
}

/** RLP of bytes. */
function item(bytes: Buffer): Buffer {
  if (bytes.length === 1 && bytes[0]! < 0x80) return bytes
  return Buffer.concat([prefix(0x80, bytes.length), bytes])
}

/** RLP prefix: the length, or the length of the length from 56 bytes on. */
function prefix(kind: 0x80 | 0xc0, length: number): Buffer {
  if (length < 56) return Buffer.of(kind + length)
  const bytes = integerBytes(length)
  return Buffer.concat([Buffer.of(kind + 55 + bytes.length), bytes])
}

function integerBytes(number: number | bigint): Buffer {
  const hex = number.toString(16)
  return Buffer.from(hex === '0' ? '' : hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

function hashOf(bytes: Uint8Array): Hex {
  return hexOf(keccak256(bytes))
}
