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
  /** Takes over a payment that was answered. One that is under way already is not taken twice. */
  collect(row: PaymentRow): void
  /** Is this payment waiting here, or being settled? */
  has(key: string): boolean
  /**
   * Collects every answered payment that no task handles: after a crash, a missing answer, a
   * reorganisation, or the pause after a temporary refusal.
   */
  collectLeft(): Promise<void>
  /** Settles all waiting payments at once. Resolves after each was tried. */
  stop(): Promise<void>
}

/** Payments gather this long, so that they share a transaction; or until there are so many. */
export const gatherLimits = { gatherMs: 1_000, gatherMax: 100 } as const

/** When a refused payment is tried again. */
type Retry = { waitMs: number; atMs: number }

/** A refused payment is tried again after this long, then after twice as long each time. */
const firstRetryMs = 10_000

/**
 * Opens the collector. It gathers payments, passes them to the facilitator together, and records
 * each outcome. A payment with an unknown outcome stays until the next {@link
 * Collector.collectLeft}: settling again is safe, because the nonce moves the money at most once. A
 * temporary refusal, such as an empty wallet, is retried with growing pauses until the
 * authorization expires. The collector gives up then, or when the payment can never settle.
 */
export function openCollector(
  { facilitator, record, report, nowMs }: CollectorPorts,
  { gatherMs, gatherMax }: { gatherMs: number; gatherMax: number } = gatherLimits,
): Collector {
  const held = new Set<string>()
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
          held.delete(rowInFlightKey(row))
          underWay.delete(settled)
        })
      underWay.add(settled)
    }
  }
  const collect = (row: PaymentRow) => {
    const key = rowInFlightKey(row)
    if (held.has(key)) return
    held.add(key)
    waiting.push(row)
    if (waiting.length >= gatherMax) settleWaiting()
    else timer ??= setTimeout(settleWaiting, gatherMs)
  }

  return {
    collect,
    has: (key) => held.has(key),
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

/** Answered payments that are not settled, and payments whose transfer a reorganisation removed. */
function isToCollect({ state, reason }: PaymentRow): boolean {
  if (state === 'broadcast') return reason === reorganisedReason
  return state === 'advanced' || state === 'reorganised'
}

/** The payment ports of a server that answers first, within the limit. */
export function advancing<item extends Priced>(
  ports: PaymentPorts<item>,
  limits: { exposureLimit: bigint; newWalletExposure: bigint },
  { collect }: Collector,
): PaymentPorts<item> {
  const { exposureLimit: exposureMax, newWalletExposure: newWalletsExposureMax } = limits
  return { ...ports, advances: { exposureMax, newWalletsExposureMax, collect } }
}
