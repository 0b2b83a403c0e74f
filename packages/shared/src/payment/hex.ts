import type { Hex } from './wire.ts'

/** The bytes as `0x…` hex in lower case. Node.js only. */
export function hexOf(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** The bytes of `0x…` hex, up to the first pair that is not hex. Node.js only. */
export function bytesOf(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}
