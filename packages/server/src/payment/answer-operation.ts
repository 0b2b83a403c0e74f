import { FiqError } from '@fiq/shared/errors'
import type { PaymentRequirements } from '@fiq/shared/payment/payment-required'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import { digestOf, type PricedRequest } from '@fiq/shared/pricing/price-request'
import type { InFlight } from './in-flight.ts'
import type { PaymentKey, PaymentRecord, PaymentRow, StoredAnswer } from './payment-record.ts'

/** Who pays, read from the request headers. */
export type Caller = { pays: 'nothing' } | { pays: 'usdc'; payment: Payment }

/** What came of asking for settlement. `unknown` is never taken for either. */
export type SettlementOutcome =
  | { outcome: 'settled'; transaction: `0x${string}`; logIndex: number }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown' }

/** The answer to a paid request, ready to be sent and to be sent again. */
export type PaidAnswer = StoredAnswer & { replayed: boolean }

/** The ports of the money path. */
export type Till = {
  /** Refuses for free what is certain to fail. Throws the error. */
  preflight(priced: PricedRequest): Promise<void>
  /** What the request costs and who is paid, as offered. */
  requirementsOf(priced: PricedRequest): PaymentRequirements
  /** What is wrong with a payment for these requirements; `undefined` when nothing is. */
  faultIn(payment: Payment, requirements: PaymentRequirements): Promise<string | undefined>
  record: PaymentRecord
  inFlight: InFlight<PaidAnswer>
  /** Moves the money. Tells `onBroadcast` the transaction's hash before it is sent. */
  settle(
    payment: Payment,
    onBroadcast: (transaction: `0x${string}`) => Promise<void>,
  ): Promise<SettlementOutcome>
  /** Runs the request; throws when no data could be produced at all. */
  answer(priced: PricedRequest, row: PaymentRow): Promise<StoredAnswer>
  nowMs(): number
}

/**
 * Answers one paid operation: look up, check, claim, settle, run, keep. In this order, on every
 * surface; this is the one place where money changes hands.
 *
 * A payment is claimed durably before it is settled, and settled before anything is executed, so
 * whatever is interrupted can be resumed, and the same payment never buys two answers nor none.
 *
 * @throws FiqError `PAYMENT_REQUIRED` without a payment, `PAYMENT_INVALID`, `SETTLEMENT_FAILED`,
 * `PAYMENT_BOUND_TO_OTHER_REQUEST`, `SETTLEMENT_PENDING`, `ANSWER_OWED`, or what preflight threw.
 */
export async function answerOperation(
  priced: PricedRequest,
  caller: Caller,
  till: Till,
): Promise<PaidAnswer> {
  if (caller.pays === 'nothing') {
    await till.preflight(priced)
    throw new FiqError('PAYMENT_REQUIRED', 'This operation has a price.')
  }

  const { payment } = caller
  const key = keyOf(payment)
  return till.inFlight.join(`${key.payer}:${key.nonce}`, digestOf(priced), async () => {
    const known = await till.record.find(key)
    if (known) return resume(known, priced, payment, till)

    await till.preflight(priced)
    const requirements = till.requirementsOf(priced)
    const fault = await till.faultIn(payment, requirements)
    if (fault)
      throw new FiqError('PAYMENT_INVALID', `The payment does not satisfy the quote: ${fault}.`, {
        facts: [`Reason: ${fault}`],
      })

    const claim = {
      ...key,
      request: digestOf(priced),
      amount: payment.authorization.value,
      payTo: payment.authorization.to,
      validBefore: Number(payment.authorization.validBefore),
      createdAt: till.nowMs(),
    }
    if (!(await till.record.claim(claim))) throw pending(key)
    return settleAndAnswer({ ...claim, state: 'claimed' }, priced, payment, till)
  })
}

async function settleAndAnswer(
  row: PaymentRow,
  priced: PricedRequest,
  payment: Payment,
  till: Till,
): Promise<PaidAnswer> {
  const settlement = await till.settle(payment, (transaction) =>
    till.record.broadcast(row, transaction),
  )
  if (settlement.outcome === 'unknown') throw pending(row)
  if (settlement.outcome === 'refused') {
    await till.record.failed(row, settlement.reason)
    throw refused(settlement.reason)
  }
  await till.record.settled(row, settlement)
  return answerSettled({ ...row, ...settlement, state: 'settled' }, priced, till)
}

/** From here on the payer's money is ours, so there is an answer or there is a debt. */
async function answerSettled(
  row: PaymentRow,
  priced: PricedRequest,
  till: Till,
): Promise<PaidAnswer> {
  try {
    const answer = await till.answer(priced, row)
    await till.record.answered(row, answer)
    return { ...answer, replayed: false }
  } catch (error) {
    const reason = error instanceof FiqError ? `${error.code}: ${error.message}` : 'INTERNAL'
    await till.record.owed(row, reason)
    throw new FiqError(
      'ANSWER_OWED',
      'The payment settled, and the answer could not be produced.',
      {
        facts: [`Reason: ${reason}`, `Transaction: ${row.transaction}`],
        cause: error,
      },
    )
  }
}

/** The same payment again: its stored answer, a resumption, or the reason it failed. */
async function resume(
  row: PaymentRow,
  priced: PricedRequest,
  payment: Payment,
  till: Till,
): Promise<PaidAnswer> {
  if (row.request !== digestOf(priced)) throw boundElsewhere(row)
  if (row.answer) return { ...row.answer, replayed: true }
  if (row.state === 'failed') throw refused(row.reason ?? 'unknown')
  if (row.state === 'settled' || row.state === 'owed') return answerSettled(row, priced, till)
  return settleAndAnswer(row, priced, payment, till)
}

function keyOf({ authorization }: Payment): PaymentKey {
  return { payer: authorization.from, nonce: authorization.nonce }
}

function pending({ nonce }: PaymentKey): FiqError {
  return new FiqError('SETTLEMENT_PENDING', 'The outcome of the settlement is not known yet.', {
    facts: [`Nonce: ${nonce}`],
  })
}

function refused(reason: string): FiqError {
  return new FiqError('SETTLEMENT_FAILED', `The chain refused the transfer: ${reason}.`, {
    facts: [`Reason: ${reason}`],
  })
}

function boundElsewhere({ nonce, state }: PaymentRow): FiqError {
  return new FiqError(
    'PAYMENT_BOUND_TO_OTHER_REQUEST',
    'This payment belongs to another request; nothing was executed.',
    { facts: [`Nonce: ${nonce}`, `State of that payment: ${state}`] },
  )
}
