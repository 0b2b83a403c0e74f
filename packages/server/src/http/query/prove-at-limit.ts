import { FiqError } from '@fiq/shared/errors'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import type { PaymentPorts } from '../../payments/ports.ts'
import { isSecretOf } from '../../payments/proof/prove-payment.ts'
import { keyIn } from '../../payments/verify-payment.ts'
import { clientNetwork } from '../../rate-limit/client-network.ts'
import type { RequestIdentity } from '../../rate-limit/request-gate.ts'
import type { PaymentRecord, PaymentRow } from '../../storage/payments/payment-record.ts'
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
 * Whether this payment was claimed before with the secret that it carries, and did not fail: a
 * payment that failed moved no money, so it earns nothing. Reads one row by primary key.
 */
export async function carriesSecret(
  payment: Payment,
  record: Pick<PaymentRecord, 'find'>,
): Promise<boolean> {
  const row = await findBySecret(payment, record)
  return row !== undefined && row.state !== 'failed'
}

async function findBySecret(
  payment: Payment,
  record: Pick<PaymentRecord, 'find'>,
): Promise<PaymentRow | undefined> {
  if (payment.secretHash === undefined) return undefined
  const row = await record.find(keyIn(payment), { secretHash: undefined })
  return row && isSecretOf(row, payment.secretHash) ? row : undefined
}

/**
 * The identity of a request with a proven payment. It counts against the payment and not the
 * address, so only the payer can use up its limit. The failed payments of an address share one
 * limit, because they cost nothing.
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
  const findBySignature = async () => {
    const row = proof && (await record.find(key, {}))
    if (!row) return undefined
    const check = () => proofs.isOfPayer(proof, key, { address: sender.address })
    return (await (inTurn ? inTurn(sender.address, check) : check())) ? row : undefined
  }
  const row = (await findBySecret(payment, record)) ?? (await findBySignature())
  if (!row) return undefined
  const isFailed = row.state === 'failed'
  const address = isFailed
    ? `failed:${clientNetwork(sender.address)}`
    : `payment:${key.payer}:${key.nonce}`
  return { ...sender, address, isProven: true }
}
