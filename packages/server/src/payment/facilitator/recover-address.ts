import { createRequire } from 'node:module'
import type { Hex } from '@fiq/shared/payment/wire'
import { keccak256 } from './keccak.ts'

/** The part of the `secp256k1` package that is used here. */
type Curve = {
  ecdsaRecover(
    signature: Uint8Array,
    recoveryId: number,
    digest: Uint8Array,
    compressed: boolean,
    output: Uint8Array,
  ): Uint8Array
}

const require = createRequire(import.meta.url)
const { curve, backend } = loadCurve()

/** `native` takes about 40 microseconds a recovery, `javascript` a millisecond or more. */
export const curveBackend: 'native' | 'javascript' = backend

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
    const point = curve.ecdsaRecover(
      signature.subarray(0, 64),
      recoveryId,
      digest,
      false,
      new Uint8Array(65),
    )
    return `0x${Buffer.from(keccak256(point.subarray(1))).toString('hex', 12)}`
  } catch {
    return undefined
  }
}

const recoveryIds = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])

/**
 * The package's own entry falls back to JavaScript without a word where no binary fits, so both
 * are asked for by name and the answer is kept.
 */
function loadCurve(): { curve: Curve; backend: 'native' | 'javascript' } {
  try {
    return { curve: require('secp256k1/bindings.js') as Curve, backend: 'native' }
  } catch {
    return { curve: require('secp256k1/elliptic.js') as Curve, backend: 'javascript' }
  }
}
