import type { Hex } from '@fiq/shared/payment/wire'
import type { Database } from '../../storage/database/database.ts'
import { leaseRow } from '../../storage/settlement/settlement-leases.ts'

/** The right of one instance to settle for a signer. Times are by the clock of the database. */
export type SettlementLease = {
  /**
   * Whether this instance holds the lease by its own clock. The lease ends here before it ends in
   * the database.
   */
  isHeld(): boolean
  /** Checks in the database that no other instance has taken over. */
  prove(): Promise<boolean>
  /** Releases the lease at once, so that another instance need not wait. */
  close(): Promise<void>
}

export type LeaseLimits = {
  /** A holder that does not renew it for this long loses it. */
  leaseMs: number
  /** Interval of renewing it, or of trying to take it. */
  renewMs: number
  /** A holder treats the lease as lost this long before the database does. */
  marginMs: number
}

export const leaseLimits: LeaseLimits = { leaseMs: 5_000, renewMs: 1_000, marginMs: 1_000 }

export type LeaseParts = {
  database: Pick<Database, 'read' | 'write'>
  signer: Hex
  /** Unique name of this instance. */
  holder: string
  report(error: unknown): void
  /** Monotonic clock, in milliseconds. */
  nowMs?: () => number
  limits?: LeaseLimits
}

/**
 * Tries to take the lease of a signer, and renews it while this instance lives. If the holder is
 * killed, another instance takes the lease within `leaseMs` + `renewMs`.
 *
 * The lease only prevents wasted work. The chain ensures by the nonce that money moves at most
 * once, whichever instance sends it.
 */
export async function openSettlementLease(parts: LeaseParts): Promise<SettlementLease> {
  const { database, holder, report, nowMs = () => performance.now(), limits = leaseLimits } = parts
  const row = leaseRow(database, parts.signer)
  let lease: { token: string; untilMs: number } | undefined
  let closed = false

  const hold = (token: string, requestedAt: number) => {
    lease = { token, untilMs: requestedAt + limits.leaseMs - limits.marginMs }
  }
  const take = async () => {
    const requestedAt = nowMs()
    const token = await row.take(holder, limits.leaseMs)
    if (token !== undefined) hold(token, requestedAt)
  }
  const renew = async ({ token }: { token: string }) => {
    const requestedAt = nowMs()
    if (await row.renew(token, limits.leaseMs)) return hold(token, requestedAt)
    lease = undefined
    await take()
  }
  const turn = () => (lease ? renew(lease) : take())
  await turn()
  const renewing = every(limits.renewMs, () => turn().catch(report))

  const isHeld = () => !closed && lease !== undefined && nowMs() < lease.untilMs
  return {
    isHeld,
    async prove() {
      if (!lease || !isHeld()) return false
      const { token } = lease
      const isProven = await row.isHeld(token)
      if (!isProven && lease?.token === token) lease = undefined
      return isProven
    },
    async close() {
      closed = true
      await renewing.stop()
      if (!lease) return
      await row.release(lease.token).catch(report)
    },
  }
}

/** Repeats a task, with a pause in between. */
function every(ms: number, run: () => Promise<void>): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  const next = () => {
    timer = setTimeout(() => {
      running = run().finally(next)
    }, ms).unref()
  }
  next()
  return {
    async stop() {
      await running
      clearTimeout(timer)
    },
  }
}
