import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { personalFile, personalFolder } from '@fiq/shared/personal-server'
import { latestMoment } from '../payment/budget/budget.ts'
import { readLimits } from '../payment/budget/limits.ts'
import { markerName, openMarkedDatabase } from '../payment/journal/journal-marker.ts'
import { databaseName } from '../payment/journal/open-database.ts'
import { checkPurchases, countPurchases } from '../payment/journal/purchase-list.ts'
import type { PayerOptions } from '../payment/payer-options.ts'
import { formatCount } from '../terminal/format/format-count.ts'
import { keychainWorks } from '../wallet/keys/keychain.ts'
import { keystoreFolder, readKnownWallets } from '../wallet/keys/known-wallets.ts'
import type { Check } from './check.ts'

/** How far a clock may be behind the journal's latest time without a warning. */
const clockSlackMs = 60_000

export type MoneyChecks = Pick<PayerOptions, 'configDir' | 'stateDir' | 'loadKeychain'> & {
  /** Unix milliseconds. */
  now: number
  /** Unique for each run. */
  probe: string
}

/** Checks journal, clock, limits, wallets and keychain. Leaves no changes. */
export async function checkMoney(ports: MoneyChecks): Promise<readonly Check[]> {
  return [
    ...checkJournal(ports),
    judged('limits', () => {
      const { perPayment, perDay, autoApprove } = readLimits(ports.configDir)
      return `${formatUsdc(perPayment)} USDC a payment, ${formatUsdc(perDay)} in 24 hours, ${formatUsdc(autoApprove)} without approval`
    }),
    checkWallets(ports),
    await checkKeychain(ports),
  ]
}

function checkJournal({ configDir, stateDir, now }: MoneyChecks): readonly Check[] {
  const path = join(stateDir, databaseName)
  if (!existsSync(path) && !existsSync(join(configDir, markerName)))
    return [{ name: 'journal', status: 'ok', detail: 'nothing has been paid yet' }]
  let latest = 0
  const journal = judged('journal', () => {
    const database = openMarkedDatabase({ configDir, stateDir })
    try {
      checkPurchases(database)
      latest = latestMoment(database, 0)
      return `${path}: intact, ${formatCount(Number(countPurchases(database)), 'payment')}`
    } finally {
      database.close()
    }
  })
  return latest > now + clockSlackMs
    ? [
        journal,
        {
          ...clockBehind,
          detail: `a payment of ${new Date(latest).toISOString()} is in the journal`,
        },
      ]
    : [journal]
}

const clockBehind = {
  name: 'clock',
  status: 'failed',
  remedy:
    'Correct the clock. If the clock is correct now, run fiq budget reset-clock. Until then the budget windows count from that payment.',
} as const

function checkWallets({ configDir, stateDir }: MoneyChecks): Check {
  const name = 'wallet'
  const check = judged(name, () => {
    const { current, wallets } = readKnownWallets(configDir)
    const lost = wallets.find(
      (wallet) =>
        wallet.place === 'keystore' &&
        !existsSync(join(configDir, keystoreFolder, `${wallet.name}.json`)),
    )
    if (lost) throw new FiqError('WALLET_LOCKED', `The keystore of "${lost.name}" is missing.`)
    const paying = wallets.find((wallet) => wallet.name === current)
    if (!paying) return ''
    const place = paying.isPlay ? 'a plain file: PLAY MONEY ONLY' : `the ${paying.place}`
    return `${paying.name}, ${paying.address}, in ${place}`
  })
  if (check.detail !== '') return check
  if (existsSync(join(stateDir, personalFolder, personalFile)))
    return { name, status: 'skipped', detail: 'none, and your own server needs none' }
  const remedy =
    'Your own server needs none: fiq up. To buy from a server that sells: fiq wallet create, or fiq login.'
  return { name, status: 'warning', detail: 'no wallet is selected to pay', remedy }
}

async function checkKeychain({ loadKeychain, probe }: MoneyChecks): Promise<Check> {
  const name = 'keychain'
  const keychain = await loadKeychain()
  const rest = 'Wallets are stored in encrypted files instead.'
  if (!keychain) return { name, status: 'skipped', detail: `no keychain can be loaded. ${rest}` }
  return (await keychainWorks(keychain, probe))
    ? { name, status: 'ok', detail: 'stores and returns entries' }
    : {
        name,
        status: 'warning',
        detail: `locked, or it does not answer. ${rest}`,
        remedy: 'Unlock the keychain to use the wallets in it.',
      }
}

function judged(name: string, detail: () => string): Check {
  try {
    return { name, status: 'ok', detail: detail() }
  } catch (error) {
    if (!(error instanceof FiqError)) throw error
    const detail = [error.message, ...error.facts].join(' ')
    return { name, status: 'failed', detail, remedy: error.remedy }
  }
}
