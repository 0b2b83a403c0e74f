import type { AccessStore } from '../storage/accounts/access-store.ts'
import type { UnansweredDebit } from '../storage/credits/credit-store.ts'

const refundEveryMs = 60_000
/** Rounds without an answer, or a sign that the operation runs, before a refund. */
export const roundsMax = 5
/**
 * A debit whose server has died is refunded within this time while the database is available.
 */
export const refundWithinMs = (1 + roundsMax) * refundEveryMs

/**
 * Refunds debits whose answers were never sent: once before the first request, then once a minute.
 *
 * Each instance renews the debits whose operations it runs, and refunds none of them: an operation
 * may wait for a slow source or for the memory of a large answer. The clocks of instances that share
 * the store may differ, so rounds are counted: a debit is refunded after it was unanswered in every
 * round for five minutes and was not renewed.
 *
 * @param running - debits whose operations run in this instance.
 * @param isAlone - no other server uses the store. Then every debit that is unanswered at the start
 * belongs to an earlier run of this server.
 */
export async function scheduleRefunds({
  store,
  running,
  isAlone,
  nowMs,
  report,
}: {
  store: Pick<AccessStore, 'unanswered' | 'renewUnanswered' | 'refundUnanswered'>
  running: ReadonlySet<string>
  isAlone: boolean
  nowMs(): number
  report(error: unknown): void
}): Promise<NodeJS.Timeout> {
  /** Rounds since each debit was first seen, or seen renewed. */
  let seen = new Map<string, number>()
  const nameOf = ({ id, beats }: UnansweredDebit) => `${id}:${beats}`
  const refund = async (roundsMin: number) => {
    const unanswered = await store.unanswered()
    const own = unanswered.filter(({ id }) => running.has(id))
    if (own.length > 0) await store.renewUnanswered(own.map(({ id }) => id))
    const debits = unanswered.filter(({ id }) => !running.has(id))
    seen = new Map(debits.map(nameOf).map((name) => [name, 1 + (seen.get(name) ?? -1)]))
    const lost = debits.filter((debit) => seen.get(nameOf(debit))! >= roundsMin)
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
