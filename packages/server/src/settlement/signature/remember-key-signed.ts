import type { Authorization, SignedAuthorization } from '@fiq/shared/payment/authorization'
import { isSignedByKey } from './is-signed-by-key.ts'

/** Whether the payer's own key signed: {@link isSignedByKey}. */
export type KeySigned = (payment: SignedAuthorization) => boolean

/**
 * Recovers the signer once for each payment: verification stores the result for settlement. Cached
 * for this signature until the authorization expires.
 */
export function rememberKeySigned(check: KeySigned = isSignedByKey): KeySigned {
  const found = new WeakMap<Authorization, { signature: string; isKeySigned: boolean }>()
  return (payment) => {
    const { authorization, signature } = payment
    const cached = found.get(authorization)
    if (cached?.signature === signature) return cached.isKeySigned
    const isKeySigned = check(payment)
    found.set(authorization, { signature, isKeySigned })
    return isKeySigned
  }
}

/**
 * One cache for the whole server: a signature that earned priority is not recovered again for
 * verification.
 */
export const keySignedOnce: KeySigned = rememberKeySigned()
