import { FiqError } from '@fiq/shared/errors'
import { isLoopbackHost } from '@fiq/shared/is-loopback'
import { sameAddress } from '@fiq/shared/payment/usdc-on-base'
import type { AccountPorts } from '../../accounts/accounts.ts'
import { organisationResource, paymentResource } from '../../accounts/payment-resource.ts'
import { isSignedBy, refuseOther, type SignInPorts } from '../../accounts/sign-in.ts'
import { readSignInMessage, type SignInMessage } from '../../accounts/sign-in-message.ts'
import type { PaymentKey } from '../../storage/credits/payment-key.ts'
import type { PaymentProofs, SignedProof } from './prove-payment.ts'

export type ProvingPorts = AccountPorts & {
  /**
   * Address at which clients reach the server. Without it, messages for a local host are accepted.
   */
  publicUrl: string | undefined
  /** The check of wallet contracts for the client at an address. */
  walletCheckOf(address: string): SignInPorts['isWalletSignature']
}

/**
 * Creates the check of a payer's fresh message about one payment: an EIP-4361 message for this
 * server, signed by the key or contract of the wallet that paid. Its first resource is the payment;
 * a second one may only be an organisation. Its nonce comes from `GET /auth/siwx/nonce` and is used
 * up before the signature is checked, because a check costs a curve operation or a call to the
 * chain, and nonces are limited by address.
 *
 * @returns `false` for any mismatch. The caller learns nothing more.
 */
export function createPayerProofs(ports: ProvingPorts): PaymentProofs['isOfPayer'] {
  return async (
    { message: text, signature }: SignedProof,
    key: PaymentKey,
    { address, organisation },
  ) => {
    const message = readOwn(text, ports)
    if (!message || !sameAddress(message.address, key.payer)) return false
    if (!isAbout(message.resources, key, organisation)) return false
    if (!(await ports.store.useNonce(message.nonce, ports.nowMs()))) return false
    const isWalletSignature = ports.walletCheckOf(address)
    return isSignedBy(message.address, text, signature, { isWalletSignature })
  }
}

function isAbout(
  [payment, owner, ...more]: readonly string[],
  key: PaymentKey,
  organisation: string | undefined,
): boolean {
  if (more.length > 0 || payment?.toLowerCase() !== paymentResource(key)) return false
  if (organisation === undefined) return owner?.startsWith(organisationResource('')) ?? true
  return owner === organisationResource(organisation)
}

/** Parses the message if it is for this server and currently valid. */
function readOwn(text: string, { publicUrl, nowMs }: ProvingPorts): SignInMessage | undefined {
  try {
    const message = readSignInMessage(text)
    const origin = publicUrl === undefined ? localOriginOf(message.uri) : new URL(publicUrl).origin
    if (origin === undefined) return undefined
    refuseOther(message, { origin, nowMs })
    return message
  } catch (error) {
    if (error instanceof FiqError) return undefined
    throw error
  }
}

function localOriginOf(uri: string): string | undefined {
  if (!URL.canParse(uri)) return undefined
  const { origin, hostname } = new URL(uri)
  return isLoopbackHost(hostname) ? origin : undefined
}
