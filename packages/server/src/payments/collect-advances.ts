import type { Facilitator } from '../settlement/facilitator.ts'
import { isFinal } from '../settlement/refusal-reason.ts'
import { reorganisedReason } from '../storage/payments/create-settlements.ts'
import type { PaymentRecord, PaymentRow } from '../storage/payments/payment-record.ts'
import { rowInFlightKey } from './in-flight.ts'
import type { PaymentPorts, Priced } from './ports.ts'

export type CollectorPorts = {
  facilitator: Pick<Facilitator, 'settle'>
  record: Pick<PaymentRecord, 'broadcast' | 'settled' | 'failed' | 'unfinished'>
  report(error: unknown): void
  nowMs(): number
}

/** Settles payments that were answered first. */
export type Collector = {
  /** Takes over an answered payment. Ignores a payment that it already has. */
  collect(row: PaymentRow): void
  /** Whether this payment waits here or is being settled. */
  has(key: string): boolean
  /**
   * Collects every answered payment that no task handles: after a crash, a missing response, a
   * reorganisation, or the pause after a temporary refusal.
   */
  collectLeft(): Promise<void>
  /** Settles all waiting payments at once. Resolves after one attempt for each. */
  stop(): Promise<void>
}

/** Payments gather for this time, or until there are this many, to share a transaction. */
export const gatherLimits = { gatherMs: 1_000, gatherMax: 100 } as const

/** The pause before the next attempt to settle a refused payment, and its end. */
type Retry = { waitMs: number; atMs: number }

/** Pause before the first retry of a refused payment. It doubles each time. */
const firstRetryMs = 10_000

/**
 * Opens the collector. It gathers payments, passes them to the facilitator together, and records
 * each outcome. A payment with an unknown outcome stays until the next {@link
 * Collector.collectLeft}: settling again is safe, because the nonce moves the money at most once. A
 * refusal that may pass, such as an empty wallet or a cancellation that a reorganisation may take
 * back, is retried with growing pauses until the authorization expires. The collector gives up then, or when the payment can never settle.
 */
export function openCollector(
  { facilitator, record, report, nowMs }: CollectorPorts,
  { gatherMs, gatherMax }: { gatherMs: number; gatherMax: number } = gatherLimits,
): Collector {
  const inProgress = new Set<string>()
  const refused = new Map<string, Retry>()
  const underWay = new Set<Promise<void>>()
  let waiting: PaymentRow[] = []
  let timer: NodeJS.Timeout | undefined

  const settle = async (row: PaymentRow) => {
    const settlement = await facilitator.settle(row.signed, {
      onBroadcast: (transaction) => record.broadcast(row, transaction),
      sent: row.transaction,
    })
    if (settlement.outcome === 'settled') await record.settled(row, settlement)
    if (settlement.outcome !== 'refused') return
    if (isFinal(settlement.reason)) return record.failed(row, settlement.reason)
    const key = rowInFlightKey(row)
    const waitMs = 2 * (refused.get(key)?.waitMs ?? firstRetryMs / 2)
    refused.set(key, { waitMs, atMs: nowMs() + waitMs })
  }
  const settleWaiting = () => {
    clearTimeout(timer)
    timer = undefined
    const rows = waiting
    waiting = []
    for (const row of rows) {
      const settled = settle(row)
        .catch(report)
        .finally(() => {
          inProgress.delete(rowInFlightKey(row))
          underWay.delete(settled)
        })
      underWay.add(settled)
    }
  }
  const collect = (row: PaymentRow) => {
    const key = rowInFlightKey(row)
    if (inProgress.has(key)) return
    inProgress.add(key)
    waiting.push(row)
    if (waiting.length >= gatherMax) settleWaiting()
    else timer ??= setTimeout(settleWaiting, gatherMs)
  }

  return {
    collect,
    has: (key) => inProgress.has(key),
    async collectLeft() {
      const left = (await record.unfinished()).filter(isToCollect)
      const keys = new Set(left.map((row) => rowInFlightKey(row)))
      for (const key of refused.keys()) if (!keys.has(key)) refused.delete(key)
      for (const row of left) {
        const retry = refused.get(rowInFlightKey(row))
        if (!retry || nowMs() >= retry.atMs) collect(row)
      }
    },
    async stop() {
      settleWaiting()
      await Promise.all(underWay)
    },
  }
}

/** Whether an answered payment is unsettled, or its transfer was removed by a reorganisation. */
function isToCollect({ state, reason }: PaymentRow): boolean {
  if (state === 'broadcast') return reason === reorganisedReason
  return state === 'advanced' || state === 'reorganised'
}

/** Extends the payment ports of a server that answers before settlement, within its limits. */
export function advancing<item extends Priced>(
  ports: PaymentPorts<item>,
  limits: { exposureLimit: bigint; newWalletExposure: bigint },
  { collect }: Collector,
): PaymentPorts<item> {
  const { exposureLimit: exposureMax, newWalletExposure: newWalletsExposureMax } = limits
  return { ...ports, advances: { exposureMax, newWalletsExposureMax, collect } }
}
