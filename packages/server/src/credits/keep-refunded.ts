import type { AccessStore } from '../storage/accounts/access-store.ts'

const refundEveryMs = 60_000
/** No operation takes so many rounds: a debit without an answer by then is of a server that died. */
export const roundsMax = 5
/** By then it has been given back, where the database can be had. */
export const givenBackMs = (1 + roundsMax) * refundEveryMs

/**
 * Gives credits back that were taken for answers which never left, once before the first request
 * and then while the server runs.
 *
 * No clock says which those are: other instances share the store, and theirs or ours may be wrong.
 * A debit is given back that was seen unanswered in every round for five minutes.
 *
 * @param isAlone - No other server uses the store: whatever is unanswered at the start is ours, and
 * of the life before.
 */
export async function keepRefunded({
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
