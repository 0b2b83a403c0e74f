import type { AccessStore } from '../storage/accounts/access-store.ts'

const refundEveryMs = 60_000
/** Longer than any operation: the server of a debit without an answer by then has died. */
export const roundsMax = 5
/** The debit is refunded within this time while the database is available. */
export const givenBackMs = (1 + roundsMax) * refundEveryMs

/**
 * Refunds debits whose answers never left: once before the first request, then once a minute.
 *
 * Clocks of instances that share the store may be wrong, so rounds decide: a debit is refunded once
 * it was unanswered in every round for five minutes.
 *
 * @param isAlone - no other server uses the store. Every debit that is unanswered at the start is
 *   then of an earlier run of this server.
 */
export async function scheduleRefunds({
  store,
  isAlone,
  nowMs,
  report,
}: {
  store: Pick<AccessStore, 'unanswered' | 'refundUnanswered'>
  isAlone: boolean
  nowMs(): number
  report(error: unknown): void
}): Promise<NodeJS.Timeout> {
  /** Rounds since each was first seen. */
  let seen = new Map<string, number>()
  const refund = async (roundsMin: number) => {
    const debits = await store.unanswered()
    seen = new Map(debits.map((debit) => [debit, 1 + (seen.get(debit) ?? -1)]))
    const lost = debits.filter((debit) => seen.get(debit)! >= roundsMin)
    if (lost.length > 0) await store.refundUnanswered(lost, nowMs())
  }
  let isRunning = false
  const refundLost = async () => {
    if (isRunning) return
    isRunning = true
    await refund(roundsMax).catch(report)
    isRunning = false
  }
  await refund(isAlone ? 0 : roundsMax)
  return setInterval(() => void refundLost(), refundEveryMs).unref()
}
