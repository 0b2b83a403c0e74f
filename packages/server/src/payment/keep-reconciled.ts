import type { Till } from './answer-operation.ts'
import type { Collector } from './collect-advances.ts'
import type { Facilitator } from './facilitator/facilitator.ts'
import { reconcile } from './reconcile.ts'

const reconcileEveryMs = 15_000

/**
 * Reconciles once before the first request, then while the server runs, and has collected what was
 * answered in advance and is in nobody's hands.
 */
export async function keepReconciled({
  till: { record, inFlight, nowMs },
  collector,
  facilitator,
  report,
}: {
  till: Pick<Till, 'record' | 'inFlight' | 'nowMs'>
  collector: Collector
  facilitator: Pick<Facilitator, 'findSettlement'>
  report(error: unknown): void
}): Promise<{ stop(): Promise<void> }> {
  const busy = { has: (key: string) => inFlight.has(key) || collector.has(key) }
  const nowSeconds = () => Math.floor(nowMs() / 1_000)
  const once = async () => {
    await reconcile({ record, facilitator, inFlight: busy, nowSeconds })
    await collector.collectLeft()
  }
  await once()
  const timer = setInterval(() => void once().catch(report), reconcileEveryMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await collector.stop()
    },
  }
}
