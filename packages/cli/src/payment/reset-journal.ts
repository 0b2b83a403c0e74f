import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { lockFile } from '../config/lock-file.ts'
import { readKnownWallets } from '../wallet/keys/known-wallets.ts'
import { latestMoment } from './budget/budget.ts'
import { createSend } from './delivery/send.ts'
import { type ChainPayment, spentOnChain } from './delivery/spent-on-chain.ts'
import { markJournal, openMarkedDatabase, unmarkJournal } from './journal/journal-marker.ts'
import { type Database, databaseName, openDatabase } from './journal/open-database.ts'
import { purchaseOf, writeAuthorization } from './journal/purchase-row.ts'
import type { PayerOptions } from './payer-options.ts'

export type ResetWorld = Pick<
  PayerOptions,
  'configDir' | 'stateDir' | 'rpcUrl' | 'send' | 'terminal' | 'clock'
>

export type ResetTerms = {
  /** Confirmed on the command line. Required without a terminal. */
  isSure: boolean
  /** Begin the windows at zero where there is no RPC to ask. */
  withoutChain: boolean
}

export type Reset = {
  /** Where the old journal is now. Absent when there was none. */
  movedTo: string | undefined
  /** Payments of the last 30 days that the chain shows, which count as spent from now on. */
  payments: readonly ChainPayment[]
  /** Was the chain asked? It is not where no real wallet is left, or without a chain. */
  isFromChain: boolean
}

/** The longest window of the budget. */
const windowMs = 30 * 86_400_000

/**
 * Starts a new journal in place of a missing, empty or damaged one. The wallets' payments of the
 * last 30 days are read from the chain first and count as spent in the new journal. The old files
 * are moved aside. A failure before that changes nothing.
 *
 * @throws FiqError `USAGE` for an intact journal, or without a terminal;
 * `CONFIGURATION_INVALID` without an RPC; `DECLINED`.
 */
export async function resetJournal(world: ResetWorld, terms: ResetTerms): Promise<Reset> {
  const { configDir, stateDir, clock } = world
  const reason = faultOf(world)
  const wallets = readKnownWallets(configDir).wallets.filter(({ isPlay }) => !isPlay)
  const isFromChain = wallets.length > 0 && !terms.withoutChain
  const payments: ChainPayment[] = []
  if (isFromChain)
    for (const { address } of wallets)
      payments.push(
        ...(await spentOnChain(createSend(world.send), rpcOf(world), {
          from: address,
          since: clock.now() - windowMs,
        })),
      )
  await confirm(world, terms, { reason, payments, isFromChain })
  const release = lockFile(join(stateDir, '.lock'))
  try {
    const movedTo = moveAside(stateDir, clock.now())
    begin(world, payments)
    return { movedTo, payments, isFromChain }
  } finally {
    release()
  }
}

/** Why the journal cannot be used. @throws FiqError `USAGE` when it can. */
function faultOf(world: ResetWorld): string {
  let database: Database | undefined
  try {
    database = openMarkedDatabase(world)
    latestMoment(database, 0)
    for (const row of database.rows('SELECT * FROM purchases')) purchaseOf(row)
  } catch (error) {
    if (error instanceof FiqError && error.code === 'JOURNAL_UNAVAILABLE')
      return [error.message, ...error.facts].join(' ')
    throw error
  } finally {
    database?.close()
  }
  throw new FiqError('USAGE', 'The payment journal is whole. It is not reset.', {
    facts: [`File: ${join(world.stateDir, databaseName)}`],
    remedy:
      'For higher limits: fiq budget set. For a clock that was wrong: fiq budget reset-clock.',
  })
}

/** Must be the user's own: the paid server would gain from forgotten payments. */
function rpcOf({ rpcUrl }: ResetWorld): URL {
  if (rpcUrl) return rpcUrl
  throw new FiqError(
    'CONFIGURATION_INVALID',
    'There is no RPC address to read the spent sums at.',
    {
      remedy:
        'Name a Base node: fiq payments reset --rpc-url <address>. Or begin the windows at zero: --without-chain. Nothing was changed.',
    },
  )
}

async function confirm(
  { terminal }: ResetWorld,
  { isSure }: ResetTerms,
  { reason, payments, isFromChain }: { reason: string } & Omit<Reset, 'movedTo'>,
): Promise<void> {
  if (isSure) return
  if (!terminal.interactive)
    throw new FiqError(
      'USAGE',
      'A reset has to be confirmed, and there is no terminal to prompt on.',
      {
        remedy:
          'Restore the journal, or confirm it: fiq payments reset --force. Nothing was changed.',
      },
    )
  const sum = payments.reduce((all, { amount }) => all + amount, 0n)
  terminal.write(
    `${[
      reason,
      isFromChain
        ? `The chain shows ${payments.length} payments of the last 30 days, ${formatUsdc(sum)} USDC. They count as spent.`
        : 'No spent sum is read from the chain: the windows of the budget begin at zero.',
      'A payment signed in the last few minutes may still settle, and is not counted.',
      'Known payees, proxy clients and stored answers are forgotten. Stop fiq proxy and fiq mcp first.',
    ].join('\n')}\n`,
  )
  const typed = await terminal.prompt('Type reset to begin a new journal: ')
  if (typed.trim() !== 'reset') throw new FiqError('DECLINED', 'The journal was not reset.')
}

function moveAside(stateDir: string, now: number): string | undefined {
  const path = join(stateDir, databaseName)
  const moved = `${path}.before-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`
  const files = ['', '-wal', '-shm'].filter((end) => existsSync(`${path}${end}`))
  for (const end of files) renameSync(`${path}${end}`, `${moved}${end}`)
  return files.includes('') ? moved : undefined
}

/** In one transaction: a reset that was cut short leaves an empty journal, which is refused. */
function begin(
  { configDir, stateDir, clock }: ResetWorld,
  payments: readonly ChainPayment[],
): void {
  const now = clock.now()
  const database = openDatabase(stateDir)
  try {
    database.transact(() => {
      database.run('UPDATE clock SET high_water = ?', now)
      for (const payment of payments) insert(database, payment, now)
    })
  } finally {
    database.close()
  }
  if (payments.length > 0) markJournal(configDir)
  else unmarkJournal(configDir)
}

/** As a payment that was answered and delivered: it counts, and nothing resumes it. */
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
    writeAuthorization(authorization),
    'read from the chain',
    transaction,
    now,
  )
}
