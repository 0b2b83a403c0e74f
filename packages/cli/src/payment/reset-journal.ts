import { join } from 'node:path'
import { FiqError, hasCode } from '@fiq/shared/errors'
import { jsonText } from '@fiq/shared/json'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Hex } from '@fiq/shared/payment/wire'
import { lockFile } from '../config/lock-file.ts'
import { readKnownWallets } from '../wallet/keys/known-wallets.ts'
import { checkKey, signerOf } from '../wallet/keys/open-wallet.ts'
import { latestMoment } from './budget/budget.ts'
import { createSend } from './delivery/send.ts'
import { type ChainPayment, spentOnChain } from './delivery/spent-on-chain.ts'
import { markJournal, openMarkedDatabase, unmarkJournal } from './journal/journal-marker.ts'
import { moveAside, movedJournals } from './journal/move-aside.ts'
import { type Database, databaseName, openDatabase, type Row } from './journal/open-database.ts'
import { checkPurchases } from './journal/purchase-list.ts'
import { addRows, unexpiredRows } from './journal/unexpired-rows.ts'
import type { PayerOptions } from './payer-options.ts'

export type ResetWorld = Pick<
  PayerOptions,
  'configDir' | 'stateDir' | 'rpcUrl' | 'send' | 'terminal' | 'clock' | 'secrets'
>

export type ResetTerms = {
  /** Whether the command line confirms it. Required without a terminal. */
  isSure: boolean
  /** Whether the windows may begin at zero if there is no RPC. */
  withoutChain: boolean
}

/** What a reset of the journal found and stored. Amounts are atomic units of USDC. */
export type Reset = {
  /** New path of the old journal. Absent if there was none. */
  movedTo: string | undefined
  /**
   * Payments of real money that count as spent from now on: of the last 30 days on the chain, and
   * those of the old journal that may still settle.
   */
  payments: readonly { amount: bigint }[]
  /** Whether the chain was read: not with `withoutChain`, and not without a real wallet. */
  isFromChain: boolean
}

/** Shown with every reset. */
const notCounted =
  'A payment that was signed in the last few minutes may still settle. It counts only if the old journal can be read. Payments of removed wallets are not counted, nor those of FIQ_PRIVATE_KEY unless it is given now with --allow-env-key.'

/** The longest window of the budget. */
const windowMs = 30 * 86_400_000

/**
 * Starts a new journal in place of a missing, empty or damaged one. First reads the wallets'
 * payments of the last 30 days from the chain; they count as spent in the new journal. Moves the
 * old files aside, and keeps their payments that may still settle. A failure before that changes
 * nothing.
 *
 * @throws FiqError `USAGE` for an intact journal, or without a terminal; `CONFIGURATION_INVALID`
 * without an RPC; `DECLINED`.
 */
export async function resetJournal(world: ResetWorld, terms: ResetTerms): Promise<Reset> {
  const { stateDir, clock } = world
  const reason = faultOf(world)
  const payers = terms.withoutChain ? [] : await payersOf(world)
  const isFromChain = payers.length > 0
  const shown = await paymentsOf(payers, world)
  await confirm(world, terms, { reason, payments: shown, isFromChain })
  // While the prompt waited, a process with the old journal may have paid.
  const payments = terms.isSure ? shown : await paymentsOf(payers, world)
  const release = lockFile(join(stateDir, '.lock'))
  try {
    const movedTo = moveAside(world)
    // From now on, no process signs with the old journal.
    const rows = unexpiredRows(movedJournals(stateDir), clock.now())
    return { movedTo, payments: begin(world, payments, rows), isFromChain }
  } finally {
    release()
  }
}

/** The addresses that paid with real money: of the wallets, and of the key in the environment. */
async function payersOf({ configDir, secrets }: ResetWorld): Promise<readonly Hex[]> {
  const { privateKey, allowEnvKey } = secrets
  const isGiven = privateKey !== undefined && allowEnvKey === true
  const given = isGiven ? [await signerOf(checkKey(privateKey))] : []
  const stored = readKnownWallets(configDir).wallets.filter(({ isPlay }) => !isPlay)
  const addresses = [...stored, ...given].map(({ address }) => address.toLowerCase() as Hex)
  return [...new Set(addresses)]
}

/** Their payments within the longest window. @throws FiqError if the chain does not answer. */
async function paymentsOf(payers: readonly Hex[], world: ResetWorld): Promise<ChainPayment[]> {
  const payments: ChainPayment[] = []
  for (const from of payers) {
    const terms = { from, now: world.clock.now(), windowMs }
    payments.push(...(await spentOnChain(createSend(world.send), rpcOf(world), terms)))
  }
  return payments
}

/** Why the journal cannot be used. @throws FiqError `USAGE` if it can. */
function faultOf(world: ResetWorld): string {
  let database: Database | undefined
  try {
    database = openMarkedDatabase(world)
    latestMoment(database, 0)
    checkPurchases(database)
  } catch (error) {
    if (hasCode(error, 'JOURNAL_UNAVAILABLE')) return [error.message, ...error.facts].join(' ')
    throw error
  } finally {
    database?.close()
  }
  throw new FiqError('USAGE', 'The payment journal is intact and was not reset.', {
    facts: [`File: ${join(world.stateDir, databaseName)}`],
    remedy:
      'To raise limits, run fiq budget set. If the clock was wrong, run fiq budget reset-clock.',
  })
}

/** The RPC. It must be the user's own: the paid server would gain from forgotten payments. */
function rpcOf({ rpcUrl }: ResetWorld): URL {
  if (rpcUrl) return rpcUrl
  throw new FiqError(
    'CONFIGURATION_INVALID',
    'There is no RPC address to read the spent sums from the chain.',
    {
      remedy:
        'Name a Base node: fiq payments reset --rpc-url <address>. Or start the budget windows at zero: --without-chain. Nothing was changed.',
    },
  )
}

async function confirm(
  { terminal }: ResetWorld,
  { isSure }: ResetTerms,
  { reason, payments, isFromChain }: { reason: string } & Omit<Reset, 'movedTo'>,
): Promise<void> {
  if (isSure) return terminal.write(`${notCounted}\n`)
  if (!terminal.interactive)
    throw new FiqError(
      'USAGE',
      'A reset needs confirmation, and there is no terminal for a prompt.',
      {
        remedy:
          'Restore the journal, or confirm the reset: fiq payments reset --force. Nothing was changed.',
      },
    )
  const sum = payments.reduce((all, { amount }) => all + amount, 0n)
  terminal.write(
    `${[
      reason,
      isFromChain
        ? `Payments of the last 30 days on the chain: ${payments.length}, ${formatUsdc(sum)} USDC. They count as spent.`
        : 'The spent sums are not read from the chain: the budget windows start at zero.',
      notCounted,
      'Known payees, proxy clients, stored answers and the sums that alerts have spent will be lost. A program that runs now, such as fiq proxy or fiq mcp, pays nothing more until it is started again.',
    ].join('\n')}\n`,
  )
  const typed = await terminal.prompt('Type reset to start a new journal:  ')
  if (typed.trim() !== 'reset') throw new FiqError('DECLINED', 'The journal was not reset.')
}

/**
 * Writes all in one transaction: an interrupted reset leaves an empty journal, which is refused.
 *
 * @param rows - Of the old journal. A payment among them that is also on the chain counts once.
 */
function begin(
  { configDir, stateDir, clock }: ResetWorld,
  payments: readonly ChainPayment[],
  rows: readonly Row[],
): Reset['payments'] {
  const now = clock.now()
  const database = openDatabase(stateDir)
  try {
    database.transact(() => {
      database.run('UPDATE clock SET high_water = ?', now)
      addRows(database, rows)
      for (const payment of payments) insert(database, payment, now)
    })
    if (rows.length + payments.length > 0) markJournal(configDir)
    else unmarkJournal(configDir)
    const stored = database.rows('SELECT amount FROM purchases WHERE play = 0')
    return stored.map(({ amount }) => ({ amount: amount as bigint }))
  } finally {
    database.close()
  }
}

/** Inserts a payment as answered and delivered, so that it counts and is not resumed. */
function insert(
  database: Database,
  { from, to, amount, nonce, transaction, at }: ChainPayment,
  now: number,
): void {
  const authorization = { from, to, value: amount, validAfter: 0n, validBefore: 0n, nonce }
  database.run(
    `INSERT OR IGNORE INTO purchases (id, request, state, at, amount, pay_to, payer, valid_before,
       nonce, authorization, session, url, body, label, quote, transaction_hash, delivered_at)
     VALUES (?, ?, 'answered', ?, ?, ?, ?, 0, ?, ?, 'reset', 'about:blank', '', ?, '[]', ?, ?)`,
    nonce,
    `read from the chain ${nonce}`,
    Math.min(at, now),
    amount,
    to,
    from,
    nonce,
    jsonText(authorization),
    'read from the chain',
    transaction,
    now,
  )
}
