import type { Hex } from '@fiq/shared/payment/wire'
import type { Value } from './database.ts'

/**
 * Bytes of a hex text, `0x` first. In memory of their own: those of a Buffer share a large block,
 * all of which would be copied on the way to the thread that writes.
 */
export function bytesOf(hex: Hex): Uint8Array {
  return new Uint8Array(Buffer.from(hex.slice(2), 'hex'))
}

export function hexOf(value: Value | undefined): Hex {
  if (!(value instanceof Uint8Array)) throw new Error('A column of bytes holds something else.')
  return `0x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
}

/** Whole numbers come as `bigint` from SQLite and as text from PostgreSQL, exact in both. */
export function integer(value: Value | undefined): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' || typeof value === 'string') return BigInt(value)
  throw new Error('A column of numbers holds something else.')
}
