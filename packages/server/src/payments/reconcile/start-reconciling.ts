import type { Facilitator } from '../../settlement/facilitator.ts'
import type { PaymentRow } from '../../storage/payments/payment-record.ts'
import type { Collector } from '../collect-advances.ts'
import type { PaymentPorts } from '../ports.ts'
import { type Reconciliation, reconcile } from './reconcile.ts'

const reconcileEveryMs = 15_000

/** Reconciles the given payments with the chain now; by default all unfinished ones. */
export type ReconcileNow = (rows?: readonly PaymentRow[]) => Promise<Reconciliation>

/**
 * Reconciles once before the first request and then at intervals while the server runs. Also
 * collects payments that were answered first and have no collector. An error is reported and
 * retried; one failing payment does not stop the others.
 */
export async function startReconciling({
  paymentPorts: { record, inFlight },
  collector,
  facilitator,
  finality,
  gas,
  report,
}: {
  paymentPorts: Pick<PaymentPorts, 'record' | 'inFlight'>
  collector: Collector
  facilitator: Pick<Facilitator, 'findSettlement'>
  /** Runs first, so that transfers removed by a reorganisation are sent again in the same round. */
  finality?: { look(): Promise<unknown> }
  /** The balance of the settler. */
  gas?: { look(): Promise<unknown> } | undefined
  report(error: unknown): void
}): Promise<{ now: ReconcileNow; stop(): Promise<void> }> {
  const busy = { has: (key: string) => inFlight.has(key) || collector.has(key) }
  const now: ReconcileNow = (rows) => reconcile({ record, facilitator, inFlight: busy }, rows)
  const once = async () => {
    await finality?.look().catch(report)
    await gas?.look().catch(report)
    await now().catch(report)
    await collector.collectLeft().catch(report)
  }
  await once()
  // One at a time: overlapping runs would send a slow node the same requests.
  let running = Promise.resolve()
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    running = once().finally(() => {
      isRunning = false
    })
  }, reconcileEveryMs).unref()
  return {
    now,
    async stop() {
      clearInterval(timer)
      await running
      await collector.stop()
    },
  }
}
