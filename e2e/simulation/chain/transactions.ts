import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { multicallAddress } from '../../../packages/server/src/settlement/chain/token-calls.ts'
import { keccak256 } from '../../../packages/server/src/settlement/signature/keccak.ts'

/** A transaction of the settler, decoded from its bytes. */
export type Transaction = {
  hash: Hex
  count: number
  maxFee: bigint
  tip: bigint
  transfers: readonly SignedAuthorization[]
  isBatch: boolean
}

/** Decodes the bytes of a raw transaction. */
export function readTransaction(raw: Hex): Transaction {
  const bytes = Buffer.from(raw.slice(2), 'hex')
  const items = readList(bytes.subarray(1))
  const [, count, tip, maxFee, , to, , data] = items
  const call = { to: hexOf(to!), data: hexOf(data!) }
  return {
    hash: hexOf(Buffer.from(keccak256(bytes))),
    count: Number(integerOf(count!)),
    tip: integerOf(tip!),
    maxFee: integerOf(maxFee!),
    transfers: readTransfers(call),
    isBatch: isBatch(call),
  }
}

/** The transfers of a call; empty for a call that reads. */
export function readTransfers({ to, data }: { to: Hex; data: Hex }): SignedAuthorization[] {
  if (isBatch({ to })) return readBatch(data)
  return data.startsWith(transferSelector) ? [readTransfer(data)] : []
}

export function isBatch({ to }: { to: Hex }): boolean {
  return to.toLowerCase() === multicallAddress.toLowerCase()
}

/** Selector of `transferWithAuthorization` with v, r, s. */
const transferSelector = '0xe3ee160e'

function readTransfer(data: string): SignedAuthorization {
  const word = (place: number) => data.slice(10 + 64 * place, 74 + 64 * place)
  const number = (place: number) => BigInt(`0x${word(place)}`)
  const address = (place: number): Hex => `0x${word(place).slice(24)}`
  return {
    authorization: {
      from: address(0),
      to: address(1),
      value: number(2),
      validAfter: number(3),
      validBefore: number(4),
      nonce: `0x${word(5)}`,
    },
    signature: `0x${word(7)}${word(8)}${word(6).slice(62)}`,
  }
}

/** Decodes `aggregate3` of Multicall3: offsets, then target, flag, and bytes of each call. */
function readBatch(data: string): SignedAuthorization[] {
  const body = data.slice(10)
  const number = (place: number) => Number.parseInt(body.slice(2 * place, 2 * place + 64), 16)
  const count = number(32)
  return Array.from({ length: count }, (_, index) => {
    const at = 64 + number(64 + 32 * index)
    const length = number(at + 96)
    return readTransfer(`0x${body.slice(2 * (at + 128), 2 * (at + 128 + length))}`)
  })
}

/** The items of an RLP list. Nested lists remain bytes. */
function readList(bytes: Buffer): Buffer[] {
  const { start, end } = extentOf(bytes, 0)
  const items: Buffer[] = []
  for (let place = start; place < end; ) {
    const item = extentOf(bytes, place)
    items.push(bytes.subarray(item.start, item.end))
    place = item.end
  }
  return items
}

function extentOf(bytes: Buffer, place: number): { start: number; end: number } {
  const mark = bytes[place]!
  if (mark < 0x80) return { start: place, end: place + 1 }
  const base = mark < 0xc0 ? 0x80 : 0xc0
  const size = mark - base
  if (size < 56) return { start: place + 1, end: place + 1 + size }
  const width = size - 55
  const start = place + 1 + width
  return { start, end: start + bytes.readUIntBE(place + 1, width) }
}

function integerOf(bytes: Buffer): bigint {
  return bytes.length === 0 ? 0n : BigInt(hexOf(bytes))
}

function hexOf(bytes: Buffer): Hex {
  return `0x${bytes.toString('hex')}`
}

/** Address of the token in lower case. */
export const token = usdcOnBase.asset.toLowerCase()
