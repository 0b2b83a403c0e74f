import { createRequire } from 'node:module'

type RecoveryId = 0 | 1

/** Recovers public keys, and signs. `wasm` takes three to five times as long as `native`. */
export type Curve = {
  backend: 'native' | 'wasm'
  /**
   * Recovers the key that signed: 65 bytes, uncompressed.
   *
   * @param signature - r and s, 64 bytes.
   * @returns `null`, or throws, if there is none.
   */
  recover(digest: Uint8Array, signature: Uint8Array, recoveryId: RecoveryId): Uint8Array | null
  /**
   * Signs with the nonce of RFC 6979, so the same digest gets the same signature.
   *
   * @param key - 32 bytes; a key of the curve.
   * @returns r and s, 64 bytes, s in the lower half of the order.
   */
  sign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recoveryId: number }
}

/** The functions of `secp256k1` in use. */
type Bindings = {
  ecdsaRecover(
    signature: Uint8Array,
    recoveryId: RecoveryId,
    digest: Uint8Array,
    isCompressed: boolean,
  ): Uint8Array
  ecdsaSign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
}

const require = createRequire(import.meta.url)

/** The curve of this process. */
export const curve = createCurve(() => require('secp256k1/bindings.js'))

/**
 * The native bindings of `secp256k1` if the platform has them, else WebAssembly. They are imported
 * by name, because the package's own entry silently falls back to slow JavaScript.
 */
export function createCurve(loadBindings: () => Bindings): Curve {
  try {
    const { ecdsaRecover, ecdsaSign } = loadBindings()
    return {
      backend: 'native',
      recover: (digest, signature, id) => ecdsaRecover(signature, id, digest, false),
      sign(digest, key) {
        const { signature, recid } = ecdsaSign(digest, key)
        return { signature, recoveryId: recid }
      },
    }
  } catch {
    const { recover, signRecoverable } =
      require('tiny-secp256k1') as typeof import('tiny-secp256k1')
    return {
      backend: 'wasm',
      recover: (digest, signature, id) => recover(digest, signature, id, false),
      sign: signRecoverable,
    }
  }
}
