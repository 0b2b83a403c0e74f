import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isLoopbackHost } from '@fiq/shared/is-loopback'
import type { Hex } from '@fiq/shared/payment/wire'
import type { Payer } from '../payment/delivery/ports.ts'
import { createSend } from '../payment/delivery/send.ts'
import type { Database } from '../payment/journal/open-database.ts'
import type { PayerOptions } from '../payment/payer-options.ts'
import type { MoneyPorts } from './money-ports.ts'

/**
 * The money functions of the commands. Wallets, viem and SQLite are loaded by the first call that
 * needs them.
 */
export function createMoney(options: PayerOptions): MoneyPorts {
  return {
    wallets: createWallets(options),
    budget: createBudgetPorts(options),
    payees: createPayeePorts(options),
    payments: createPaymentPorts(options),
  }
}

/** {@link MoneyPorts.payments} `findOpen`, whose options are read when it is called. */
export function findOpenWith(options: () => PayerOptions): MoneyPorts['payments']['findOpen'] {
  return (of) => createMoney(options()).payments.findOpen(of)
}

function createWallets(options: PayerOptions): MoneyPorts['wallets'] {
  const { configDir, walletName, serverUrl, rpcUrl, randomBytes } = options
  return {
    list: async () => (await import('../wallet/keys/known-wallets.ts')).readKnownWallets(configDir),
    find: async (name) =>
      (await import('../wallet/keys/known-wallets.ts')).knownWallet(configDir, name ?? walletName),
    async create(name, place) {
      const { storeWallet, newKey } = await import('../wallet/store-wallet.ts')
      return storeWallet(newKey(randomBytes), place ? { name, place } : { name }, options)
    },
    async importText(text, { name, place }) {
      const [{ storeWallet }, { readImport }] = await Promise.all([
        import('../wallet/store-wallet.ts'),
        import('../wallet/read-import.ts'),
      ])
      const { key, passphrase } = await readImport(text, options)
      const world = passphrase === undefined ? options : { ...options, secrets: { passphrase } }
      return storeWallet(key, place ? { name, place } : { name }, world)
    },
    async unlock(name, forMs) {
      const { unlockWallet } = await import('../wallet/unlock-wallet.ts')
      return unlockWallet(name, forMs, options)
    },
    async lock(name) {
      const { lockWallets } = await import('../wallet/unlock-wallet.ts')
      return lockWallets(name, options)
    },
    async unlockedUntil({ address }) {
      if (!options.agent) return undefined
      const { unlockedUntil } = await import('../wallet/agent/agent-client.ts')
      return unlockedUntil(address, options.agent.folder)
    },
    async paysWithPlay() {
      const { paysWithPlay } = await import('../wallet/keys/open-wallet.ts')
      return paysWithPlay(options)
    },
    async use(name) {
      const { chooseKnownWallet } = await import('../wallet/keys/known-wallets.ts')
      return chooseKnownWallet(configDir, name)
    },
    async exportKeystore(name) {
      const { exportKeystore } = await import('../wallet/export-keystore.ts')
      return exportKeystore(name ?? walletName, options)
    },
    async remove(name, sure) {
      const { removeWallet } = await import('../wallet/remove-wallet.ts')
      return removeWallet(name, sure, options)
    },
    async refuseFunded({ address, isPlay }) {
      if (!isPlay) return undefined
      const { refuseFundedPlay } = await import('../payment/open-paying-wallet.ts')
      return refuseFundedPlay(address, options)
    },
    async balance(address: Hex) {
      const { noRpcAddress, usdcBalance } = await import('../payment/delivery/chain.ts')
      // Reading a balance moves no money, so the server's own devnet is sufficient.
      const url =
        rpcUrl ??
        (isLoopbackHost(serverUrl.hostname) ? new URL('/devnet/rpc', serverUrl) : undefined)
      if (!url) throw noRpcAddress(serverUrl)
      return usdcBalance(createSend(options.send), url, address)
    },
  }
}

function createBudgetPorts(options: PayerOptions): MoneyPorts['budget'] {
  const { configDir, clock, session } = options
  return {
    async read() {
      const [{ readLimits }, { latestMoment, standingAt }] = await Promise.all([
        import('../payment/budget/limits.ts'),
        import('../payment/budget/budget.ts'),
      ])
      const limits = readLimits(configDir)
      const standing = await withDatabase(options, (database) =>
        [false, true].map((isPlay) =>
          standingAt(database, latestMoment(database, clock.now()), session, isPlay),
        ),
      )
      return { limits, standing: standing[0]!, play: standing[1]! }
    },
    async write(changes) {
      const { changeLimits } = await import('../payment/budget/limits.ts')
      return changeLimits(configDir, changes)
    },
    async resetClock(isSure) {
      const { resetClock } = await import('../payment/budget/reset-clock.ts')
      const terms = { now: clock.now(), isSure, terminal: options.terminal }
      return withDatabase(options, (database) => resetClock(database, terms))
    },
  }
}

function createPayeePorts(options: PayerOptions): MoneyPorts['payees'] {
  const { profile, clock } = options
  return {
    async list() {
      const { listPayees } = await import('../payment/journal/payees.ts')
      return withDatabase(options, (database) => listPayees(database, profile))
    },
    async trust(origin, payTo) {
      const { trustPayee } = await import('../payment/journal/payees.ts')
      const terms = { profile, origin, payTo }
      return withDatabase(options, (database) => trustPayee(database, terms, clock.now()))
    },
    async forget(origin) {
      const { forgetPayee } = await import('../payment/journal/payees.ts')
      return withDatabase(options, (database) => forgetPayee(database, profile, origin))
    },
  }
}

function createPaymentPorts(options: PayerOptions): MoneyPorts['payments'] {
  const { profile, serverUrl } = options
  const find: MoneyPorts['payments']['find'] = async (idStart) => {
    const { findPurchase } = await import('../payment/journal/purchase-list.ts')
    return withDatabase(options, (database) => findPurchase(database, idStart))
  }
  const withPayer = async <result>(body: (payer: Payer) => Promise<result>) => {
    const { openPayer } = await import('../payment/open-payer.ts')
    const payer = openPayer(options)
    try {
      return await body(payer)
    } finally {
      payer.close()
    }
  }
  return {
    find,
    async list(count) {
      const { listPurchases } = await import('../payment/journal/purchase-list.ts')
      return withDatabase(options, (database) => listPurchases(database, count))
    },
    async between(since, until) {
      const { purchasesBetween } = await import('../payment/journal/purchase-list.ts')
      return withDatabase(options, (database) => purchasesBetween(database, since, until))
    },
    async count() {
      const { countPurchases } = await import('../payment/journal/purchase-list.ts')
      return withDatabase(options, countPurchases)
    },
    async findOpen(of) {
      const [{ findOpenAt }, { databaseName }] = await Promise.all([
        import('../payment/journal/purchase-list.ts'),
        import('../payment/journal/open-database.ts'),
      ])
      if (!existsSync(join(options.stateDir, databaseName))) return undefined
      const at = { now: options.clock.now(), uptime: options.processes.uptime() }
      return withDatabase(options, (database) => findOpenAt(database, { ...of, ...at }))
    },
    async resume(idStart) {
      const [{ answerIn }, { joinOrResume }, { openPayer }] = await Promise.all([
        import('../payment/delivery/after-signing.ts'),
        import('../payment/delivery/resume.ts'),
        import('../payment/open-payer.ts'),
      ])
      const purchase = await find(idStart)
      const expected = () => Promise.reject(new Error('a resumed purchase is not priced again'))
      const headers = await bearerFor(purchase.url, options)
      const request = { url: new URL(purchase.url), body: purchase.body, headers, expected }
      // Stays open: the answer is marked as delivered once it is printed.
      return answerIn(await joinOrResume(purchase, request, openPayer(options)))
    },
    async abandon(idStart) {
      const { abandonPurchase } = await import('../payment/delivery/abandon.ts')
      const { id } = await find(idStart)
      return withPayer(async (payer) => {
        // Read again, because another process may have answered it.
        await abandonPurchase(payer.journal.read(id)!, payer)
        return payer.journal.read(id)!
      })
    },
    async prove() {
      const { proveUnproven } = await import('../payment/delivery/prove.ts')
      return withPayer(proveUnproven)
    },
    async reset(terms) {
      const { resetJournal } = await import('../payment/reset-journal.ts')
      return resetJournal(options, terms)
    },
    async payee() {
      const { pinnedPayee } = await import('../payment/journal/payees.ts')
      return withDatabase(options, (database) => pinnedPayee(database, profile, serverUrl.origin))
    },
    async forgetPayee() {
      const { forgetPayee } = await import('../payment/journal/payees.ts')
      return withDatabase(options, (database) => forgetPayee(database, profile, serverUrl.origin))
    },
  }
}

/**
 * The key for a purchase of credits, if it is one of the server of this run: another server would
 * learn the key. Other payments were sent without a key.
 */
async function bearerFor(
  url: string,
  { apiKey, serverUrl }: PayerOptions,
): Promise<Readonly<Record<string, string>>> {
  const { topUpPath } = await import('@fiq/shared/pricing/top-up-terms')
  const { origin, pathname } = new URL(url)
  const isTopUp = origin === serverUrl.origin && pathname.endsWith(topUpPath)
  const key = isTopUp ? await apiKey?.() : undefined
  return key === undefined ? {} : { authorization: `Bearer ${key}` }
}

async function withDatabase<result>(
  options: PayerOptions,
  body: (database: Database) => result | Promise<result>,
): Promise<result> {
  const { openMarkedDatabase } = await import('../payment/journal/journal-marker.ts')
  const database = openMarkedDatabase(options)
  try {
    return await body(database)
  } finally {
    database.close()
  }
}
