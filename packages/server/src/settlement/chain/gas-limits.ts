import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Receipt } from './chain-reads.ts'

const gasOfKeyPayment = 200_000
const gasOfWalletPayment = 1_000_000
/**
 * Twice the gas of the token's call. A hundred of them stay below a transaction's limit of 2^24.
 */
const gasInBatch = 120_000
const gasOfBatch = 60_000

/** The gas limit of a transaction and of its simulation. Unused gas is not paid. */
export function gasOf(
  payments: readonly { signed: Pick<SignedAuthorization, 'signature'> }[],
): number {
  if (payments.length > 1) return gasOfBatch + payments.length * gasInBatch
  return payments[0]!.signed.signature.length === 132 ? gasOfKeyPayment : gasOfWalletPayment
}

/** The cost of a mined transaction in wei. */
export function costOf({
  gasUsed = '0x0',
  effectiveGasPrice = '0x0',
  l1Fee = '0x0',
}: Receipt): bigint {
  return BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee)
}
