import { FiqError } from '@fiq/shared/errors'
import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import { creditsFor } from '@fiq/shared/pricing/price-plan'
import { type Credits, creditsIn } from '../credits/credits.ts'
import { wireErrorOf } from '../execution/execute.ts'
import type { PaymentRecord, PaymentRow, StoredAnswer } from '../storage/payments/payment-record.ts'
import { type InFlight, rowInFlightKey } from './in-flight.ts'
import type { PaidAnswer, Payer } from './ports.ts'
import { type PaymentProofs, requireProof } from './proof/prove-payment.ts'

/** The result of claiming an owed payment. */
export type Claimed = {
  credits: number
  organisation: string
  wallet: string
  creditsLeft: number
}

/**
 * Ports of a claim. `inFlight` is shared with the payment ports, so a payment is never claimed
 * while it is executed.
 */
export type ClaimPorts = {
  record: Pick<PaymentRecord, 'find' | 'answered'>
  inFlight: InFlight<PaidAnswer>
  credits: Pick<Credits, 'grantFor' | 'giveForPayment' | 'givenForFailed' | 'balance'>
}

/**
 * {@link creditOwed} for the payer. A claim always needs the secret of the quote or a fresh signature
 * of the payer: the payment alone is public.
 *
 * @throws FiqError `PAYMENT_BOUND_TO_OTHER_REQUEST`, `RATE_LIMITED`, `SETTLEMENT_PENDING`,
 * `SETTLEMENT_FAILED`
 */
export async function claimOwed(
  caller: Payer,
  ports: ClaimPorts & { proofs: PaymentProofs },
): Promise<Claimed> {
  const { from: payer, nonce } = caller.payment.authorization
  const key = { payer, nonce }
  const row = await ports.record.find(key, caller.payment)
  return creditOwed(await requireProof(row, key, caller, ports.proofs), ports)
}

/**
 * Turns an owed payment into credits of the wallet that paid. The claim is recorded as the answer
 * of the payment, in one transaction with the credits, and the first recorded answer stays. So a
 * payment becomes credits or an answer, and never both.
 *
 * @throws FiqError `PAYMENT_BOUND_TO_OTHER_REQUEST`, `SETTLEMENT_PENDING`, `SETTLEMENT_FAILED`
 */
export async function creditOwed(proven: PaymentRow, ports: ClaimPorts): Promise<Claimed> {
  const { record, inFlight, credits } = ports
  const { payer, nonce, signed } = proven
  const key = { payer, nonce }
  // The amount in the record, because that of the request is not proven.
  const whole = creditsFor(signed.authorization.value)
  const gift = { kind: 'claim', credits: whole, payment: key } as const
  await inFlight.join(rowInFlightKey(proven), 'claim', async () => {
    const row = (await record.find(key)) ?? proven
    if (row.state !== 'owed' && row.state !== 'answered') throw notOwed(row)
    const answer = claimAnswer(row, whole - (await credits.givenForFailed(key)))
    const { grant } = await credits.grantFor({ wallet: payer }, gift)
    if (row.state === 'owed') await record.answered(key, answer, undefined, grant)
    const stored = row.state === 'owed' ? await record.find(key) : row
    // The answer to a query has another status.
    if (stored?.answer?.status !== answer.status) throw notOwed(stored ?? row)
    return { ...answer, replayed: false }
  })
  // Earlier versions granted the credits after the claim was recorded, and may have died in between.
  const { id: organisation } = await credits.giveForPayment({ wallet: payer }, gift)
  const balance = await credits.balance(organisation)
  // Subtract the credits already granted for the failed part of an answer that was never stored.
  const granted = whole - (await credits.givenForFailed(key))
  return { credits: granted, organisation, wallet: payer, creditsLeft: creditsIn(balance) }
}

/** The answer that the original request gets after the claim. */
function claimAnswer({ payer, transaction, logIndex }: PaymentRow, credits: number): StoredAnswer {
  if (!transaction) throw new Error('A payment that is owed names its transaction.')
  const error = new FiqError(
    'PAYMENT_BOUND_TO_OTHER_REQUEST',
    `This payment became ${credits} credits of its wallet.`,
    { remedy: 'Sign in with the wallet and query with its API key, or sign a new payment.' },
  )
  return {
    status: error.status,
    body: JSON.stringify({
      errors: [wireErrorOf(error)],
      extensions: { payment: { state: 'credited', credits, wallet: payer } },
    }),
    paymentResponse: paymentResponseHeader({ transaction, payer, logIndex }),
  }
}

function notOwed({ state, reason }: PaymentRow): FiqError {
  if (state === 'failed' || state === 'unpaid' || state === 'uncollectible')
    return new FiqError('SETTLEMENT_FAILED', 'This payment moved no money, so no answer is owed.', {
      facts: reason === undefined ? [] : [`Reason: ${reason}`],
    })
  if (state === 'answered' || state === 'advanced' || state === 'reorganised')
    return new FiqError(
      'PAYMENT_BOUND_TO_OTHER_REQUEST',
      'This payment already bought its answer, so none is owed.',
      {
        funds: state === 'answered' ? 'spent' : 'at-risk',
        remedy: 'Repeat the original request with it to get the answer again.',
      },
    )
  return new FiqError(
    'SETTLEMENT_PENDING',
    `This payment is ${state}; its answer may still come.`,
    { remedy: 'Repeat the original request with it.' },
  )
}
