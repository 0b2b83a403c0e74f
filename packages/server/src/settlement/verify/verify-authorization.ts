import type { Authorization, SignedAuthorization } from '@fiq/shared/payment/authorization'
import { sameAddress, timeoutSecondsMax } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import type { PaymentTerms, Verification } from '../facilitator.ts'
import { type Refusal, refusalOf } from '../refusal-reason.ts'
import { authorizationDigest } from '../signature/authorization-digest.ts'
import { isSignedByKey } from '../signature/is-signed-by-key.ts'

/** Asks a wallet contract by ERC-1271. `false` also when there is no contract at the address. */
export type WalletSignatureCheck = (wallet: Hex, digest: Hex, signature: Hex) => Promise<boolean>

/** An authorization needs this long to reach a block. The figure of the x402 SDK. */
const settleSecondsMin = 6
/** Maximum lead of a payer's clock over ours. */
const clockSecondsMax = 60
const signatureBytesMax = 4_096
const uint256Max = 2n ** 256n - 1n

/**
 * Proves that a payment satisfies our terms and is signed by its payer.
 *
 * Cheap checks first: shape, payee, window, amount. Then one curve operation, and the payer's
 * contract only if the recovered address is not the payer. Balance and nonce are left to the chain.
 *
 * @param checkWalletSignature - without it, payments by wallet contracts are refused as badly
 * signed.
 * @param isKeySigned - {@link isSignedByKey}, or a caching version of it.
 * @throws only errors of `checkWalletSignature`.
 */
export async function verifyAuthorization(
  payment: SignedAuthorization,
  terms: PaymentTerms,
  checkWalletSignature?: WalletSignatureCheck,
  isKeySigned: (payment: SignedAuthorization) => boolean = isSignedByKey,
): Promise<Verification> {
  const { authorization, signature } = payment
  const payer = authorization.from
  const refused = (refusal: Refusal): Verification => ({ isValid: false, payer, ...refusal })

  const fault = shapeFault(payment) ?? termsFault(authorization, terms)
  if (fault) return refused(fault)
  if (isCounterfactual(signature))
    return refused(refusalOf('invalid_exact_evm_payload_undeployed_smart_wallet'))

  if (isKeySigned(payment)) return { isValid: true, payer }
  const digest = authorizationDigest(authorization)
  const accepted = await checkWalletSignature?.(payer, hexOf(digest), signature)
  if (accepted) return { isValid: true, payer }
  return refused(refusalOf('invalid_exact_evm_signature', signatureHint(signature)))
}

function shapeFault({ authorization, signature }: SignedAuthorization): Refusal | undefined {
  const { from, to, nonce, value, validAfter, validBefore } = authorization
  const wellFormed =
    isHex(from, 20) &&
    isHex(to, 20) &&
    isHex(nonce, 32) &&
    [value, validAfter, validBefore].every((number) => number >= 0n && number <= uint256Max)
  if (!wellFormed) return refusalOf('invalid_payload')
  const bytes = (signature.length - 2) / 2
  if (
    !Number.isInteger(bytes) ||
    bytes < 1 ||
    bytes > signatureBytesMax ||
    !isHex(signature, bytes)
  )
    return refusalOf('invalid_exact_evm_failed_to_parse_signature')
  return undefined
}

function termsFault(authorization: Authorization, terms: PaymentTerms): Refusal | undefined {
  const { to, value, validAfter, validBefore } = authorization
  if (!sameAddress(to, terms.payTo))
    return refusalOf('invalid_exact_evm_recipient_mismatch', `It must pay ${terms.payTo}.`)
  if (validBefore < BigInt(terms.nowSeconds + settleSecondsMin))
    return refusalOf(
      'invalid_exact_evm_payload_authorization_valid_before',
      `validBefore is ${validBefore}, the clock says ${terms.nowSeconds}, and settling needs ${settleSecondsMin} seconds.`,
    )
  const { maxTimeoutSeconds = timeoutSecondsMax } = terms
  const latest = terms.nowSeconds + maxTimeoutSeconds + clockSecondsMax
  if (validBefore > BigInt(latest))
    return refusalOf(
      'invalid_exact_evm_payload_authorization_valid_before',
      `validBefore is ${validBefore}; the latest accepted is ${latest}, ${maxTimeoutSeconds} s and ${clockSecondsMax} s for clocks from now.`,
    )
  if (validAfter > BigInt(terms.nowSeconds))
    return refusalOf(
      'invalid_exact_evm_payload_authorization_valid_after',
      `validAfter is ${validAfter}, the clock says ${terms.nowSeconds}.`,
    )
  if (value !== terms.amount)
    return refusalOf(
      'invalid_exact_evm_payload_authorization_value_mismatch',
      `It is for ${value} atomic units, the quote for ${terms.amount}.`,
    )
  return undefined
}

/** ERC-6492: a signature that carries how to deploy its wallet ends with this word. */
function isCounterfactual(signature: Hex): boolean {
  return signature.toLowerCase().endsWith('6492'.repeat(16))
}

function signatureHint(signature: Hex): string | undefined {
  const bytes = (signature.length - 2) / 2
  return bytes === 65 ? undefined : `It has ${bytes} bytes; one by a key has 65.`
}

const hexPattern = /^0x[0-9a-fA-F]*$/

function isHex(text: string, bytes: number): boolean {
  return text.length === 2 + bytes * 2 && hexPattern.test(text)
}

function hexOf(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`
}
