import { DatabaseSync } from 'node:sqlite'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import type { Hex } from '@fiq/shared/payment/wire'
import type { SendRequest } from '../../../packages/cli/src/http/send-request.ts'
import { createApprove } from '../../../packages/cli/src/payment/approve/approve.ts'
import { createBudget } from '../../../packages/cli/src/payment/budget/budget.ts'
import { type Caps, defaultLimits } from '../../../packages/cli/src/payment/budget/limits.ts'
import { createChain, usdcBalance } from '../../../packages/cli/src/payment/delivery/chain.ts'
import type { Payer } from '../../../packages/cli/src/payment/delivery/ports.ts'
import { createSend } from '../../../packages/cli/src/payment/delivery/send.ts'
import { createJournal, type Journal } from '../../../packages/cli/src/payment/journal/journal.ts'
import {
  type Database,
  databaseOver,
  prepare,
} from '../../../packages/cli/src/payment/journal/open-database.ts'
import { createPayees } from '../../../packages/cli/src/payment/journal/payees.ts'
import type { OpenPayer } from '../../../packages/cli/src/payment/open-payer.ts'
import { settlerAccount } from '../../../packages/server/src/settlement/settle/settler-account.ts'
import { authorizationDigest } from '../../../packages/server/src/settlement/signature/authorization-digest.ts'
import { createStatements } from '../../../packages/server/src/storage/database/run-group.ts'
import { simulatedBytes } from '../world/install.ts'
import { context, type Process, startMs, type World } from '../world/world.ts'
import type { StateChange } from './server-disk.ts'

export const serverUrl = new URL('https://fiq.sim/api/graphql')
export const nodeUrl = new URL('https://node.sim/')

/**
 * A user's machine: the wallet, and the disk with the journal. Both remain after a command ends.
 */
export type Machine = {
  name: string
  /** Its user. A second machine of a user has another name. */
  user: string
  address: Hex
  sign: (digest: Uint8Array) => Promise<Hex>
  prepare: ReturnType<typeof createStatements>
  /** The payments database of the connection. */
  database: Database
  caps: Caps
  hasNode: boolean
  /** What the agents of its proxy may spend in a day; absent without a proxy. Atomic units. */
  agentsPerDay?: bigint
  /** Running processes, by pid. */
  running: Map<number, Process>
  takeChanges(): readonly StateChange[]
  /** The power fails: the last commit is lost if it was not synced. */
  losePower(): void
  /** A copy of its files at this moment. */
  files(): MachineFiles
  /** Puts older files in place of its own. */
  restore(files: MachineFiles): void
  close(): void
}

const recorded = `
  create temp table changes
    (number integer primary key, nonce text, was text, became text, purchase integer);
  create temp trigger added after insert on purchases begin
    insert into changes (nonce, was, became, purchase)
    values (lower(new.nonce), '', new.state, new.rowid);
  end;
  create temp trigger moved after update on purchases when old.state is not new.state begin
    insert into changes (nonce, was, became, purchase)
    values (lower(new.nonce), old.state, new.state, new.rowid);
  end;`

let template: Uint8Array | undefined

/** Accounts by number. Cached, because deriving one takes as long as the rest of a purchase. */
const accounts = new Map<number, ReturnType<typeof settlerAccount>>()

function accountOf(number: number): ReturnType<typeof settlerAccount> {
  const known = accounts.get(number)
  if (known) return known
  const made = settlerAccount(`0x${(number + 1).toString(16).padStart(64, '0')}`)
  accounts.set(number, made)
  return made
}

function templateBytes(): Uint8Array {
  const made = new DatabaseSync(':memory:')
  prepare(made)
  return made.serialize()
}

/** The files of the client: its journal, and the settings with the caps of its user and agents. */
export type MachineFiles = Pick<Machine, 'caps' | 'agentsPerDay'> & { journal: Uint8Array }

/** Opens the machine of a user, with an empty journal or with a copy of another machine's files. */
export function openMachine(
  user: string,
  number: number,
  { caps, hasNode }: Pick<Machine, 'caps' | 'hasNode'>,
  copied?: { name: string; files: MachineFiles },
): Machine {
  template ??= templateBytes()
  const account = accountOf(number)
  let opened = openJournal(copied?.files.journal ?? template)
  const machine: Machine = {
    name: copied?.name ?? user,
    user,
    caps,
    hasNode,
    running: new Map(),
    prepare: opened.prepare,
    database: opened.database,
    address: account.address.toLowerCase() as Hex,
    sign: (digest) => account.sign({ hash: `0x${Buffer.from(digest).toString('hex')}` }),
    takeChanges: () => opened.takeChanges(),
    losePower() {
      // The one unsynced commit of the client is that an answer was delivered.
      opened.connection.exec(`update purchases set delivered_at = null
        where state = 'answered' and rowid = (select max(rowid) from purchases)`)
    },
    files: () => {
      const { caps, agentsPerDay } = machine
      const journal = opened.connection.serialize()
      return agentsPerDay === undefined ? { caps, journal } : { caps, agentsPerDay, journal }
    },
    restore({ journal, ...settings }) {
      opened.connection.close()
      opened = openJournal(journal)
      const { prepare, database } = opened
      Object.assign(machine, settings, { prepare, database })
    },
    close: () => opened.connection.close(),
  }
  return machine
}

function openJournal(bytes: Uint8Array) {
  const connection = new DatabaseSync(':memory:')
  connection.deserialize(bytes)
  connection.exec('pragma synchronous = off; pragma temp_store = memory')
  connection.exec(recorded)
  const take = connection.prepare('select * from changes where number > ? order by number')
  let taken = 0
  return {
    connection,
    prepare: createStatements(connection),
    database: databaseOver('payments.sqlite', () => connection),
    takeChanges(): readonly StateChange[] {
      const rows = take.all(taken)
      taken = Number(rows.at(-1)?.['number'] ?? taken)
      return rows.map((row) => ({
        key: String(row['nonce']),
        from: String(row['was']),
        to: String(row['became']),
        hash: null,
        rowid: Number(row['purchase']),
      }))
    },
  }
}

/** Thrown by statements of a dead process, so that its code stops. */
export class Killed extends Error {
  constructor() {
    super('The simulated process was killed.')
  }
}

/** A new promise for each caller: a shared one would retain every waiting world in memory. */
const never = () => new Promise<never>(() => {})

/** Changes of a client's ports, for planted bugs. */
export type ClientWraps = {
  wrapJournal(journal: Journal, machine: Machine): Journal
  wrapBudget(budget: Payer['budget'], machine: Machine): Payer['budget']
  wrapCaps(caps: Caps): Caps
  /** Are the caps of agents checked when a purchase of the proxy is reserved? */
  reservesForAgents: boolean
  wrapChain(chain: Payer['chain'], nowMs: () => number): Payer['chain']
}

/** The real client in one process of a machine. */
export function payerOn(
  world: World,
  machine: Machine,
  {
    pid,
    send,
    session,
    wraps,
    committed,
  }: {
    pid: number
    send: SendRequest
    session: string
    wraps: ClientWraps
    committed(changes: readonly StateChange[]): void
  },
): OpenPayer {
  const process = context.getStore()!
  const database = mortal(world, machine, process, committed)
  const now = () => world.wallMs(process)
  const worker = {
    pid,
    token: simulatedBytes(16).toString('hex'),
    isAlive: (other: number) => machine.running.get(other)?.isAlive === true,
    uptime: () => world.now() - startMs,
  }
  const limits = {
    ...defaultLimits,
    ...wraps.wrapCaps(machine.caps),
    yes: true,
    trust: serverUrl.origin,
  }
  const journal = wraps.wrapJournal(createJournal(database, worker, now), machine)
  const terminal = {
    interactive: false,
    columns: 80,
    write: () => {},
    prompt: async () => '',
    promptSecret: async () => '',
  }
  const sending: SendRequest = async (request) => {
    if (!process.isAlive) return never()
    return send(request)
  }
  const sendPaid = createSend(sending)
  const rpcUrl = machine.hasNode ? nodeUrl : undefined
  const payer: OpenPayer = {
    send: sendPaid,
    clock: {
      now,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
    session,
    limits,
    journal,
    hasJournal: () => true,
    follow() {},
    uptime: worker.uptime,
    note: () => {},
    approve: createApprove(terminal, limits, () => {}),
    openWallet: async () => ({
      address: machine.address,
      signTypedData: async ({ message }) => {
        if (world.isFault('slow signer'))
          await world.pause(world.choose('signer ms', 90_000), 'signs', process)
        if (world.isFault('failing signer'))
          throw new FiqError('WALLET_LOCKED', 'The wallet agent did not sign.')
        return machine.sign(authorizationDigest(message))
      },
    }),
    randomId: () => `0x${simulatedBytes(32).toString('hex')}`,
    chain: wraps.wrapChain(createChain(sendPaid, { rpcUrl, isPlay: () => false }), now),
    ...defined({
      balance: rpcUrl
        ? (address: Hex) => usdcBalance(sendPaid, rpcUrl, address).catch(() => undefined)
        : undefined,
    }),
    budget: wraps.wrapBudget(
      createBudget(database, { worker, now, session, caps: limits }),
      machine,
    ),
    payees: createPayees(database, 'default', now, serverUrl.origin),
    close() {},
    database: () => database,
    forClient: (name, changes) => {
      const client = wraps.reservesForAgents ? { client: name } : {}
      const terms = { worker, now, session, caps: changes.limits, ...client }
      return { ...payer, ...changes, budget: createBudget(database, terms) }
    },
  }
  return payer
}

/** The journal of a process that may die before or after each commit. Throws after death. */
function mortal(
  world: World,
  machine: Machine,
  process: Process,
  committed: (changes: readonly StateChange[]) => void,
): Database {
  const { database } = machine
  const die = (where: string) => {
    if (process.isAlive && world.isFault('kill client', where)) world.kill(process)
    if (!process.isAlive) throw new Killed()
  }
  const fail = (where: string) => {
    if (!world.isFault('client disk', where)) return
    const isBusy = world.choose('client disk is busy', 2) === 0
    throw isBusy
      ? new FiqError('BUDGET_BUSY', 'Another process has locked the budget.')
      : new FiqError('JOURNAL_UNAVAILABLE', 'The payment journal cannot be used.')
  }
  let depth = 0
  const whole = <result>(body: () => result): result => {
    if (depth > 0) {
      if (!process.isAlive) throw new Killed()
      return body()
    }
    die('before commit')
    fail('before')
    depth += 1
    let result: result
    try {
      result = body()
    } finally {
      depth -= 1
    }
    committed(machine.takeChanges())
    die('after commit')
    return result
  }
  return {
    rows: (...question) => database.rows(...question),
    row: (...question) => database.row(...question),
    run: (...change) => whole(() => database.run(...change)),
    runUnsynced: (...change) => whole(() => database.run(...change)),
    transact: (body) =>
      whole(() =>
        database.transact(() => {
          const result = body()
          fail('at the commit')
          return result
        }),
      ),
    close() {},
  }
}

/** Header names in lower case, as the client's HTTP code provides them. */
export function readHeaders(answer: HttpAnswer): HttpAnswer {
  const headers = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value])
  return { ...answer, headers: Object.fromEntries(headers) as Record<string, string> }
}
