import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '@fiq/shared/defined'
import { isLoopbackHost } from '@fiq/shared/is-loopback'
import { sameAddress } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { wrap } from '../terminal/format/text-width.ts'
import { readKnownWallets } from '../wallet/keys/known-wallets.ts'
import { findWallet, payingWallet, paysWithPlay } from '../wallet/keys/open-wallet.ts'
import { createApprove } from './approve/approve.ts'
import { createBudget } from './budget/budget.ts'
import { createChain, usdcBalance } from './delivery/chain.ts'
import type { Payer } from './delivery/ports.ts'
import { createSend } from './delivery/send.ts'
import { createJournal, type Worker } from './journal/journal.ts'
import { markJournal, openMarkedDatabase } from './journal/journal-marker.ts'
import { type Database, databaseName } from './journal/open-database.ts'
import { createPayees } from './journal/payees.ts'
import { openPayingWallet } from './open-paying-wallet.ts'
import type { PayerOptions } from './payer-options.ts'

/** The part of a payer that each call of a client has of its own. */
type ClientPart = 'approve' | 'limits' | 'isCancelled' | 'follow'

/** A payer, with variants for the proxy's clients. */
export type OpenPayer = Payer & {
  database(): Database
  /** Adds the client's caps to those of the budget. `approve` replaces the terminal. */
  forClient(client: string, changes: Pick<Payer, ClientPart>): Payer
}

/**
 * The real payer. The first step that needs the database opens it, so a free answer creates no
 * file.
 */
export function openPayer(options: PayerOptions): OpenPayer {
  const { profile, limits, terminal, clock, session, rpcUrl } = options
  const send = createSend(options.send)
  let database: Database | undefined
  const opened = () => {
    database ??= openMarkedDatabase(options)
    return database
  }
  const worker: Worker = {
    pid: options.processes.pid,
    token: hex(options.randomBytes(16)),
    isAlive: options.processes.isAlive,
    uptime: options.processes.uptime,
  }
  const now = clock.now
  const isPlay = () => paysWithPlay(options)
  const onReserve = () => markJournal(options.configDir)
  const noteColumns = terminal.interactive ? terminal.columns : Number.POSITIVE_INFINITY
  const note = (line: string) => terminal.write(`${wrap(line, noteColumns).join('\n')}\n`)
  const payer: OpenPayer = {
    send,
    clock,
    uptime: worker.uptime,
    session,
    limits,
    note,
    approve: createApprove(terminal, limits, note, () => payingWallet(options)?.name),
    openWallet: () => openPayingWallet(options),
    findWallet: () => findWallet(options),
    randomId: () => `0x${hex(options.randomBytes(32))}`,
    chain: createChain(send, {
      rpcUrl,
      isPlay: (payer) => isPlayAddress(options.configDir, payer),
    }),
    ...defined({
      balance:
        rpcUrl && settlesOn(rpcUrl, options.serverUrl)
          ? (address: Hex) => usdcBalance(send, rpcUrl, address).catch(() => undefined)
          : undefined,
    }),
    get journal() {
      return createJournal(opened(), worker, now)
    },
    hasJournal: () => existsSync(join(options.stateDir, databaseName)),
    get budget() {
      return createBudget(opened(), { worker, now, session, caps: limits, isPlay, onReserve })
    },
    get payees() {
      return createPayees(opened(), profile, now, limits.trust)
    },
    follow: options.follow,
    close: () => database?.close(),
    ...defined({
      answerThread: options.answerThread,
      step: options.step,
    }),
    database: opened,
    forClient: (client, changes) => ({
      ...payer,
      ...changes,
      budget: createBudget(opened(), {
        worker,
        now,
        session,
        caps: changes.limits,
        client,
        isPlay,
        onReserve,
      }),
    }),
  }
  return payer
}

/**
 * Whether the node serves the server's chain. A server on this machine may be a devnet, whose
 * balances a remote node does not know.
 */
function settlesOn(rpcUrl: URL, serverUrl: URL): boolean {
  return !isLoopbackHost(serverUrl.hostname) || rpcUrl.origin === serverUrl.origin
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** Whether this is the address of a play wallet of this machine. An unreadable list has none. */
export function isPlayAddress(configDir: string, address: Hex): boolean {
  try {
    return readKnownWallets(configDir).wallets.some(
      (wallet) => wallet.isPlay === true && sameAddress(wallet.address, address),
    )
  } catch {
    return false
  }
}
