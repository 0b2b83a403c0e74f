import { createRequire } from 'node:module'
import type { Hex } from '@fiq/shared/payment/wire'
import { keccak256 } from './keccak.ts'

type RecoveryId = 0 | 1

/** Recovers public keys. `wasm` takes five times as long as `native`. */
export type Curve = {
  backend: 'native' | 'wasm'
  /**
   * The key that signed: 65 bytes, the first says that it is not compressed.
   *
   * @param signature - r and s, 64 bytes.
   * @returns null, or throws, when there is none.
   */
  recover(digest: Uint8Array, signature: Uint8Array, recoveryId: RecoveryId): Uint8Array | null
}

/** The part of `secp256k1` that is used here. */
type Bindings = {
  ecdsaRecover(
    signature: Uint8Array,
    recoveryId: RecoveryId,
    digest: Uint8Array,
    isCompressed: boolean,
  ): Uint8Array
}

const require = createRequire(import.meta.url)

export const curve = openCurve(() => require('secp256k1/bindings.js'))

/** Half the order of secp256k1, big endian. */
const halfOrder = Buffer.from(
  '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0',
  'hex',
)

/**
 * The address whose key signed the digest, in lower case; undefined when the signature is not one
 * that the token accepts of a key holder: 65 bytes r, s, v with s in the lower half of the order
 * (the upper half is the mirror image of the same signature) and v in 0, 1, 27, 28.
 */
export function recoverAddress(digest: Uint8Array, signature: Uint8Array): Hex | undefined {
  if (signature.length !== 65) return undefined
  const recoveryId = recoveryIds.get(signature[64]!)
  if (recoveryId === undefined) return undefined
  if (Buffer.compare(signature.subarray(32, 64), halfOrder) > 0) return undefined
  try {
    const point = curve.recover(digest, signature.subarray(0, 64), recoveryId)
    return point === null
      ? undefined
      : `0x${Buffer.from(keccak256(point.subarray(1))).toString('hex', 12)}`
  } catch {
    return undefined
  }
}

const recoveryIds = new Map<number, RecoveryId>([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])

/**
 * The bindings of `secp256k1`, which are there for some platforms, else WebAssembly. They are asked
 * for by name: the package's own entry falls back to slow JavaScript without a word.
 */
export function openCurve(loadBindings: () => Bindings): Curve {
  try {
    const { ecdsaRecover } = loadBindings()
    return {
      backend: 'native',
      recover: (digest, signature, id) => ecdsaRecover(signature, id, digest, false),
    }
  } catch {
    const { recover } = require('tiny-secp256k1') as typeof import('tiny-secp256k1')
    return {
      backend: 'wasm',
      recover: (digest, signature, id) => recover(digest, signature, id, false),
    }
  }
}
