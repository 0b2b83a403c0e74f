import type { AccessStore } from './access-store.ts'
import type { AccountPorts } from './accounts.ts'
import { type Credits, openCredits } from './credits.ts'
import { type Door, openDoor } from './door.ts'
import { openMemoryRateLimit, type RateLimit } from './rate-limit.ts'

/** The second door of the server: accounts, their credits, and the limits of everyone. */
export type Access = { accounts: AccountPorts; credits: Credits; door: Door }

/** @param limit - In memory unless several instances share one. */
export function openAccess(parts: {
  store: AccessStore
  requestsPerMinute: number
  nowMs(): number
  limit?: RateLimit
}): Access {
  const { store, requestsPerMinute, nowMs } = parts
  const accounts = { store, nowMs }
  const limit = parts.limit ?? openMemoryRateLimit(() => nowMs() * 1_000)
  return {
    accounts,
    credits: openCredits(accounts),
    door: openDoor({ ...accounts, limit, requestsPerMinute }),
  }
}
