import type { Purchase } from './purchases.ts'

/** Payments of this browser to this server. Refused payments count: they may have settled. */
export type PaidBefore = {
  times: number
  /** Atomic units within the last 24 hours. */
  lastDay: bigint
}

const dayMs = 86_400_000

/** Counts the payments among purchases. `nowMs` is in Unix milliseconds. */
export function paidBefore(purchases: readonly Purchase[], nowMs: number): PaidBefore {
  const paid = purchases.filter(({ credits }) => credits === undefined)
  const recent = paid.filter(({ at }) => nowMs - Date.parse(at) < dayMs)
  return {
    times: paid.length,
    lastDay: recent.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
  }
}
