import { type Facilitator, isOverUnused } from '../../settlement/facilitator.ts'
import { reasonOfVoid } from '../../settlement/refusal-reason.ts'
import {
  answerLimits,
  type PaymentRecord,
  type PaymentRow,
} from '../../storage/payments/payment-record.ts'
import { type InFlight, rowInFlightKey } from '../in-flight.ts'

/** What reconciling needs: the memory, the chain, and who is being served right now. */
export type ReconcilePorts = {
  record: Pick<PaymentRecord, 'unfinished' | 'settled' | 'failed' | 'owed'>
  facilitator: Pick<Facilitator, 'findSettlement'>
  inFlight: Pick<InFlight<unknown>, 'has'>
}

/** How many payments were found in each condition. `paid`: they had been answered in advance. */
export type Reconciliation = {
  owed: number
  paid: number
  failed: number
  open: number
  unknown: number
}

/**
 * Asks the chain about every payment that was begun and not finished, after a restart and from
 * time to time. Settled ones become `owed`: the payer gets the answer by sending the same payment
 * again. Ones that can no longer settle become `failed`, or `unpaid` when they were answered in
 * advance. Nothing is settled here: a payer who does not come back is not charged for an answer
 * nobody waits for.
 *
 * What fails for one payment keeps no other from being asked about: it is thrown when all were.
 *
 * Safe to run at any time and on several instances: it only writes down what the chain says, and
 * what it writes late changes nothing.
 *
 * @param rows - those to ask about; all that are unfinished when none are named.
 */
export async function reconcile(
  ports: ReconcilePorts,
  rows?: readonly PaymentRow[],
): Promise<Reconciliation> {
  const found: Reconciliation = { owed: 0, paid: 0, failed: 0, open: 0, unknown: 0 }
  const failures: unknown[] = []
  const outcomes = await inBatches(rows ?? (await ports.record.unfinished()), (row) => {
    if (ports.inFlight.has(rowInFlightKey(row))) return 'open'
    return reconcileOne(row, ports).catch((error): 'unknown' => {
      failures.push(error)
      return 'unknown'
    })
  })
  if (failures.length > 0) throw failures[0]
  for (const outcome of outcomes) found[outcome] += 1
  return found
}

/** Payments that are asked about at once: a node that takes lists is asked about them in one. */
const togetherMax = 20

/** Asks about all, some at a time, so that a crash under load is dealt with in seconds. In order. */
export async function inBatches<answer>(
  rows: readonly PaymentRow[],
  reconcileRow: (row: PaymentRow) => answer | Promise<answer>,
): Promise<Awaited<answer>[]> {
  const answers: Awaited<answer>[] = []
  for (let first = 0; first < rows.length; first += togetherMax)
    answers.push(...(await Promise.all(rows.slice(first, first + togetherMax).map(reconcileRow))))
  return answers
}

/** {@link reconcile} for one payment that nobody is serving. */
export async function reconcileOne(
  row: PaymentRow,
  { record, facilitator }: Pick<ReconcilePorts, 'record' | 'facilitator'>,
): Promise<keyof Reconciliation> {
  if (row.state === 'settled') return owe(row, record)
  const { authorization } = row.signed
  const settlement = await facilitator.findSettlement(row.signed).catch(() => unknown)
  if (settlement.outcome === 'settled') {
    await record.settled(row, settlement)
    return isAnswered(row) ? 'paid' : owe(row, record)
  }
  if (settlement.outcome === 'unknown') return 'unknown'
  if (
    settlement.outcome === 'unused' &&
    !isOverUnused(authorization, settlement) &&
    !isAbandoned(row, settlement)
  )
    return 'open'
  await record.failed(
    row,
    settlement.outcome === 'void'
      ? reasonOfVoid(settlement)
      : 'invalid_exact_evm_payload_authorization_valid_before',
  )
  return 'failed'
}

/** Its payer has the answer: what is open is the money. */
function isAnswered({ state }: PaymentRow): boolean {
  return state === 'advanced' || state === 'reorganised'
}

/**
 * Never sent, and as old as answers are kept at most: its `validBefore` is one of years, which earlier
 * versions accepted. If somebody submits it later, the payer is answered while the row is kept.
 */
function isAbandoned(row: PaymentRow, { asOfSeconds }: { asOfSeconds: bigint }): boolean {
  if (row.transaction !== undefined || isAnswered(row)) return false
  return BigInt(row.createdAt + answerLimits.keptMaxMs) < asOfSeconds * 1_000n
}

async function owe(row: PaymentRow, record: ReconcilePorts['record']): Promise<'owed'> {
  await record.owed(row, 'The server stopped before the answer was kept.')
  return 'owed'
}

const unknown = { outcome: 'unknown' } as const
