import { randomUUID } from 'node:crypto'
import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { PaymentRecord } from '../../storage/payments/payment-record.ts'
import type { ServedSettlements } from '../../storage/settlement/served-settlements.ts'
import type { Facilitator, Settlement } from '../facilitator.ts'
import { isRequest, type LeaseMessage, messageLine, readMessage } from './lease-messages.ts'
import type { SettlementLease } from './settlement-lease.ts'

export type LeasedParts = {
  facilitator: Facilitator
  lease: Pick<SettlementLease, 'isHeld'>
  record: Pick<PaymentRecord, 'find' | 'broadcast'>
  /** Payments of other resource servers, which our record does not contain. */
  served: Pick<ServedSettlements, 'sent' | 'broadcast'>
  /** Sends a line to all instances, this one included. The sender repeats a lost one. */
  publish(line: string): void
  report(error: unknown): void
  limits?: LeasedLimits
}

export type LeasedLimits = {
  /** Interval of repeating a request to the lease holder, which may have changed. */
  retryMs: number
  /**
   * Time limit of the whole settlement, including a change of the lease holder. After it the
   * outcome is unknown.
   */
  waitMaxMs: number
}

const defaultLimits: LeasedLimits = { retryMs: 1_000, waitMaxMs: 35_000 }

/** A facilitator for several instances, and the handler for messages of the others. */
export type LeasedSettling = { facilitator: Facilitator; hear(line: string): void }

/**
 * Settles at the lease holder: here, or at another instance, which gets the payment and reports the
 * outcome. The money path uses it like a single facilitator.
 *
 * Messages may be lost or duplicated: settling the same payment again joins the running settlement,
 * or finds it on the chain.
 */
export function leasedSettling(parts: LeasedParts): LeasedSettling {
  const { facilitator, lease, publish, limits = defaultLimits } = parts
  const waiting = new Map<string, (settlement: Settlement) => void>()
  const serving = new Set<string>()
  const say = (message: LeaseMessage) => publish(messageLine(message))

  const requestHolder = (request: string, signed: SignedAuthorization) =>
    new Promise<Settlement | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), limits.retryMs)
      waiting.set(request, (settlement) => {
        clearTimeout(timer)
        resolve(settlement)
      })
      say({ request, signed })
    }).finally(() => waiting.delete(request))

  const settle: Facilitator['settle'] = async (signed, options) => {
    const request = randomUUID()
    const deadline = performance.now() + limits.waitMaxMs
    // The previous holder may have sent the transaction already; the record has its hash.
    const settleHere = async (isFirst: boolean) =>
      facilitator.settle(
        signed,
        isFirst ? options : { ...options, sent: await sentBefore(signed, parts) },
      )
    for (let turn = 1; ; turn++) {
      const isOurs = lease.isHeld()
      const settlement = isOurs
        ? await settleHere(turn === 1)
        : await requestHolder(request, signed)
      // If the outcome is unknown because the lease was lost, the next holder resolves it.
      const isLost = isOurs && settlement?.outcome === 'unknown' && !lease.isHeld()
      if (settlement && !isLost) return settlement
      if (performance.now() >= deadline) return settlement ?? unheard
    }
  }

  return {
    facilitator: { ...facilitator, settle },
    hear(line) {
      // Every instance receives every line. Only the holder reads requests, and only an instance
      // that waits for an outcome reads outcomes.
      if (isRequest(line) ? !lease.isHeld() : waiting.size === 0) return
      const message = readMessage(line)
      if (!message) return
      if ('answerTo' in message) return waiting.get(message.answerTo)?.(message.settlement)
      if (!lease.isHeld() || serving.has(message.request)) return
      serving.add(message.request)
      settleFor(message.signed, parts)
        .then((settlement) => say({ answerTo: message.request, settlement }))
        .catch(parts.report)
        .finally(() => serving.delete(message.request))
    },
  }
}

async function settleFor(signed: SignedAuthorization, parts: LeasedParts): Promise<Settlement> {
  const { facilitator, record, served } = parts
  const row = await rowOf(signed, parts)
  return facilitator.settle(signed, {
    onBroadcast: (transaction) =>
      row ? record.broadcast(row, transaction) : served.broadcast(signed, transaction),
    sent: row ? row.transaction : await served.sent(signed),
  })
}

async function sentBefore(signed: SignedAuthorization, parts: LeasedParts) {
  const row = await rowOf(signed, parts)
  return row ? row.transaction : parts.served.sent(signed)
}

function rowOf({ authorization }: SignedAuthorization, { record }: LeasedParts) {
  const { from: payer, nonce } = authorization
  return record.find({ payer, nonce })
}

const unheard: Settlement = {
  outcome: 'unknown',
  message: 'No settling instance has answered.',
}
