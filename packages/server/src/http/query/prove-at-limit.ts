import { FiqError } from '@fiq/shared/errors'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import type { PaymentPorts } from '../../payments/ports.ts'
import { isSecretOf } from '../../payments/proof/prove-payment.ts'
import { keyIn } from '../../payments/verify-payment.ts'
import type { RequestIdentity } from '../../rate-limit/request-gate.ts'
import type { PaymentRecord } from '../../storage/payments/payment-record.ts'
import type { HttpAnswer } from '../http-answer.ts'
import { isPayment, type Presented, type PresentedProof } from '../request-identity.ts'

/** The payment of a request, and its proof. */
export type Shown = { payment: Presented; proof?: PresentedProof; sender: RequestIdentity }

/** Ports for checking a proof. */
export type ProofPorts = Pick<PaymentPorts, 'record' | 'proofs' | 'inTurn'>

/**
 * Answers a request. If its address is at a limit but the request proves a payment that was claimed
 * before, answers it without the limit. So other callers at the same address cannot block a payer.
 *
 * @param answer - Returns the code `RATE_LIMITED` at a limit.
 */
export async function provenAtLimit(
  shown: Shown,
  ports: ProofPorts,
  answer: (sender: RequestIdentity) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const first = await answer(shown.sender)
  if (first.code !== 'RATE_LIMITED') return first
  const proven = await provenIdentity(shown, ports).catch(() => undefined)
  return proven ? answer(proven) : first
}

/**
 * Whether this payment was claimed before with the secret that it carries. Reads one row by primary
 * key.
 */
export async function carriesSecret(
  payment: Payment,
  record: Pick<PaymentRecord, 'find'>,
): Promise<boolean> {
  if (payment.secretHash === undefined) return false
  const row = await record.find(keyIn(payment), { secretHash: undefined })
  return row !== undefined && isSecretOf(row, payment.secretHash)
}

/**
 * The identity of a request with a proven payment. It counts against the payment and not the
 * address, so only the payer can use up its limit.
 *
 * A request without a proof costs one read by primary key, without the answer. A signature is
 * checked in the turn of its address, and only with a nonce that this server issued; each nonce is
 * counted when it is issued and is used up by one check.
 */
async function provenIdentity(
  { payment, proof, sender }: Shown,
  { record, proofs, inTurn }: ProofPorts,
): Promise<RequestIdentity | undefined> {
  if (!isPayment(payment) || proof instanceof FiqError) return undefined
  const key = keyIn(payment)
  const isSigned = async () => {
    if (!proof || !(await record.find(key, {}))) return false
    const check = () => proofs.isOfPayer(proof, key, { address: sender.address })
    return inTurn ? inTurn(sender.address, check) : check()
  }
  if (!(await carriesSecret(payment, record)) && !(await isSigned())) return undefined
  return { ...sender, address: `payment:${key.payer}:${key.nonce}`, isProven: true }
}
