import type { AccountPorts } from '../accounts/accounts.ts'
import { openAnsweredDebits } from '../credits/answered-debits.ts'
import { type Credits, createCredits } from '../credits/credits.ts'
import { withRunningDebits } from '../credits/running-debits.ts'
import type { AccessStore } from '../storage/accounts/access-store.ts'
import { createHasCredits, type HasCredits } from './has-credits.ts'
import { createMemoryRateLimit, type RateLimit } from './rate-limit.ts'
import { createRequestGate, type RequestGate } from './request-gate.ts'

/** Access without a payment: accounts, their credits, and the limits of all callers. */
export type Access = {
  accounts: AccountPorts
  credits: Credits
  /** Debits whose operations run in this process. */
  running: ReadonlySet<string>
  gate: RequestGate
  hasCredits: HasCredits
  limit: RateLimit
  /** Writes pending answered debits. The store stays open. */
  close(): Promise<void>
}

/** @param limit - By default in memory, for a single instance. */
export function openAccess(parts: {
  store: AccessStore
  requestsPerMinute: number
  nowMs(): number
  report(error: unknown): void
  limit?: RateLimit
  unpaidFetchesPerMinute?: number | undefined
  /** Larger grants of credits are pending until their payment is final; absent if none are. */
  pendsAbove?: number | undefined
}): Access {
  const { store, requestsPerMinute, unpaidFetchesPerMinute, nowMs, report, pendsAbove } = parts
  const accounts = { store, nowMs }
  const limit = parts.limit ?? createMemoryRateLimit(() => nowMs() * 1_000)
  const answered = openAnsweredDebits({ store, report })
  const pools = createCredits({ ...accounts, noteAnswered: answered.add, pendsAbove })
  const { credits, running } = withRunningDebits(pools)
  const hasCredits = createHasCredits(credits)
  const limits = { limit, requestsPerMinute, unpaidFetchesPerMinute }
  return {
    accounts,
    credits,
    running,
    hasCredits,
    gate: createRequestGate({ ...accounts, ...limits, hasCredits }),
    limit,
    close: answered.close,
  }
}
