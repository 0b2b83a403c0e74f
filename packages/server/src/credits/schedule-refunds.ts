import type { AccessStore } from '../storage/accounts/access-store.ts'

const refundEveryMs = 60_000
/**
 * Rounds without an answer before a refund. No operation takes this long, so its server has died.
 */
export const roundsMax = 5
/** A debit without an answer is refunded within this time while the database is available. */
export const refundWithinMs = (1 + roundsMax) * refundEveryMs

/**
 * Refunds debits whose answers were never sent: once before the first request, then once a minute.
 *
 * The clocks of instances that share the store may differ, so rounds are counted: a debit is
 * refunded after it was unanswered in every round for five minutes.
 *
 * @param isAlone - no other server uses the store. Then every debit that is unanswered at the start
 * belongs to an earlier run of this server.
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
  /** Rounds since each debit was first seen. */
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
