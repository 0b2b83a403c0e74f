import { inBatches } from '../../scheduling/in-batches.ts'
import { type Facilitator, isOverUnused } from '../../settlement/facilitator.ts'
import { reasonOfVoid } from '../../settlement/refusal-reason.ts'
import {
  answerLimits,
  type PaymentRecord,
  type PaymentRow,
} from '../../storage/payments/payment-record.ts'
import { type InFlight, rowInFlightKey } from '../in-flight.ts'

/** Ports of the reconciler: the record, the chain, and the payments being served now. */
export type ReconcilePorts = {
  record: Pick<PaymentRecord, 'unfinished' | 'settled' | 'failed' | 'owed'>
  facilitator: Pick<Facilitator, 'findSettlement'>
  inFlight: Pick<InFlight<unknown>, 'has'>
}

/** Number of payments by outcome. `paid`: settled after their answer was given. */
export type Reconciliation = {
  owed: number
  paid: number
  failed: number
  open: number
  unknown: number
}

/**
 * Payments queried at once, because many must be reconciled within seconds after a crash. A node
 * that accepts batches gets them in one request.
 */
export const paymentsAtOnce = 20

/**
 * Queries the chain for every unfinished payment, after a restart and at intervals. Settled
 * payments become `owed`: the payer gets the answer by sending the same payment again. Payments
 * that can no longer settle become `failed`, or `unpaid` if they were answered first. Nothing is
 * settled here, so a payer that does not come back is not charged.
 *
 * An error for one payment does not stop the others: it is thrown after all were queried.
 *
 * Safe to run at any time and on several instances: it writes only what the chain shows, and a late
 * write changes nothing.
 *
 * @param rows - the payments to query. All unfinished ones by default.
 */
export async function reconcile(
  ports: ReconcilePorts,
  rows?: readonly PaymentRow[],
): Promise<Reconciliation> {
  const found: Reconciliation = { owed: 0, paid: 0, failed: 0, open: 0, unknown: 0 }
  const failures: unknown[] = []
  const due = rows ?? (await ports.record.unfinished())
  const outcomes = await inBatches(due, paymentsAtOnce, (row) => {
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

/** {@link reconcile} for one payment that is not being served. */
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
  // Until the authorization expires, a reorganisation may undo a cancellation.
  if (!isOverUnused(authorization, settlement) && !isAbandoned(row, settlement)) return 'open'
  await record.failed(
    row,
    settlement.outcome === 'void'
      ? reasonOfVoid(settlement)
      : 'invalid_exact_evm_payload_authorization_valid_before',
  )
  return 'failed'
}

/** Whether the payer has its answer, so that only the settlement is open. */
function isAnswered({ state }: PaymentRow): boolean {
  return state === 'advanced' || state === 'reorganised'
}

/**
 * Whether the payment was never sent and is older than the longest retention of answers. Its
 * `validBefore` is years ahead, which earlier versions accepted. If it is submitted later, the
 * payer is answered while the row exists.
 */
function isAbandoned(row: PaymentRow, { asOfSeconds }: { asOfSeconds: bigint }): boolean {
  if (row.transaction !== undefined || isAnswered(row)) return false
  return BigInt(row.createdAt + answerLimits.storedMaxMs) < asOfSeconds * 1_000n
}

async function owe(row: PaymentRow, record: ReconcilePorts['record']): Promise<'owed'> {
  await record.owed(row, 'The server stopped before it stored the answer.')
  return 'owed'
}

const unknown = { outcome: 'unknown' } as const
