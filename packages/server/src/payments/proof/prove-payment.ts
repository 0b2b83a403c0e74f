import { timingSafeEqual } from 'node:crypto'
import type { FiqError } from '@fiq/shared/errors'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import type { Hex } from '@fiq/shared/payment/wire'
import type { PaymentKey } from '../../storage/credits/payment-key.ts'
import {
  type PaymentRecord,
  type PaymentRow,
  storedUntilMs,
} from '../../storage/payments/payment-record.ts'

/** An EIP-4361 message that names a payment, with the signature of the payer's wallet. */
export type SignedProof = { message: string; signature: Hex }

/** Distinguishes the payer of a payment from anyone who read the payment on the chain. */
export type PaymentProofs = {
  /**
   * Whether this is a fresh message of the payer about this payment. Each message is valid once.
   *
   * @param about - `address`: of the client, which is charged for a check of a wallet contract.
   * `organisation`: the message must name it as owner of the goods.
   */
  isOfPayer(
    proof: SignedProof,
    key: PaymentKey,
    about: { address: string; organisation?: string | undefined },
  ): Promise<boolean>
  /**
   * The refusal of a request that did not prove its payment: the same error in every case, and
   * `RATE_LIMITED` after too many for this payment and address.
   */
  refusal(key: PaymentKey, address: string): Promise<FiqError>
}

/** The proof in a request for a payment that was claimed before. */
export type Presented = {
  payment: Pick<Payment, 'signature' | 'identifier' | 'secretHash'>
  proof?: SignedProof | undefined
  /** Address of the client, from the connection or a trusted proxy. */
  address?: string | undefined
  /**
   * Whether the proof was checked before, when the address was at a limit. A message is valid once.
   */
  isProven?: boolean | undefined
}

/** The stored answer of a payment without a secret is returned again for this time. */
export const replayedWithoutSecretMs = 60_000

/**
 * Requires that a request comes from the payer: by the secret of the quote, or by a fresh
 * signature.
 *
 * @throws FiqError The refusal of {@link PaymentProofs}.
 */
export async function requireProof(
  row: PaymentRow | undefined,
  key: PaymentKey,
  { payment, proof, address = '', isProven = false }: Presented,
  proofs: PaymentProofs,
): Promise<PaymentRow> {
  if (row && (isProven || isSecretOf(row, payment.secretHash))) return row
  if (row && proof && (await proofs.isOfPayer(proof, key, { address }))) return row
  throw await proofs.refusal(key, address)
}

/** Whether the payment carries the secret that it was claimed with. */
export function isSecretOf(
  { secretHash }: Pick<PaymentRow, 'secretHash'>,
  presented: string | undefined,
): boolean {
  if (secretHash === undefined || presented === undefined) return false
  return timingSafeEqual(Buffer.from(secretHash, 'hex'), Buffer.from(presented, 'hex'))
}

/**
 * The rule of payments whose client echoed no extension: such a payment proves nothing, so the same
 * bytes for the same request are answered, and the stored answer for one minute only.
 *
 * A payment of a version before secrets that has a `payment-identifier` is answered as long as its
 * answer is kept, because only payer and server know the identifier.
 */
export function isOpenWithoutSecret(
  row: PaymentRow,
  { signature, identifier }: Presented['payment'],
  request: string,
  { nowMs, limits }: { nowMs: number; limits: PaymentRecord['limits'] },
): boolean {
  if (row.secretHash !== undefined || row.signed.signature !== signature) return false
  if (row.identifier !== undefined && row.identifier !== identifier) return false
  if (row.request !== request) return false
  const { state, answer, isWithheld, answeredAt, createdAt } = row
  if (!answer && !isWithheld && state !== 'answered' && state !== 'advanced') return true
  const isOfEarlierVersion = answeredAt === undefined
  if (isOfEarlierVersion && row.identifier !== undefined) return nowMs <= storedUntilMs(row, limits)
  return nowMs <= (answeredAt ?? createdAt) + replayedWithoutSecretMs
}
