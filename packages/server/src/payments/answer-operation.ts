import { FiqError } from '@fiq/shared/errors'
import {
  type PaymentRow,
  type SettledBy,
  type StoredAnswer,
  storedUntilMs,
} from '../storage/payments/payment-record.ts'
import { answerOnCredits } from './answer-on-credits.ts'
import { inFlightKey, joinUnlessLeft, refuseLeft, rowInFlightKey } from './in-flight.ts'
import { orStored } from './or-stored.ts'
import { owedError } from './owed-answers.ts'
import type { Caller, PaidAnswer, Payer, PaymentPorts, Priced } from './ports.ts'
import { boundElsewhere, noLongerStored, pending, refused } from './proof/payment-refusals.ts'
import { isOpenWithoutSecret, requireProof } from './proof/prove-payment.ts'
import { receiptOf } from './receipt-of.ts'
import { claimOf, keyIn, preflight, verifyPayment } from './verify-payment.ts'

/**
 * Answers one paid operation: look up, check, claim, settle, run, store. Every surface uses this
 * order. Money changes hands nowhere else.
 *
 * A payment is claimed durably before it is settled and settled before execution, so any
 * interrupted payment can be resumed. One payment never buys two answers, and never none. If the
 * operator allows it, a payer with settled payments can be answered before settlement.
 *
 * @throws FiqError `PAYMENT_REQUIRED` without a payment, `PAYMENT_INVALID`, `SETTLEMENT_FAILED`,
 * `PAYMENT_BOUND_TO_OTHER_REQUEST`, `SETTLEMENT_PENDING`, `ANSWER_OWED`, `RATE_LIMITED`,
 * `CANCELLED`, or an error of the preflight or of {@link answerOnCredits}.
 */
export async function answerOperation<item extends Priced>(
  priced: item,
  caller: Caller,
  ports: PaymentPorts<item>,
): Promise<PaidAnswer> {
  return caller.pays === 'credits'
    ? answerOnCredits(priced, caller, ports)
    : answerPayment(priced, caller, ports)
}

async function answerPayment<item extends Priced>(
  priced: item,
  caller: Caller & Payer,
  ports: PaymentPorts<item>,
): Promise<PaidAnswer> {
  const { payment, address } = caller
  const key = keyIn(payment)
  const request = ports.digestOf(priced)
  const run = () =>
    orStored(
      () => ports.record.find(key, payment),
      (known) =>
        known ? resume(known, priced, caller, ports) : buy({ priced, request, caller }, ports),
    )
  // A payment without a secret may be sent by a reader of the chain: use the refusal that reveals nothing.
  const refusal =
    payment.secretHash === undefined ? () => ports.proofs.refusal(key, address ?? '') : undefined
  return joinUnlessLeft(caller, () =>
    ports.inFlight.join(inFlightKey(payment), request, run, refusal),
  )
}

/** Checks a payment that is not in the record, claims it, and answers it. */
async function buy<item extends Priced>(
  { priced, request, caller }: { priced: item; request: string; caller: Caller & Payer },
  ports: PaymentPorts<item>,
): Promise<PaidAnswer> {
  const { payment } = caller
  await preflight(priced, caller, ports)
  await verifyPayment(priced, caller, ports)
  await ports.rehearse(priced, caller)
  await ports.facilitator.waitForFee?.(payment)

  refuseLeft(caller)
  const bought = ports.boughtOf(priced).text
  const claim = claimOf(payment, { request, bought, createdAt: ports.nowMs() })
  const { advances } = ports
  const reservation = await (advances &&
    ports.record.reserve(claim, advances.exposureMax, advances.newWalletsExposureMax))
  if (reservation === 'reserved')
    return answerFirst({ ...claim, state: reservation }, priced, ports)
  if (reservation === 'already-claimed' || !(await ports.record.claim(claim))) {
    // Another instance claimed the same payment first.
    const rival = await ports.record.find(claim, payment)
    if (rival) return resume(rival, priced, caller, ports)
    throw pending(keyIn(payment))
  }
  return settleAndAnswer({ ...claim, state: 'claimed' }, priced, ports)
}

async function settleAndAnswer<item extends Priced>(
  row: PaymentRow,
  priced: item,
  ports: PaymentPorts<item>,
): Promise<PaidAnswer> {
  const settlement = await ports.facilitator.settle(row.signed, {
    onBroadcast: (transaction) => ports.record.broadcast(row, transaction),
    sent: row.transaction,
  })
  if (settlement.outcome === 'unknown') {
    const { reason, message } = settlement
    throw pending(row, reason && { reason, message })
  }
  if (settlement.outcome === 'refused') {
    await ports.record.failed(row, settlement.reason)
    throw refused(settlement.reason, settlement.message)
  }
  return answerSettled({ ...row, ...settlement, state: 'settled' }, priced, ports, settlement)
}

/**
 * No money has moved yet. If the answer fails, the payment stays deferred and the payer can send it
 * again. An answer with a missing part is not given before settlement: credits for the missing part
 * require a settled payment.
 */
async function answerFirst<item extends Priced>(
  row: PaymentRow,
  priced: item,
  ports: PaymentPorts<item>,
): Promise<PaidAnswer> {
  const answer = await ports.answer(priced, row)
  if (answer.failed) return settleAndAnswer(row, priced, ports)
  const first = await ports.record.advanced(row, { ...answer, at: ports.nowMs() })
  ports.advances?.collect({ ...row, state: 'advanced' })
  return { ...sent(first), replayed: false }
}

/**
 * The money has moved. From here on the payer gets an answer or the payment becomes owed.
 *
 * @param settlement - given if the record does not have it yet. It is stored together with the
 * answer or the debt. A crash before that loses nothing, because the hash is recorded and the chain
 * can be queried.
 */
async function answerSettled<item extends Priced>(
  row: PaymentRow,
  priced: item,
  ports: PaymentPorts<item>,
  settlement?: SettledBy,
): Promise<PaidAnswer> {
  try {
    const { failed, grant, ...answer } = await ports.answer(priced, row)
    const gift = failed ? await ports.giftForFailed(row, failed) : grant
    const stored = { ...answer, at: ports.nowMs() }
    const first = await ports.record.answered(row, stored, settlement, gift)
    return { ...sent(first), replayed: false }
  } catch (error) {
    if (settlement) await ports.record.settled(row, settlement)
    const reason = error instanceof FiqError ? `${error.code}: ${error.message}` : 'INTERNAL'
    await ports.record.owed(row, reason)
    const failure = ports.owed?.errorOf(row, reason, error)
    throw (await failure) ?? owedError(row, { reason, cause: error })
  }
}

/** Handles a repeated payment: returns the stored answer, resumes, or reports the failure. */
async function resume<item extends Priced>(
  row: PaymentRow,
  priced: item,
  caller: Payer,
  ports: PaymentPorts<item>,
): Promise<PaidAnswer> {
  const request = ports.digestOf(priced)
  const { payment } = caller
  const { limits } = ports.record
  const isOpen =
    !ports.consents && isOpenWithoutSecret(row, payment, request, { nowMs: ports.nowMs(), limits })
  if (!isOpen) await requireProof(row, keyIn(payment), caller, ports.proofs)
  if (row.request !== request) throw boundElsewhere(row)
  const retry = async () => {
    const whole = row.isWithheld ? await ports.record.find(row) : row
    return answerAgain(whole ?? row, priced, caller, ports)
  }
  const [joined, own] = [rowInFlightKey(row), inFlightKey(payment)]
  // A proof by signature is worth as much as a proof by secret.
  return joined === own ? retry() : ports.inFlight.join(joined, request, retry)
}

async function answerAgain<item extends Priced>(
  row: PaymentRow,
  priced: item,
  caller: Payer,
  ports: PaymentPorts<item>,
): Promise<PaidAnswer> {
  if (row.answer) return { ...receiptOf(row), ...row.answer, replayed: true }
  switch (row.state) {
    case 'failed':
      return answerFailed(row, priced, caller, ports)
    case 'unpaid':
    case 'reorganised':
    case 'uncollectible':
      throw refused(row.reason ?? 'unknown', 'the answer was already delivered')
    case 'reserved':
      return (ports.advances ? answerFirst : settleAndAnswer)(row, priced, ports)
    case 'advanced':
    case 'answered': {
      const untilMs = storedUntilMs(row, ports.record.limits)
      if (ports.nowMs() > untilMs) throw noLongerStored(row, untilMs)
      if (row.state === 'advanced') return repeatAdvanced(row, priced, ports)
      return answerSettled(row, priced, ports)
    }
    case 'settled':
      return answerSettled(row, priced, ports)
    case 'owed':
      await ports.owed?.begin(row)
      return answerSettled(row, priced, ports)
    default:
      return settleAndAnswer(row, priced, ports)
  }
}

/** Executes again an answer that was given before settlement and was too large to store. */
async function repeatAdvanced<item extends Priced>(
  row: PaymentRow,
  priced: item,
  ports: PaymentPorts<item>,
): Promise<PaidAnswer> {
  const { failed: _, ...answer } = await ports.answer(priced, row)
  return { ...answer, replayed: true }
}

/**
 * A third party that saw the payment may have submitted it after it failed here. Then it is paid.
 * The chain is queried in the turn of the address and as an unpaid request of it, because nothing
 * was paid until then.
 */
async function answerFailed<item extends Priced>(
  row: PaymentRow,
  priced: item,
  caller: Payer,
  ports: PaymentPorts<item>,
): Promise<PaidAnswer> {
  const { address } = caller
  await ports.unpaidBudget?.(caller)?.spend()
  const find = () => ports.facilitator.findSettlement(row.signed).catch(() => undefined)
  const found = await (ports.inTurn && address ? ports.inTurn(address, find) : find())
  if (found?.outcome !== 'settled')
    throw refused(row.reason ?? 'unknown', 'this payment was already tried')
  await ports.record.settled(row, found)
  return answerSettled({ ...row, ...found, state: 'settled' }, priced, ports)
}

/** The parts of a stored answer that are sent. */
function sent({ at: _, ...answer }: StoredAnswer): StoredAnswer {
  return answer
}
