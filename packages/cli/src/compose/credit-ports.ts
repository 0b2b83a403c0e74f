import type { Folders } from '../config/folders.ts'
import { createCreditPurchases } from '../query/credits/credit-purchases.ts'
import type { World } from './world.ts'

/** The purchases on credits of this user. The first query on credits opens them. */
export function creditPorts({ process, openCredits }: World, { state }: Folders) {
  const createKey = () => globalThis.crypto.randomUUID()
  return {
    openCredits,
    creditPurchases: () => createCreditPurchases(state, { now: process.clock.now, createKey }),
  }
}
