import { FiqError } from '@fiq/shared/errors'
import {
  keptUntilMs,
  type PaymentRow,
  type SettledBy,
  type StoredAnswer,
} from '../storage/payments/payment-record.ts'
import { answerOnCredits } from './answer-on-credits.ts'
import { keyOf, keyOfRow } from './in-flight.ts'
import { owedError } from './owed-answers.ts'
import type { Caller, Order, PaidAnswer, Payer, Till } from './ports.ts'
import { boundElsewhere, noLongerKept, pending, refused } from './proof/payment-refusals.ts'
import { isOpenWithoutSecret, requireProof } from './proof/prove-payment.ts'
import { receiptOf } from './receipt-of.ts'
import { claimOf, keyIn, verifyPayment, verifySignature } from './verify-payment.ts'

/**
 * Answers one paid operation: look up, check, claim, settle, run, keep. In this order, on every
 * surface; this is the one place where money changes hands.
 *
 * A payment is claimed durably before it is settled, and settled before anything is executed, so
 * whatever is interrupted can be resumed, and the same payment never buys two answers nor none.
 * A payer whose earlier payments vouch for it may be answered first, where the operator allows it.
 *
 * @throws FiqError `PAYMENT_REQUIRED` without a payment, `PAYMENT_INVALID`, `SETTLEMENT_FAILED`,
 * `PAYMENT_BOUND_TO_OTHER_REQUEST`, `SETTLEMENT_PENDING`, `ANSWER_OWED`, `RATE_LIMITED`,
 * or what preflight or {@link answerOnCredits} threw.
 */
export async function answerOperation<order extends Order>(
  priced: order,
  caller: Caller,
  till: Till<order>,
): Promise<PaidAnswer> {
  return caller.pays === 'credits'
    ? answerOnCredits(priced, caller, till)
    : answerPayment(priced, caller, till)
}

async function answerPayment<order extends Order>(
  priced: order,
  caller: Payer,
  till: Till<order>,
): Promise<PaidAnswer> {
  const { payment, address } = caller
  const key = keyIn(payment)
  const request = till.digestOf(priced)
  const run = async () => {
    const known = await till.record.find(key, payment)
    if (known) return resume(known, priced, caller, till)
    await preflight(priced, caller, till)
    await verifyPayment(priced, caller, till)
    await till.rehearse(priced, caller)
    await till.facilitator.waitForFee?.(payment)

    const claim = claimOf(payment, request, till.nowMs())
    const { advances } = till
    const reservation = await (advances &&
      till.record.reserve(claim, advances.exposureMax, advances.newWalletsExposureMax))
    if (reservation === 'reserved')
      return answerFirst({ ...claim, state: reservation }, priced, till)
    if (reservation === 'known' || !(await till.record.claim(claim))) {
      // Another instance was given the same payment at the same time.
      const rival = await till.record.find(key, payment)
      if (rival) return resume(rival, priced, caller, till)
      throw pending(key)
    }
    return settleAndAnswer({ ...claim, state: 'claimed' }, priced, till)
  }
  // Without a secret a payment is all that its reader has: nobody is told what it is used for.
  const conflict =
    payment.secretHash === undefined && (() => till.proofs.refusal(key, address ?? ''))
  return till.inFlight.join(keyOf(payment), request, run, conflict || undefined)
}

/**
 * Refuses for free what is certain to fail. Only a payer is told so: to others the answer depends on
 * nothing but the payment.
 */
async function preflight<order extends Order>(
  priced: order,
  caller: Payer,
  till: Till<order>,
): Promise<void> {
  try {
    await till.preflight(priced, caller)
  } catch (error) {
    await verifySignature(priced, caller, till)
    throw error
  }
}

async function settleAndAnswer<order extends Order>(
  row: PaymentRow,
  priced: order,
  till: Till<order>,
): Promise<PaidAnswer> {
  const settlement = await till.facilitator.settle(row.signed, {
    onBroadcast: (transaction) => till.record.broadcast(row, transaction),
    sent: row.transaction,
  })
  if (settlement.outcome === 'unknown') throw pending(row)
  if (settlement.outcome === 'refused') {
    await till.record.failed(row, settlement.reason)
    throw refused(settlement.reason, settlement.message)
  }
  return answerSettled({ ...row, ...settlement, state: 'settled' }, priced, till, settlement)
}

/**
 * Nothing has moved yet. What cannot be answered stays reserved: the same payment asks again. An
 * answer with a part missing is not given in advance: credits for it are given for money only.
 */
async function answerFirst<order extends Order>(
  row: PaymentRow,
  priced: order,
  till: Till<order>,
): Promise<PaidAnswer> {
  const answer = await till.answer(priced, row)
  if (answer.failed) return settleAndAnswer(row, priced, till)
  const first = await till.record.advanced(row, { ...answer, at: till.nowMs() })
  till.advances?.collect({ ...row, state: 'advanced' })
  return { ...sent(first), replayed: false }
}

/**
 * From here on the payer's money is ours, so there is an answer or there is a debt.
 *
 * @param settlement - when the record does not know it yet: it is written with the answer or with
 *   the debt. A crash before that loses nothing, the hash being written, and the chain asked.
 */
async function answerSettled<order extends Order>(
  row: PaymentRow,
  priced: order,
  till: Till<order>,
  settlement?: SettledBy,
): Promise<PaidAnswer> {
  try {
    const { failed, ...answer } = await till.answer(priced, row)
    const gift = failed ? await till.giftForFailed(row, failed) : undefined
    const stored = { ...answer, at: till.nowMs() }
    const first = await till.record.answered(row, stored, settlement, gift)
    return { ...sent(first), replayed: false }
  } catch (error) {
    if (settlement) await till.record.settled(row, settlement)
    const reason = error instanceof FiqError ? `${error.code}: ${error.message}` : 'INTERNAL'
    await till.record.owed(row, reason)
    const failure = till.owed?.errorOf(row, reason, error)
    throw (await failure) ?? owedError(row, { reason, cause: error })
  }
}

/** The same payment again, from its payer: its stored answer, a resumption, or why it failed. */
async function resume<order extends Order>(
  row: PaymentRow,
  priced: order,
  caller: Payer,
  till: Till<order>,
): Promise<PaidAnswer> {
  const request = till.digestOf(priced)
  const { payment } = caller
  const { limits } = till.record
  const isOpen =
    !till.consents && isOpenWithoutSecret(row, payment, request, { nowMs: till.nowMs(), limits })
  if (!isOpen) await requireProof(row, keyIn(payment), caller, till.proofs)
  if (row.request !== request) throw boundElsewhere(row)
  const again = async () => {
    const whole = row.isWithheld ? await till.record.find(row) : row
    return answerAgain(whole ?? row, priced, till)
  }
  const [joined, own] = [keyOfRow(row), keyOf(payment)]
  // Whoever proved it by a signature joins those who proved it by the secret.
  return joined === own ? again() : till.inFlight.join(joined, request, again)
}

async function answerAgain<order extends Order>(
  row: PaymentRow,
  priced: order,
  till: Till<order>,
): Promise<PaidAnswer> {
  if (row.answer) return { ...receiptOf(row), ...row.answer, replayed: true }
  switch (row.state) {
    case 'failed':
      return answerFailed(row, priced, till)
    case 'unpaid':
    case 'reorganised':
    case 'uncollectible':
      throw refused(row.reason ?? 'unknown', 'the answer was given before')
    case 'reserved':
      return (till.advances ? answerFirst : settleAndAnswer)(row, priced, till)
    case 'advanced':
    case 'answered': {
      const untilMs = keptUntilMs(row, till.record.limits)
      if (till.nowMs() > untilMs) throw noLongerKept(row, untilMs)
      if (row.state === 'advanced') return repeatAdvanced(row, priced, till)
      return answerSettled(row, priced, till)
    }
    case 'settled':
      return answerSettled(row, priced, till)
    case 'owed':
      await till.owed?.begin(row)
      return answerSettled(row, priced, till)
    default:
      return settleAndAnswer(row, priced, till)
  }
}

/** An advanced answer that was too large to keep. */
async function repeatAdvanced<order extends Order>(
  row: PaymentRow,
  priced: order,
  till: Till<order>,
): Promise<PaidAnswer> {
  const { failed: _, ...answer } = await till.answer(priced, row)
  return { ...answer, replayed: true }
}

/** Anybody who saw a payment may have submitted it since it failed here: then it is paid. */
async function answerFailed<order extends Order>(
  row: PaymentRow,
  priced: order,
  till: Till<order>,
): Promise<PaidAnswer> {
  const found = await till.facilitator.findSettlement(row.signed).catch(() => undefined)
  if (found?.outcome !== 'settled')
    throw refused(row.reason ?? 'unknown', 'this payment was tried before')
  await till.record.settled(row, found)
  return answerSettled({ ...row, ...found, state: 'settled' }, priced, till)
}

/** What of an answer is sent. */
function sent({ at: _, ...answer }: StoredAnswer): StoredAnswer {
  return answer
}
