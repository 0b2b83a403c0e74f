import type { Authorization, SignedAuthorization } from '@fiq/shared/payment/authorization'
import { hexOf } from '@fiq/shared/payment/hex'
import { sameAddress, timeoutSecondsMax } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import type { PaymentTerms, Verification } from '../facilitator.ts'
import { type Refusal, refusalOf } from '../refusal-reason.ts'
import { authorizationDigest } from '../signature/authorization-digest.ts'
import { isSignedByKey } from '../signature/is-signed-by-key.ts'

/**
 * Checks a signature with a wallet contract by ERC-1271. `false` also if the address has no
 * contract.
 */
export type WalletSignatureCheck = (wallet: Hex, digest: Hex, signature: Hex) => Promise<boolean>

/** Seconds that an authorization needs to reach a block. Source: the x402 SDK. */
const settleSecondsMin = 6
/** Maximum by which a payer's clock may be ahead of ours. */
const clockSecondsMax = 60
const signatureBytesMax = 4_096
const uint256Max = 2n ** 256n - 1n

/**
 * Verifies that a payment satisfies our terms and is signed by its payer.
 *
 * Cheap checks first: form, payee, window, amount. Then one curve operation, and the payer's
 * contract only if the recovered address is not the payer. The chain checks balance and nonce.
 *
 * @param checkWalletSignature - Without it, payments by wallet contracts are refused as badly
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
      `validBefore is ${validBefore}, the time is ${terms.nowSeconds}, and settling needs ${settleSecondsMin} seconds.`,
    )
  const { maxTimeoutSeconds = timeoutSecondsMax } = terms
  const latest = terms.nowSeconds + maxTimeoutSeconds + clockSecondsMax
  if (validBefore > BigInt(latest))
    return refusalOf(
      'invalid_exact_evm_payload_authorization_valid_before',
      `validBefore is ${validBefore}; the latest accepted is ${latest}: ${maxTimeoutSeconds} s from now, and ${clockSecondsMax} s for differing clocks.`,
    )
  if (validAfter > BigInt(terms.nowSeconds))
    return refusalOf(
      'invalid_exact_evm_payload_authorization_valid_after',
      `validAfter is ${validAfter}, and the time is ${terms.nowSeconds}.`,
    )
  if (value !== terms.amount)
    return refusalOf(
      'invalid_exact_evm_payload_authorization_value_mismatch',
      `It is for ${value} atomic units, and the quote is for ${terms.amount}.`,
    )
  return undefined
}

/**
 * Whether a signature has the form of ERC-6492 (it ends with this word), which includes the
 * deployment of its wallet.
 */
function isCounterfactual(signature: Hex): boolean {
  return signature.toLowerCase().endsWith('6492'.repeat(16))
}

function signatureHint(signature: Hex): string | undefined {
  const bytes = (signature.length - 2) / 2
  return bytes === 65 ? undefined : `It has ${bytes} bytes; a signature by a key has 65.`
}

const hexPattern = /^0x[0-9a-fA-F]*$/

function isHex(text: string, bytes: number): boolean {
  return text.length === 2 + bytes * 2 && hexPattern.test(text)
}
