import { defined } from '@fiq/shared/defined'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import type { Hex } from '@fiq/shared/payment/wire'
import { atomicPerCredit } from '@fiq/shared/pricing/tariff'
import { topUpPath } from '@fiq/shared/pricing/top-up-terms'
import { resumableMs } from '../../../packages/cli/src/payment/journal/is-recent.ts'
import {
  forbiddenMove,
  forbiddenPurchaseMove,
  type LeaseRow,
  leaseFault,
} from '../../model/allowed-moves.ts'
import type { SimulatedChain } from '../chain/chain.ts'
import { readTransaction } from '../chain/transactions.ts'
import type { MoneyEvent } from '../money-event.ts'
import type { Machine } from '../parts/client.ts'
import type { Customer } from '../parts/customer.ts'
import { creditsEach } from '../parts/product.ts'
import { payTo } from '../parts/server.ts'
import type { ServerDisk, StateChange } from '../parts/server-disk.ts'
import { clockSetMs, type Process, type World } from '../world/world.ts'
import type { OutcomeName } from './outcomes.ts'

export const invariants = [
  'a move of the model',
  'acknowledged is kept',
  'on disk before broadcast',
  'in the journal before it is sent',
  'lease at broadcast',
  'answered after settlement',
  'exposure',
  'same bytes',
  'answer of its request',
  'repeat is marked',
  'within the price',
  'words about money',
  'void never moves',
  'within the caps',
  'money is constant',
  'one transfer',
  'moved is answered or owed',
  'credits',
  'nothing is left open',
  'answered without faults',
  'gas of an hour',
  'one purchase',
  'an orderly end',
  'no surprise',
] as const
export type Invariant = (typeof invariants)[number]

/** The clocks of two commands of one client are apart by less. */
const clocksApartMs = 2 * clockSetMs + 60_000

const hourMs = 3_600_000
/** Unset clocks of servers differ by less, and a transaction is mined within this time. */
const gasHourSlackMs = 60_000

/** A violated invariant. */
export type Violation = { invariant: Invariant; text: string; at: number }

/** The checker's facts about one authorization. */
type Known = {
  /** The machine that began it. */
  machine: Machine
  /** Its purchase in the journal of this machine, and in those of the copies of its folder. */
  entries: Entry[]
  /** Whether it buys credits. */
  isTopUp: boolean
  amount: bigint
  validBefore: bigint
  body?: string
  /** Includes answers that were lost after they were sent. */
  isAnswered: boolean
  /** Paid to a hostile server, so our server's record does not contain it. */
  isHostile?: boolean
  /** Its payer submits the authorization itself, even if the server has refused it. */
  isOwn?: boolean
  /** The database was restored from a backup that does not hold its last state. */
  isForgotten?: boolean
  state: string
}

/** A purchase in the journal of one machine. */
type Entry = {
  nonce: Hex
  known: Known
  machine: Machine
  /** 0: not in the journal, because an older one was restored. */
  rowid: number
  order: string
  state: string
  /**
   * It was reserved when the folder was copied or backed up, so another run may have signed it. This
   * journal counts it as never sent.
   */
  isSignedElsewhere?: boolean
  /** An older journal was put in place of one with another state of it. */
  isRestored?: boolean
}

/** The row before and after; `now` is the time of the database. */
type LeaseChange = { before?: LeaseRow; after: LeaseRow; now: number }

type Word = { payment: Hex; funds: string; code: string; hadMoved: boolean; to: string }

export type BooksPorts = {
  world: World
  chain: SimulatedChain
  disk: ServerDisk
  isAsync: boolean
  /** Whether no fault can happen. */
  isFaultless: boolean
  limits: { exposureLimit: bigint; newWalletExposure: bigint }
}

/**
 * Records money events and checks the invariants. The databases and the chain report them, not the
 * code under test.
 */
export class Books {
  readonly events: { at: number; event: MoneyEvent }[] = []
  readonly violations: Violation[] = []
  readonly known = new Map<Hex, Known>()
  readonly customers: Customer[] = []
  readonly counts = {
    answered: 0,
    owed: 0,
    failed: 0,
    moved: 0,
    onCredits: 0,
    words: 0,
    broadcasts: 0,
  }
  #start = 0n
  /** Number of changes, as `payment FROM > TO` and `purchase FROM > TO`. */
  readonly moves = new Map<string, number>()
  #words: Word[] = []
  readonly #proofs = new Map<Process, boolean>()
  /** The payments of each wallet. Several machines may have it. */
  readonly #ofPayer = new Map<Hex, Map<Hex, Known>>()
  readonly #journals = new Map<Machine, Map<Hex, Entry>>()
  /** The purchases of one request, by machine and request. */
  readonly #ofOrder = new Map<string, Entry[]>()
  /** Periods whose commits a restored backup does not hold, in milliseconds. */
  readonly #forgotten: { fromMs: number; toMs: number }[] = []
  #ports: BooksPorts | undefined

  open(ports: BooksPorts): void {
    this.#ports = ports
    this.#start = ports.chain.sum()
  }

  readonly record = (event: MoneyEvent): void => {
    const { world } = this.#of
    this.events.push({ at: world.now(), event })
    world.note(JSON.stringify(event))
    if (event.is === 'chain' && event.what === 'used') this.#checkMoney()
  }

  get #of(): BooksPorts {
    if (!this.#ports) throw new Error('The books are not open.')
    return this.#ports
  }

  violate(invariant: Invariant, text: string): void {
    const { world } = this.#of
    this.violations.push({ invariant, text, at: world.now() })
    world.note(text)
  }

  #hold(holds: boolean, invariant: Invariant, text: () => string): void {
    if (!holds) this.violate(invariant, text())
  }

  /** Rows that the server's database committed. */
  rows(by: string, changes: readonly StateChange[]): void {
    for (const { key, from, to, hash } of changes) {
      if (from === 'lease') {
        this.#leased(by, JSON.parse(to))
        continue
      }
      if (from === 'credits') {
        this.#hold(
          this.#of.chain.isFinal(key as Hex),
          'credits',
          () => `the credits of ${key} were given before its block was final`,
        )
        continue
      }
      this.#hold(
        to === 'forgotten' || forbiddenMove(from, to) === undefined,
        'a move of the model',
        () => `${by} moved ${key} from ${from || 'none'} to ${to}`,
      )
      this.#count('payment', from, to)
      const known = this.known.get(key as Hex)
      if (known) known.state = to
      this.record({
        is: 'row',
        by,
        payment: key,
        from,
        to,
        ...defined({ hash: hash ?? undefined }),
      })
    }
  }

  #count(of: 'payment' | 'purchase', from: string, to: string): void {
    if (from === to) return
    const move = `${of} ${from || 'none'} > ${to}`
    this.moves.set(move, 1 + (this.moves.get(move) ?? 0))
  }

  /** The settlement lease changed in the database that the instances share. */
  #leased(by: string, { before, after, now }: LeaseChange): void {
    const fault = leaseFault(before, after, now)
    this.#hold(fault === undefined, 'a move of the model', () => `the lease was ${fault}`)
    if (after.token !== before?.token) this.record({ is: 'life', who: by, what: 'leads' })
    else if (after.until <= now) this.record({ is: 'life', who: by, what: 'follows' })
  }

  /** A crash of a server lost a commit that its disk had acknowledged. */
  lostCommit({ name }: Process): void {
    this.violate('acknowledged is kept', `a crash of ${name} lost an acknowledged commit`)
  }

  /** Rows that a client's journal committed. */
  purchases(machine: Machine, changes: readonly StateChange[]): void {
    const { chain } = this.#of
    for (const { key, from, to, rowid = 0 } of changes) {
      const nonce = key as Hex
      this.record({ is: 'purchase', by: machine.name, payment: key, from, to })
      this.#count('purchase', from, to)
      const move = forbiddenPurchaseMove(from, to)
      this.#hold(
        move === undefined,
        'a move of the model',
        () => `${machine.name} moved ${key} in its journal: ${move}`,
      )
      if (from === '') this.#know(machine, nonce, rowid)
      if (from === 'void' && to === 'reserved') this.#begunAgain(nonce)
      const entry = this.#journals.get(machine)?.get(nonce)
      if (!entry) continue
      if (from === '') this.#checkFirst(entry)
      entry.state = to
      if (to === 'reserved') this.#checkCaps(entry)
      if (!['void', 'rejected'].includes(to) || from === 'reserved' || from === '') continue
      const next = BigInt(chain.earliestNext())
      this.#hold(
        (to === 'rejected' || !chain.hasMoved(nonce)) &&
          (next > entry.known.validBefore || chain.isUsed(nonce)),
        'void never moves',
        () => `${nonce} is ${to} in the journal of ${machine.name} and may still move`,
      )
    }
  }

  #know(machine: Machine, nonce: Hex, rowid: number): void {
    const row = machine
      .prepare('select request, url, amount, valid_before from purchases where rowid = ?')
      .get(rowid)
    if (!row) return
    // A planted bug appends to the name of the request.
    const order = String(row['request']).slice(0, 64)
    const known: Known = this.known.get(nonce) ?? {
      machine,
      entries: [],
      isTopUp: String(row['url']).endsWith(topUpPath),
      amount: BigInt(Number(row['amount'])),
      validBefore: BigInt(Number(row['valid_before'])),
      isAnswered: false,
      state: '',
    }
    this.known.set(nonce, known)
    const { address } = machine
    this.#ofPayer.set(address, (this.#ofPayer.get(address) ?? new Map()).set(nonce, known))
    this.#enter({ nonce, known, machine, rowid, order, state: 'reserved' })
  }

  #enter(entry: Entry): void {
    const { machine, nonce, order, known } = entry
    known.entries.push(entry)
    const name = `${machine.name} ${order}`
    this.#ofOrder.set(name, [...(this.#ofOrder.get(name) ?? []), entry])
    this.#journals.set(machine, (this.#journals.get(machine) ?? new Map()).set(nonce, entry))
  }

  /**
   * A request may be bought again only if its answer was delivered, its payment can never move, or
   * the client no longer resumes it.
   */
  #checkFirst({ machine, order, rowid, nonce }: Entry): void {
    const open = machine.prepare(
      `select nonce, state from purchases where rowid = ? and state not in ('void', 'rejected')
         and not (state = 'answered' and delivered_at is not null)
         and at > (select at from purchases where rowid = ?) - ?`,
    )
    for (const other of this.#ofOrder.get(`${machine.name} ${order}`) ?? []) {
      if (other.rowid === rowid) continue
      const rival = open.get(other.rowid, rowid, resumableMs - clocksApartMs)
      if (rival)
        this.violate(
          'one purchase',
          `${machine.name} begins ${nonce} beside ${rival['nonce']}, which is ${rival['state']}`,
        )
    }
  }

  #checkCaps({ machine: { prepare, caps, name, agentsPerDay }, rowid }: Entry): void {
    const sums = prepare(
      `select coalesce(sum(amount) filter (where at > high_water - 86400000), 0) as day,
         coalesce(sum(amount) filter (where at > high_water - 30 * 86400000), 0) as month,
         coalesce(sum(amount) filter (where session = (select session from purchases where rowid = ?)), 0) as session
       from purchases, clock where play in (0, 1) and state <> 'void'`,
    ).get(rowid)
    const [day, month, session] = ['day', 'month', 'session'].map((each) =>
      BigInt(Number(sums?.[each])),
    ) as [bigint, bigint, bigint]
    this.#hold(
      agentsPerDay === undefined || day <= agentsPerDay,
      'within the caps',
      () => `the agents of ${name} have reserved ${day}, more than they may spend in a day`,
    )
    this.#hold(
      day <= caps.perDay && month <= caps.per30Days && session <= caps.perSession,
      'within the caps',
      () => `${name} has reserved more than its caps`,
    )
  }

  /** An instance checked in the database whether it holds the lease. */
  proved(process: Process, isHeld: boolean): void {
    this.#proofs.set(process, isHeld)
  }

  /** Checks each transaction that reaches the node: its payments must be on disk before. */
  broadcast(process: Process, raw: Hex): void {
    const { disk } = this.#of
    this.counts.broadcasts += 1
    const { hash, transfers } = readTransaction(raw)
    for (const { authorization } of transfers) {
      const [payer, nonce, sent] = [authorization.from, authorization.nonce, hash].map((hex) =>
        Buffer.from(hex.slice(2), 'hex'),
      )
      const row = disk
        .prepare(
          `select 1 as one from payments where payer = ? and nonce = ? and (transaction_hash = ?
             or state in ('settled', 'owed', 'answered') and transaction_hash is not null)
           union all select 1 from replaced_transactions
           where payer = ? and nonce = ? and transaction_hash = ?`,
        )
        .get(payer!, nonce!, sent!, payer!, nonce!, sent!)
      this.#hold(
        row !== undefined,
        'on disk before broadcast',
        () => `${process.name} broadcasts ${authorization.nonce} in ${hash}, which is not on disk`,
      )
    }
    if (!disk.isShared) return
    this.#hold(
      this.#proofs.get(process) === true,
      'lease at broadcast',
      () => `${process.name} broadcasts ${hash} without a proof of the lease`,
    )
    this.#proofs.delete(process)
  }

  /** The database of the servers holds a backup of `backupMs`. Call after the restore. */
  restored(backupMs: number): void {
    const { disk, world } = this.#of
    this.#forgotten.push({ fromMs: backupMs, toMs: world.now() })
    const states = this.#statesIn(disk)
    for (const [nonce, known] of this.known) {
      const state = states.get(nonce) ?? ''
      if (state === known.state) continue
      this.record({
        is: 'row',
        by: 'a restored backup',
        payment: nonce,
        from: known.state,
        to: state,
      })
      known.state = state
      known.isForgotten = true
      if (isStored.has(state)) continue
      // It may be answered again, with what the sources say then.
      known.isAnswered = false
      delete known.body
    }
  }

  /** The journal of a machine is an older one of it. Call after the restore. */
  restoredJournal(machine: Machine): void {
    const rows = journalRows(machine)
    for (const [nonce, entry] of this.#journals.get(machine) ?? []) {
      const row = rows.get(nonce)
      if (row?.state === entry.state) continue
      const to = row?.state ?? ''
      this.record({
        is: 'purchase',
        by: 'a restored backup',
        payment: nonce,
        from: entry.state,
        to,
      })
      entry.state = to
      entry.isRestored = true
      entry.rowid = row?.rowid ?? 0
      entry.isSignedElsewhere = to === 'reserved'
    }
  }

  /** Another machine has a copy of this one's folder. */
  copied(machine: Machine, copy: Machine): void {
    const rows = journalRows(machine)
    for (const [nonce, entry] of this.#journals.get(machine) ?? []) {
      if (!rows.has(nonce)) continue
      if (entry.state === 'reserved') entry.isSignedElsewhere = true
      this.#enter({ ...entry, machine: copy })
    }
  }

  /** Checks each payment that leaves a client: its journal must hold the same bytes. */
  paymentSent(machine: Machine, nonce: Hex, header: string): void {
    const { prepare, name } = machine
    const row = prepare('select 1 as one from purchases where rowid = ? and signed = ?')
    const rowid = this.#journals.get(machine)?.get(nonce)?.rowid ?? 0
    this.#hold(
      row.get(rowid, header) !== undefined,
      'in the journal before it is sent',
      () => `${name} sends ${nonce}, which is not in its journal`,
    )
  }

  /** The oldest purchase of a machine that settled without an answer, by its row. */
  oldestSettled(machine: Machine): number | undefined {
    for (const { state, rowid } of this.#journals.get(machine)?.values() ?? [])
      if (state === 'settled') return rowid
    return undefined
  }

  /** The newest payment of a machine in doubt, by its row. */
  newestInDoubt(machine: Machine): number | undefined {
    const all = [...(this.#journals.get(machine)?.values() ?? [])]
    return all.findLast(({ state }) => state === 'unknown' || state === 'signed')?.rowid
  }

  /** Whether no server of ours has claimed it. */
  isUnknown(nonce: Hex): boolean {
    return this.known.get(nonce)?.state === ''
  }

  /** A server that does not sell has the payment, and may settle it. */
  refusedByHostile(nonce: Hex): void {
    const known = this.known.get(nonce)
    if (known) known.isHostile = true
  }

  submittedByPayer(nonce: Hex): void {
    const known = this.known.get(nonce)
    if (known) known.isOwn = true
  }

  isAnswered(nonce: Hex): boolean {
    return this.known.get(nonce)?.isAnswered === true
  }

  /** A server closes in order, within the time that its requests have. */
  stopped({ name }: Process, open: number): void {
    this.#hold(
      open === 0,
      'an orderly end',
      () => `${name} closes while ${open} of its requests are open`,
    )
  }

  closedLate({ name }: Process): void {
    this.violate('an orderly end', `${name} did not close in time`)
  }

  /** Records an answer that a server sent. */
  left(
    to: string,
    nonce: Hex,
    answer: HttpAnswer,
    repeat: { wasAnswered: boolean; isSold: boolean; isInTime: boolean },
  ) {
    const { chain, isAsync, disk } = this.#of
    const { status, body } = answer
    const isDone = status >= 200 && status < 300
    const error = isDone ? undefined : errorOf(body)
    this.record({ is: 'reported', to: `${to} by the server`, payment: nonce, status, ...error })
    const known = this.known.get(nonce)
    if (!known) return
    // Our server knows a payment to a hostile server only from the chain.
    if (error?.funds && !known.isHostile)
      this.#word(nonce, { funds: error.funds, code: error.code ?? '', to: 'server' })
    const settledAt = chain.used.get(nonce)
    // Until its authorization ends, the chain proves to a restored server that it is paid.
    this.#hold(
      isDone ||
        !repeat.isInTime ||
        !known.isForgotten ||
        known.isTopUp ||
        !refusals.has(error?.code ?? '') ||
        !settledAt ||
        settledAt.isCanceled ||
        settledAt.block > chain.head - laggingBlocksMax,
      'moved is answered or owed',
      () => `${nonce} has moved, and a restored server refuses it with ${error?.code}`,
    )
    if (!isDone) return
    this.counts.answered += known.isAnswered || known.isForgotten ? 0 : 1
    known.isAnswered = true
    this.#hold(
      known.body === undefined || known.body === body,
      'same bytes',
      () => `${nonce} was answered in two ways`,
    )
    known.body ??= body
    this.#hold(
      // Another instance may still process an earlier copy, which this request joins.
      disk.isShared || !(repeat.wasAnswered && repeat.isSold),
      'repeat is marked',
      () => `the stored answer of ${nonce} was sold as a new one`,
    )
    if (isAsync) this.#checkExposure(known)
    else
      this.#hold(
        chain.everUsed.has(nonce),
        'answered after settlement',
        () => `${nonce} was answered and has not settled`,
      )
  }

  #checkExposure({ machine }: Known): void {
    const { chain, limits } = this.#of
    let [unpaid, paid] = [0n, 0n]
    for (const [nonce, each] of this.#ofPayer.get(machine.address) ?? []) {
      if (chain.everUsed.has(nonce)) paid += each.amount
      else if (each.isAnswered) unpaid += each.amount
    }
    const most =
      (paid < limits.exposureLimit ? paid : limits.exposureLimit) + limits.newWalletExposure
    this.#hold(
      unpaid <= most,
      'exposure',
      () => `${machine.name} has answers for ${unpaid} unpaid, and at most ${most} is allowed`,
    )
  }

  /**
   * Records an answer on credits that a server sent. Without a key, a copy of an operation is
   * another operation.
   */
  spent({ left }: Customer, operation: string, { body }: HttpAnswer): void {
    const { extensions } = JSON.parse(body) as { extensions: { payment: { credits: number } } }
    this.counts.onCredits += left.has(operation) ? 0 : 1
    const name =
      left.has(operation) && !operation.startsWith('customer 0') ? `${operation}+` : operation
    left.set(name, extensions.payment.credits)
  }

  executed(credits: number, paidFor: bigint, atomicPerCredit: bigint): void {
    this.#hold(
      BigInt(credits) * atomicPerCredit <= paidFor,
      'within the price',
      () => `${credits} credits ran for ${paidFor} atomic units`,
    )
  }

  /** An answer has only what its request named. */
  answered(to: string, request: string, body: string): void {
    const names = [...body.matchAll(/"ticker\\?":\s*\\?"([^"\\]*)/g)].map(([, name]) => name)
    this.#hold(
      names.every((name) => request.includes(`"${name}"`)),
      'answer of its request',
      () => `${to} has the answer about ${names} to ${request}`,
    )
  }

  /** Records a statement that a user received. */
  told(
    machine: Machine,
    nonce: Hex | undefined,
    reported: { status: number; code: string; funds: string },
  ) {
    this.counts.words += 1
    this.refused(machine.name, reported.code)
    if (nonce === undefined) return
    this.record({ is: 'reported', to: machine.name, payment: nonce, ...reported })
    this.#word(nonce, { ...reported, to: machine.name })
  }

  /**
   * Another command takes over a reservation that was never signed, with its nonce. So what earlier
   * commands said of it must be true now, and no longer later.
   */
  #begunAgain(nonce: Hex): void {
    for (const word of this.#words) if (word.payment === nonce) this.#checkWord(word)
    this.#words = this.#words.filter(({ payment }) => payment !== nonce)
  }

  /** Without faults, only an empty wallet and a cap refuse. */
  refused(to: string, code: string): void {
    this.#hold(
      !this.#of.isFaultless || isVain(code),
      'answered without faults',
      () => `${to} was refused with ${code}, and nothing failed`,
    )
  }

  #word(payment: Hex, { funds, code, to }: { funds: string; code: string; to: string }): void {
    const hadMoved = this.#of.chain.everUsed.has(payment)
    this.#words.push({ payment, funds, code, to, hadMoved })
  }

  #checkMoney(): void {
    const { chain } = this.#of
    if (chain.sum() !== this.#start)
      this.violate('money is constant', `there is ${chain.sum()}, and was ${this.#start}`)
  }

  /** Checks the final state, after everything has ended. */
  close(): void {
    const { chain, disk } = this.#of
    this.#checkMoney()
    const states = this.#statesIn(disk)
    let income = 0n
    for (const [nonce, known] of this.known) {
      // A row is lost if it was not deleted and the disk does not hold it.
      if (known.state !== 'forgotten') known.state = states.get(nonce) ?? ''
      const { state, isHostile, isOwn, isForgotten, entries } = known
      const hasMoved = chain.hasMoved(nonce)
      if (hasMoved) {
        income += known.amount
        this.counts.moved += 1
      }
      if (state === 'owed') this.counts.owed += 1
      if (['failed', 'unpaid', 'uncollectible'].includes(state)) this.counts.failed += 1
      const isPaid = state === 'answered' || state === 'owed'
      const isUnknown = isForgotten === true && (state === '' || isRefused.has(state))
      if (!isHostile && !isUnknown && !(isOwn && isRefused.has(state)))
        this.#hold(
          hasMoved === isPaid,
          'moved is answered or owed',
          () => `${nonce} has ${hasMoved ? '' : 'not '}moved, and is ${state || 'in no record'}`,
        )
      this.#hold(
        !hasMoved ||
          !entries.some(({ state, isSignedElsewhere }) => state === 'void' && !isSignedElsewhere),
        'void never moves',
        () => `${nonce} is void in the journal and has moved`,
      )
    }
    this.#hold(
      income === (chain.balances.get(payTo) ?? 0n),
      'one transfer',
      () => `the payee has ${chain.balances.get(payTo)}, and its payments are ${income}`,
    )
    this.#checkOpen(disk)
    for (const word of this.#words) this.#checkWord(word)
    this.#checkCredits(disk)
    const [exposed] = disk.prepare('select coalesce(sum(amount), 0) as amount from exposures').all()
    const unpaid = disk
      .prepare(`select coalesce(sum(amount), 0) as amount from payments where state in ('unpaid')`)
      .get()
    this.#hold(
      Number(exposed?.['amount']) === Number(unpaid?.['amount']),
      'exposure',
      () => `${exposed?.['amount']} counts against payers, and ${unpaid?.['amount']} is unpaid`,
    )
  }

  /** How a payment ended. Call after the end. */
  readonly outcomeOf = (nonce: Hex): OutcomeName => {
    const { isHostile, state, entries } = this.known.get(nonce)!
    if (isHostile) return 'paid elsewhere'
    if (!this.#of.chain.hasMoved(nonce)) return 'no money moved'
    if (state === 'owed') return 'owed'
    return entries.some((each) => each.state === 'answered') ? 'answered' : 'answer not fetched'
  }

  /** Checks that credits given for payments equal those in their answers, and were given once. */
  #checkCredits({ prepare }: ServerDisk): void {
    const pools = prepare(
      `select id, prepaid + allotment as held, (select coalesce(sum(credits), 0) from credit_ledger
           where organisation = organisations.id) as moved from organisations`,
    ).all()
    for (const { id, held, moved } of pools)
      this.#hold(
        held === moved,
        'credits',
        () => `${id} holds ${held}, and its ledger says ${moved}`,
      )
    for (const { name, isKeyed, left } of this.customers) {
      const row = prepare(
        `select coalesce(-sum(credits), 0) as charged, (select count(*) from credit_answers
             where organisation = ? and answer_status is not null) as stored,
             count(*) filter (where kind = 'debit') as debits
           from credit_ledger where organisation = ? and kind in ('debit', 'refund')`,
      ).get(name, name)
      const answered = [...left.values()].reduce((sum, each) => sum + each, 0)
      const charged = Number(row?.['charged'])
      // A stored answer may be unsent when its server died. It is charged nevertheless.
      const unsent = isKeyed ? Math.max(0, Number(row?.['stored']) - left.size) : 0
      this.#hold(
        charged <= answered + unsent * creditsEach &&
          (!isKeyed || charged >= answered || this.#forgotten.length > 0),
        'credits',
        () => `${name} is charged ${charged} credits for answers of ${answered}, ${unsent} unsent`,
      )
    }
    const strangers = prepare(
      `select reference, wallet from credit_ledger join organisations on organisations.id = organisation
         where reference like '0x%:0x%' and wallet is not null
         and lower(substr(reference, 1, 42)) <> lower(wallet)`,
    ).all()
    for (const { reference, wallet } of strangers)
      this.violate('credits', `the credits of ${reference} were given to ${wallet}`)
    const gifts = new Map(
      prepare('select reference, credits from credit_ledger where reference is not null')
        .all()
        .map(({ reference, credits }) => [String(reference), Number(credits)]),
    )
    const given = (name: string) => gifts.get(name) ?? 0
    for (const [nonce, { machine, body, amount, state, isTopUp }] of this.known) {
      const name = `${machine.address}:${nonce}`
      const sum = given(name) + given(`${name}:failed`)
      const reported = body === undefined ? undefined : creditedIn(body)
      const whole = Number(amount / BigInt(atomicPerCredit))
      const isDue = given(name) > 0 || (isTopUp && state === 'answered')
      const most = isDue ? whole : (reported ?? sum)
      this.#hold(
        sum === most && (sum === 0 || isTopUp || isBought.has(state) || this.#of.isAsync),
        'credits',
        () => `${sum} credits were given for ${nonce}, which is ${state}, and ${most} are due`,
      )
    }
  }

  /** In no hour does the settler spend more gas than its ceiling. */
  checkGas(weiPerHour: bigint, areClocksSet: boolean): void {
    const slackMs = gasHourSlackMs + (areClocksSet ? 2 * clockSetMs : 0)
    // A restored server does not know the gas since its backup.
    const isKnown = ({ atMs }: { atMs: number }) =>
      this.#forgotten.every(({ fromMs, toMs }) => atMs < fromMs || atMs > toMs + slackMs)
    const settled = [...this.#of.chain.settledAt.values()].filter(isKnown)
    for (const { atMs } of settled) {
      const untilMs = atMs + hourMs - slackMs
      const hour = settled.filter((each) => each.atMs >= atMs && each.atMs < untilMs)
      const wei = hour.reduce((sum, each) => sum + each.wei, 0n)
      this.#hold(
        wei <= weiPerHour,
        'gas of an hour',
        () => `${wei} wei were spent within an hour, whose ceiling is ${weiPerHour}`,
      )
    }
  }

  #statesIn({ prepare }: ServerDisk): ReadonlyMap<string, string> {
    const rows = prepare('select lower(hex(nonce)) as nonce, state from payments').all()
    return new Map(rows.map(({ nonce, state }) => [`0x${nonce}`, String(state)]))
  }

  #checkOpen({ prepare }: ServerDisk): void {
    const rows = prepare(
      `select lower(hex(nonce)) as nonce, state from payments where state in
         ('claimed', 'broadcast', 'settled', 'reserved', 'advanced', 'reorganised')`,
    ).all()
    for (const { nonce, state } of rows)
      this.violate('nothing is left open', `0x${nonce} is still ${state}`)
  }

  #checkWord({ payment, funds, code, hadMoved, to }: Word): void {
    const { chain } = this.#of
    const has = chain.hasMoved(payment)
    const isTrue =
      funds === 'untouched' ? !has : funds === 'spent' || funds === 'owed' ? hadMoved : true
    this.#hold(
      isTrue,
      'words about money',
      () =>
        `${to} was told "${funds}" (${code}) of ${payment}, which has ${has ? '' : 'not '}moved`,
    )
  }
}

/** Is it vain to try again? The wallet is not funded again, and the day is long. */
export function isVain(code: string): boolean {
  return code === 'INSUFFICIENT_FUNDS' || code === 'OVER_BUDGET' || code === 'PAYMENTS_PAUSED'
}

/** The purchases in the journal of a machine, by nonce. */
function journalRows({ prepare }: Machine): Map<Hex, { rowid: number; state: string }> {
  const rows = prepare('select rowid as place, lower(nonce) as nonce, state from purchases').all()
  return new Map(
    rows.map(({ place, nonce, state }) => [
      String(nonce) as Hex,
      { rowid: Number(place), state: String(state) },
    ]),
  )
}

/** States of a payment whose answer is in the record. */
const isStored: ReadonlySet<string> = new Set([
  ...['advanced', 'answered', 'unpaid', 'reorganised', 'uncollectible'],
])

/** Codes by which a server refuses a payment. */
const refusals: ReadonlySet<string> = new Set([
  ...['PAYMENT_INVALID', 'PAYMENT_BOUND_TO_OTHER_REQUEST', 'SETTLEMENT_FAILED', 'PAYMENT_REQUIRED'],
])

/** A replica of the node is behind by at most so many blocks. */
const laggingBlocksMax = 10

/**
 * States of a payment that has bought an answer. A reorganisation may have removed its transfer.
 */
const isBought: ReadonlySet<string> = new Set(['answered', 'reorganised', 'uncollectible'])

/**
 * States of a payment that a server has refused. Its payer can still submit the authorization; the
 * server then answers if the request is repeated.
 */
const isRefused: ReadonlySet<string> = new Set(['failed', 'unpaid', 'uncollectible'])

/** Credits for missing parts, as stated in the answer. */
function creditedIn(body: string): number {
  const { extensions } = JSON.parse(body) as {
    extensions?: { payment?: { credited?: { credits?: number } } }
  }
  return extensions?.payment?.credited?.credits ?? 0
}

function errorOf(body: string): { code?: string; funds?: string } {
  try {
    const { errors } = JSON.parse(body) as {
      errors?: { extensions?: { code?: string; funds?: string } }[]
    }
    const { code, funds } = errors?.[0]?.extensions ?? {}
    return defined({ code, funds })
  } catch {
    return {}
  }
}
