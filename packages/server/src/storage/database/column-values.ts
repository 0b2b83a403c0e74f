import type { Hex } from '@fiq/shared/payment/wire'
import type { Value } from './database.ts'

/**
 * Converts `0x…` hex to bytes with their own memory. A Buffer shares a large block, all of which
 * would be copied to the writing thread.
 */
export function bytesOf(hex: Hex): Uint8Array {
  return new Uint8Array(Buffer.from(hex.slice(2), 'hex'))
}

/** Reads a column of bytes as `0x…` hex in lower case. @throws if it holds something else. */
export function hexOf(value: Value | undefined): Hex {
  if (!(value instanceof Uint8Array)) throw new Error('A column of bytes holds something else.')
  return `0x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
}

/**
 * Reads an integer: SQLite returns `bigint`, PostgreSQL text; both are exact.
 *
 * @throws if the column holds something else.
 */
export function integer(value: Value | undefined): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' || typeof value === 'string') return BigInt(value)
  throw new Error('A column of numbers holds something else.')
}
