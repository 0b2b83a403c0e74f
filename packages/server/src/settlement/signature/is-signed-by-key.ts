import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { bytesOf } from '@fiq/shared/payment/hex'
import { sameAddress } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { authorizationDigest } from './authorization-digest.ts'
import { curve } from './curve.ts'
import { keccak256 } from './keccak.ts'

/** Whether the payer's own key signed. If not, only its contract can accept the signature. */
export function isSignedByKey({ authorization, signature }: SignedAuthorization): boolean {
  const digest = authorizationDigest(authorization)
  const signer = recoverAddress(digest, bytesOf(signature))
  return signer !== undefined && sameAddress(signer, authorization.from)
}

/** Half the order of secp256k1, big endian. */
const halfOrder = Buffer.from(
  '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0',
  'hex',
)

/**
 * The address whose key signed the digest, in lower case. `undefined` if the token would not accept
 * the signature for a key: it must be 65 bytes r, s, v with s in the lower half of the order (the
 * upper half gives a second form of the same signature) and v in 0, 1, 27, 28.
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

const recoveryIds = new Map<number, 0 | 1>([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])
