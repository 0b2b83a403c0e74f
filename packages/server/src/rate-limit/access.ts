import type { AccountPorts } from '../accounts/accounts.ts'
import { openAnsweredDebits } from '../credits/answered-debits.ts'
import { type Credits, createCredits } from '../credits/credits.ts'
import type { AccessStore } from '../storage/accounts/access-store.ts'
import { createMemoryRateLimit, type RateLimit } from './rate-limit.ts'
import { createRequestGate, type RequestGate } from './request-gate.ts'

/** Access without a payment: accounts, their credits, and the limits of everyone. */
export type Access = {
  accounts: AccountPorts
  credits: Credits
  gate: RequestGate
  limit: RateLimit
  /** Writes pending answered debits. The store stays open. */
  close(): Promise<void>
}

/** @param limit - In memory unless several instances share one. */
export function openAccess(parts: {
  store: AccessStore
  requestsPerMinute: number
  nowMs(): number
  report(error: unknown): void
  limit?: RateLimit
  unpaidFetchesPerMinute?: number | undefined
  /** More credits than this wait until their payment is final; absent where none wait. */
  pendsAbove?: number | undefined
}): Access {
  const { store, requestsPerMinute, unpaidFetchesPerMinute, nowMs, report, pendsAbove } = parts
  const accounts = { store, nowMs }
  const limit = parts.limit ?? createMemoryRateLimit(() => nowMs() * 1_000)
  const answered = openAnsweredDebits({ store, report })
  return {
    accounts,
    credits: createCredits({ ...accounts, noteAnswered: answered.add, pendsAbove }),
    gate: createRequestGate({ ...accounts, limit, requestsPerMinute, unpaidFetchesPerMinute }),
    limit,
    close: answered.close,
  }
}
