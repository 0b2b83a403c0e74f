import type { AccessStore } from './access-store.ts'

/** No operation takes so long: a debit that has no answer by then belongs to a server that died. */
export const unansweredMs = 5 * 60_000
const refundEveryMs = 60_000
/** By then it has been given back, where the database can be had. */
export const givenBackMs = unansweredMs + refundEveryMs

/**
 * Gives credits back that were taken for answers which never left, once before the first request
 * and then while the server runs.
 *
 * @param isAlone - No other server uses the store: whatever is unanswered at the start is ours, and
 * of the life before. Otherwise only what is older than {@link unansweredMs} is given back.
 */
export async function keepRefunded({
  store,
  isAlone,
  nowMs,
  report,
}: {
  store: Pick<AccessStore, 'refundUnanswered'>
  isAlone: boolean
  nowMs(): number
  report(error: unknown): void
}): Promise<NodeJS.Timeout> {
  const refund = async (ageMs: number, before = Number.POSITIVE_INFINITY) => {
    const at = nowMs()
    await store.refundUnanswered({ until: Math.min(at - ageMs, before), at })
  }
  // A clock that is set forward makes what is under way look old: what is old was there so many
  // rounds ago as well.
  const rounds = [nowMs()]
  const refundOld = async () => {
    rounds.push(nowMs())
    if (rounds.length * refundEveryMs > unansweredMs) await refund(unansweredMs, rounds.shift())
  }
  await refund(isAlone ? 0 : unansweredMs)
  return setInterval(() => void refundOld().catch(report), refundEveryMs).unref()
}
