import { type Facilitator, isOverUnused } from './facilitator/facilitator.ts'
import { type InFlight, keyOf } from './in-flight.ts'
import type { PaymentRecord, PaymentRow } from './payment-record.ts'

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
 * advance. Nothing is settled here: a payer who does
 * not come back is not charged for an answer nobody waits for.
 *
 * Safe to run at any time and on several instances: it only writes down what the chain says.
 *
 * @param rows - those to ask about; all that are unfinished when none are named.
 */
export async function reconcile(
  ports: ReconcilePorts,
  rows?: readonly PaymentRow[],
): Promise<Reconciliation> {
  const found: Reconciliation = { owed: 0, paid: 0, failed: 0, open: 0, unknown: 0 }
  for (const row of rows ?? (await ports.record.unfinished())) {
    if (ports.inFlight.has(keyOf(row, row.signed.signature))) found.open += 1
    else found[await reconcileOne(row, ports)] += 1
  }
  return found
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
    return row.state === 'advanced' ? 'paid' : owe(row, record)
  }
  if (settlement.outcome === 'unknown') return 'unknown'
  if (settlement.outcome === 'unused' && !isOverUnused(authorization, settlement)) return 'open'
  await record.failed(
    row,
    settlement.outcome === 'void'
      ? 'invalid_exact_evm_nonce_already_used'
      : 'invalid_exact_evm_payload_authorization_valid_before',
  )
  return 'failed'
}

async function owe(row: PaymentRow, record: ReconcilePorts['record']): Promise<'owed'> {
  await record.owed(row, 'The server stopped before the answer was kept.')
  return 'owed'
}

const unknown = { outcome: 'unknown' } as const
