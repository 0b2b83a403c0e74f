import type { AccountPorts } from '../account/account-ports.ts'
import type { Folders } from '../config/folders.ts'
import type { Settings } from '../config/settings.ts'
import type { CreditsAccount } from '../proxy/credits/buy-for-client.ts'
import { createCreditPurchases } from '../query/credits/credit-purchases.ts'
import type { World } from './world.ts'

/** The purchases on credits of this user. The first query on credits opens them. */
export function creditPorts({ process, money }: World, { state }: Folders) {
  const createKey = () => globalThis.crypto.randomUUID()
  return {
    openCredits: money.credits,
    creditPurchases: () => createCreditPurchases(state, { now: process.clock.now, createKey }),
  }
}

/**
 * The account whose credits pay for the clients of the proxy, by the rule of every command: the
 * given or stored key, unless the user pays from the wallet. The OS keychain is read once for each
 * key, and again after the server refused it.
 */
export function proxyAccount(
  account: Pick<AccountPorts, 'key' | 'stored'>,
  {
    settings,
    creditPurchases: purchases,
  }: { settings: Settings; creditPurchases: CreditsAccount['purchases'] },
): CreditsAccount | undefined {
  if (settings.isPersonal) return undefined
  let last: { since: string | undefined; key: Promise<string | undefined> } | undefined
  return {
    key() {
      if (settings.payWith === 'wallet') return Promise.resolve(settings.apiKey)
      const since = account.stored()?.since
      if (last?.since !== since) last = undefined
      last ??= { since, key: account.key() }
      const { key } = last
      key.catch(() => {
        last = undefined
      })
      return key
    },
    forgetKey() {
      last = undefined
    },
    purchases,
  }
}
