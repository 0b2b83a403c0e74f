import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { sameAddress } from '@fiq/shared/payment/usdc-on-base'
import { authorizationDigest } from './authorization-digest.ts'
import { recoverAddress } from './recover-address.ts'

/** Whether the payer's own key signed. If not, only its contract can accept the signature. */
export function isSignedByKey({ authorization, signature }: SignedAuthorization): boolean {
  const digest = authorizationDigest(authorization)
  const signer = recoverAddress(digest, Buffer.from(signature.slice(2), 'hex'))
  return signer !== undefined && sameAddress(signer, authorization.from)
}
