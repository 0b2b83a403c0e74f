import { LRUCache } from 'lru-cache'
import { expiringEntries } from '../scheduling/entries-max.ts'

/** Maximum number of callers remembered. A forgotten caller starts a new session. */
export const callersMax = 10_000
/** A session ends after this time without a purchase. */
export const sessionMs = 60 * 60_000

/**
 * Creates a check whether an answer is the first of its caller's session. The first answer stays
 * the first when it is executed again, so a payment buys the same answer each time.
 *
 * @param nowMs - monotonic.
 */
export function createFirstAnswers(
  nowMs: () => number = () => performance.now(),
): (caller: string, answer: string) => boolean {
  const firsts = new LRUCache<string, string>({
    ...expiringEntries(callersMax, sessionMs, nowMs),
    updateAgeOnGet: true,
  })
  return (caller, answer) => {
    const first = firsts.get(caller)
    if (first === undefined) firsts.set(caller, answer)
    return first === undefined || first === answer
  }
}
