import { AsyncLocalStorage } from 'node:async_hooks'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { readPaymentSignature } from '@fiq/shared/payment/payment-signature'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import type { Hex } from '@fiq/shared/payment/wire'
import { atomicPerCredit } from '@fiq/shared/pricing/tariff'
import type { HttpRequest } from '../../packages/cli/src/http/send-request.ts'
import { breaker } from '../../packages/cli/src/payment/budget/client-caps.ts'
import { defaultLimits } from '../../packages/cli/src/payment/budget/limits.ts'
import { abandonPurchase } from '../../packages/cli/src/payment/delivery/abandon.ts'
import { PaymentError } from '../../packages/cli/src/payment/delivery/payment-error.ts'
import type { OpenPayer } from '../../packages/cli/src/payment/open-payer.ts'
import { payAndRetry } from '../../packages/cli/src/payment/pay-and-retry.ts'
import type { PaidRequest } from '../../packages/cli/src/payment/quote/paid-request.ts'
import { createRequestMoney } from '../../packages/cli/src/proxy/request-money.ts'
import type { PaymentPorts } from '../../packages/server/src/payments/ports.ts'
import { elsewhere, SimulatedChain } from './chain/chain.ts'
import { answerRpc } from './chain/node.ts'
import { readTransaction } from './chain/transactions.ts'
import { Books, isVain, type Violation } from './checks/books.ts'
import { type Backup, takeBackups } from './parts/backups.ts'
import {
  Killed,
  type Machine,
  type MachineFiles,
  nodeUrl,
  openMachine,
  payerOn,
  readHeaders,
  serverUrl,
} from './parts/client.ts'
import { type Customer, openCustomer } from './parts/customer.ts'
import { mcpPath } from './parts/mcp.ts'
import { createLink, exchange, type Link, type Silence } from './parts/network.ts'
import { queryOrder, type Surface, surfaces, topUpOrder } from './parts/orders.ts'
import { execution, operationOf, orderOf, sellIn } from './parts/product.ts'
import { addAgents, type LocalProxy, openProxy, raiseCaps } from './parts/proxy.ts'
import { facilitatorUrl, openRemote, type Remote } from './parts/remote.ts'
import {
  type ExposureLimits,
  gasHourOf,
  gasLimitsOf,
  type SimulatedServer,
  startServer,
} from './parts/server.ts'
import { databaseOn, openServerDisk, type ServerDisk } from './parts/server-disk.ts'
import { isFaultless, type Plan } from './plan.ts'
import { enter } from './world/install.ts'
import { context, type Process, startMs, textOf, World } from './world/world.ts'
import { noWraps, type Wraps } from './wraps.ts'

/** The outcome of a run. The plan determines all but the duration. */
export type Outcome = {
  plan: Plan
  hash: number
  violations: readonly Violation[]
  books: Books
  world: World
}

const minuteMs = 60_000
/**
 * A run that takes longer for each of its purchases counts as stuck. A user of an empty wallet that
 * the client cannot look into waits four minutes for each.
 */
const longestMs = 8 * minuteMs
/** All work must end within this time after the last fault. */
const calmMs = 10 * minuteMs

/** Runs a plan to its end, and checks the books. */
export async function runPlan(plan: Plan, wraps: Wraps = noWraps): Promise<Outcome> {
  const { seed, perMille, off, least } = plan
  const world = new World(seed, { perMille, off: new Set(off), least: new Set(least) })
  enter(world)
  const simulation = new Simulation(world, plan, wraps)
  try {
    await simulation.run()
    const { books } = simulation
    for (const alarm of world.alarms) books.violate('no surprise', alarm)
    return { plan, hash: world.hash, violations: books.violations, books, world }
  } finally {
    simulation.close()
    enter(undefined)
  }
}

type RpcRequest = { method: string; params?: readonly unknown[] }

/** State of the request that is being answered. */
const selling = new AsyncLocalStorage<{ isSold: boolean }>()

class Simulation {
  readonly books = new Books()
  readonly world: World
  readonly plan: Plan
  readonly wraps: Wraps
  readonly chain: SimulatedChain
  readonly disk: ServerDisk
  readonly servers: (SimulatedServer | undefined)[] = []
  readonly links = new Map<string, Link>()
  readonly machines: Machine[] = []
  readonly #limits: ExposureLimits
  readonly #hears = new Map<Process, (line: string) => void>()
  readonly #payments = new Map<string, SignedAuthorization>()
  /** Of one purchase, in atomic units. */
  readonly #price = orderOf(['T']).expected.price.amount
  #proxy: LocalProxy | undefined
  /** Are the payments of the agents paused, because the last ones failed? */
  #arePaused = false
  #poorUntil = 0
  #pids = 100
  #left: number
  /** Runs of the servers that have not ended. */
  readonly #runs = new Set<Process>()
  #serverBackup: (() => Backup<Uint8Array> | undefined) | undefined
  readonly #backups = new Map<Machine, () => Backup<MachineFiles> | undefined>()

  constructor(world: World, plan: Plan, wraps: Wraps) {
    this.world = world
    this.plan = plan
    this.wraps = wraps
    this.#left = plan.clients
    sellIn(world)
    this.disk = openServerDisk(world, {
      isShared: plan.instances > 1,
      hasPages: plan.hasPages === true && plan.instances === 1,
    })
    this.chain = new SimulatedChain(world, this.books.record, wraps.token)
    if (plan.isRemote) {
      const remote = openRemote(world, (asked) => this.#askNode(remote.process, asked))
      world.fetch = (url, init) => this.#askFacilitator(remote, String(url), init!)
    }
    this.#limits = { exposureLimit: this.#price * 5n, newWalletExposure: this.#price * 2n }
    if (plan.refills) this.chain.balances.set(elsewhere, 2n ** 60n)
    this.books.open({
      world,
      chain: this.chain,
      disk: this.disk,
      limits: this.#limits,
      isAsync: plan.isAsync,
      isFaultless: isFaultless(plan),
    })
  }

  async run(): Promise<void> {
    const { world, plan, chain, books } = this
    for (let number = 0; number < plan.instances; number++) this.#supervise(number)
    const price = this.#price
    const cap = (prices: number | undefined, high: bigint) =>
      prices === undefined ? high : price * BigInt(prices)
    const machines = Array.from({ length: plan.clients }, (_, number) => {
      const machine = openMachine(`client ${number}`, number, {
        caps: {
          ...defaultLimits,
          perPayment: 20_000_000n,
          perDay: cap(plan.dayCap, 1_000_000_000n),
          per30Days: cap(plan.monthCap, 4_000_000_000n),
          perSession: cap(plan.sessionCap, 2n ** 60n),
        },
        hasNode: plan.hasNode,
      })
      chain.balances.set(machine.address, price * BigInt(plan.wealth))
      return machine
    })
    this.machines.push(...machines)
    this.#beginBackups()
    if (plan.agentsPerDay !== undefined) {
      addAgents(machines[0]!, price * BigInt(plan.agentsPerDay))
      this.#keepProxy(machines[0]!)
    }
    books.open({
      world,
      chain,
      disk: this.disk,
      limits: this.#limits,
      isAsync: plan.isAsync,
      isFaultless: isFaultless(plan),
    })
    const customers = await Promise.all(
      Array.from({ length: plan.customers }, (_, number) =>
        openCustomer(this.disk, `customer ${number}`, number === 0, () => world.now()),
      ),
    )
    books.customers.push(...customers)
    for (const customer of customers) {
      this.#left += 1
      world.after(world.choose('arrival', 5_000), `${customer.name} begins`, () => {
        this.#spend(customer, Math.ceil(plan.purchases / 5))
          .catch((error: unknown) => world.alarm(`${customer.name} failed: ${textOf(error)}`))
          .finally(() => {
            this.#left -= 1
          })
      })
    }
    for (const [number, machine] of machines.entries()) {
      const share =
        Math.floor(plan.purchases / plan.clients) + (number < plan.purchases % plan.clients ? 1 : 0)
      const isProxy = machine.agentsPerDay !== undefined
      const use = () => (isProxy ? this.#serveAgents(machine, share) : this.#use(machine, share))
      world.after(world.choose('arrival', 5_000), `${machine.name} begins`, () =>
        this.#begin(machine, use),
      )
    }
    const until = startMs + longestMs * Math.max(90, plan.purchases)
    await world.run(() => this.#left === 0 || books.violations.length > 0, until)
    if (this.#left > 0 && world.alarms.length === 0 && books.violations.length === 0)
      world.alarm('The clients did not come to an end.')
    world.areFaultsOver = true
    if (plan.perMille['clock set'] !== undefined)
      for (const server of this.servers) if (server) server.process.offsetMs = 0
    if (world.alarms.length > 0 || books.violations.length > 0) return
    await world.run(() => books.violations.length > 0, world.now() + calmMs)
    if (world.alarms.length > 0 || books.violations.length > 0) return
    books.close()
    if (plan.gasPerHour && !plan.isRemote)
      books.checkGas(gasHourOf(plan.gasPerHour), plan.perMille['clock set'] !== undefined)
  }

  /** Starts a user of a machine. The run awaits its end. */
  #begin({ name }: Machine, use: () => Promise<void>): void {
    use()
      .catch((error: unknown) => this.world.alarm(`${name} failed: ${textOf(error)}`))
      .finally(() => {
        this.#left -= 1
      })
  }

  /** SQLite's functions refer to the world; V8 frees them only when their connection is closed. */
  close(): void {
    for (const each of this.machines) each.close()
    this.disk.close()
  }

  /** Keeps an instance running: restarts it whenever it dies. */
  #supervise(number: number): void {
    const { world } = this
    const restart = () => {
      this.servers[number] = undefined
      if (world.isFault('removed while down'))
        world.after(world.choose('removed ms', 10_000), 'reorganisation', () =>
          this.chain.reorganise(),
        )
      if (world.isFault('restored server')) this.#restoreServers()
      world.after(world.choose('restart ms', world.areFaultsOver ? 100 : 20_000), 'restart', start)
    }
    const start = () => {
      const process = this.#spawn(`server ${number}`, async () => {
        try {
          this.servers[number] = await this.#serve(process)
        } catch (error) {
          if (!(error instanceof FiqError)) throw error
          world.kill(process)
        }
      })
      this.#runs.add(process)
      process.onDeath.add(() => {
        this.books.record({ is: 'life', who: process.name, what: 'killed' })
        this.#hears.delete(process)
        this.#runs.delete(process)
        restart()
      })
    }
    start()
  }

  #beginBackups(): void {
    const { world, plan, disk, machines } = this
    const { 'restored server': ofServer, 'restored client': ofClient } = plan.perMille
    // A torn disk is another fault.
    if (ofServer !== undefined && !disk.pages)
      this.#serverBackup = takeBackups(world, {
        name: 'backup of the servers',
        everyMs: 240_000,
        copy: () => disk.connection.serialize(),
      })
    if (ofClient === undefined) return
    for (const machine of machines) {
      const terms = { name: `backup of ${machine.name}`, everyMs: 60_000, copy: machine.files }
      this.#backups.set(machine, takeBackups(world, terms))
    }
  }

  /** The operator stops all instances, and replaces their database by its newest backup. */
  #restoreServers(): void {
    const backup = this.#serverBackup?.()
    if (!backup) return
    // Each is started again after its death.
    for (const process of this.#runs) this.world.kill(process)
    this.disk.revert(backup.files)
    this.books.restored(backup.atMs)
  }

  /**
   * A user ends the programs of a machine, and puts the newest backup of their files in place: all of
   * them, or only the journal, or only the settings.
   */
  #restoreClient(machine: Machine): void {
    const { world, books } = this
    const backup = this.#backups.get(machine)?.()
    if (!backup) return
    const { journal, caps, ...agents } = backup.files
    const parts = world.choose('restored files', 3)
    if (parts === 2) {
      machine.caps = caps
      return
    }
    for (const process of machine.running.values()) world.kill(process)
    machine.restore({ journal, caps: parts === 1 ? machine.caps : caps, ...agents })
    books.record({ is: 'life', who: machine.name, what: 'restored' })
    books.restoredJournal(machine)
  }

  /** The user copies the folder to another machine, and buys there too. */
  #copyClient(machine: Machine, first: number): void {
    const { world, books, machines } = this
    const name = `${machine.name} copy ${machines.length}`
    const number = Number(/\d+/.exec(machine.user)?.[0])
    const { caps, hasNode } = machine
    const copied = { name, files: machine.files() }
    const copy = openMachine(machine.user, number, { caps, hasNode }, copied)
    machines.push(copy)
    books.copied(machine, copy)
    this.#left += 1
    this.#begin(copy, () => this.#use(copy, 1 + world.choose('purchases of copy', 8), first))
  }

  /** Starts a program whose clock is not exact, and may be set wrong. */
  #spawn(name: string, main: () => Promise<void>): Process {
    const { world } = this
    const clock = world.isFault('skewed clocks')
      ? {
          offsetMs: world.choose('offset', 20_000) - 10_000,
          driftPpm: world.choose('drift', 400) - 200,
        }
      : undefined
    const process = world.spawn(name, main, clock)
    if (world.isFault('clock set', 'before the start')) world.setClock(process)
    return process
  }

  async #serve(process: Process): Promise<SimulatedServer> {
    const { world, disk, books, plan, wraps } = this
    const database = databaseOn({
      world,
      disk,
      process,
      isSynced: wraps.isSynced,
      committed: (changes) => books.rows(process.name, changes),
      lost: () => books.lostCommit(process),
      readLease: (isHeld) => books.proved(process, isHeld),
    })
    const server = await startServer({
      world,
      process,
      database: wraps.wrapDatabase(database),
      request: (asked) => this.#askAsServer(process, asked),
      gas: plan.gasPerHour ? wraps.wrapGas(gasLimitsOf(plan.gasPerHour)) : undefined,
      facilitatorUrl: plan.isRemote ? facilitatorUrl : undefined,
      doubtsFacilitator: wraps.doubtsFacilitator,
      pendsAbove: wraps.pendsAbove,
      advances: plan.isAsync ? wraps.wrapLimits(this.#limits) : undefined,
      channel: plan.instances > 1 ? (hear) => this.#channel(process, hear) : undefined,
      isFenced: wraps.isFenced,
      followsFinality: wraps.followsFinality,
      reconciles: wraps.reconciles,
      hasRoutes: plan.hasRoutes === true,
      wrapFacilitator: wraps.wrapFacilitator,
      wrapPorts: (ports, store) => this.#watched(wraps.wrapPorts(ports, store)),
      report: (error) => this.#report(error),
    })
    books.record({ is: 'life', who: process.name, what: 'up' })
    const { post } = server
    server.post = async (request) => {
      server.open += 1
      try {
        return await post(request)
      } finally {
        server.open -= 1
      }
    }
    return server
  }

  /**
   * Draws whether a request arrives on an open connection, on which a server that stops answers.
   *
   * @returns The process that answers at an instance; `undefined` if none does.
   */
  #connect(): (instance: number) => Process | undefined {
    const isOpen = this.world.choose('open connection', 2) === 0
    return (instance) => {
      const server = this.servers[instance]
      return server?.isStopping && !isOpen ? undefined : server?.process
    }
  }

  /** The operator stops a server in order. It answers its open requests, closes, and ends. */
  async #stop(server: SimulatedServer): Promise<void> {
    const { world, books, wraps } = this
    const { process } = server
    server.isStopping = true
    books.record({ is: 'life', who: process.name, what: 'stopping' })
    const untilMs = world.now() + shutdownMs
    const late = () => books.closedLate(process)
    world.after(shutdownMs + closingMsMax, 'must have closed', late, process)
    while (wraps.drains && server.open > 0 && world.now() < untilMs)
      await world.pause(100, 'drains', process)
    if (world.now() < untilMs) books.stopped(process, server.open)
    await server.close().catch((error: unknown) => this.#report(error))
    world.kill(process)
  }

  /**
   * Errors that a server reports and survives: of a disk, a node, or another instance. Others are
   * faults.
   */
  #report(error: unknown): void {
    if (
      error instanceof TypeError ||
      error instanceof RangeError ||
      error instanceof ReferenceError
    )
      this.world.alarm(`A server reported: ${textOf(error)}`)
  }

  #watched(ports: PaymentPorts): PaymentPorts {
    const { books } = this
    return {
      ...ports,
      answer: async (priced, paid) => {
        const ran = { credits: 0 }
        try {
          return await execution.run(ran, () => ports.answer(priced, paid))
        } finally {
          books.executed(ran.credits, paid.signed.authorization.value, BigInt(atomicPerCredit))
        }
      },
      refundFetches: (caller) => {
        const request = selling.getStore()
        if (request) request.isSold = true
        ports.refundFetches(caller)
      },
    }
  }

  #channel(process: Process, hear: (line: string) => void): (line: string) => void {
    const { world } = this
    this.#hears.set(process, hear)
    return (line) => {
      for (const [other, heard] of this.#hears)
        if (!world.isFault('lose message', 'channel'))
          world.after(1 + world.choose('channel ms', 10), 'line', () => heard(line), other)
    }
  }

  #link(name: string): Link {
    const link = this.links.get(name) ?? createLink(name)
    this.links.set(name, link)
    return link
  }

  /** Sends a server's request to the chain. */
  #askAsServer(process: Process, asked: RpcRequest): Promise<unknown> {
    const { world, books } = this
    if (!process.isAlive) return new Promise(() => {})
    const { method, params = [] } = asked
    if (method === 'eth_sendRawTransaction') books.broadcast(process, params[0] as Hex)
    if (world.isFault('suspend server'))
      world.suspend(
        process,
        1_000 + world.choose('suspend ms', 20_000),
        world.choose('steady', 2) === 0,
      )
    if (world.isFault('stop server')) {
      const server = this.servers.find((each) => each?.process === process)
      if (server && !server.isStopping)
        world.after(0, 'SIGTERM', () => void this.#stop(server), process)
    }
    if (method === 'eth_sendRawTransaction' && world.isFault('clock set', 'server'))
      world.setClock(process)
    if (world.isFault('kill server', `before ${method}`)) {
      world.kill(process)
      return new Promise(() => {})
    }
    return this.#askNode(process, asked)
  }

  #askNode({ name }: Process, { method, params = [] }: RpcRequest): Promise<unknown> {
    if (method === 'eth_sendRawTransaction') this.#strangers(params[0] as Hex)
    return exchange(this.world, {
      link: this.#link(`${name} to node`),
      receiver: () => 'world',
      handle: () => this.#answerRpc(method, params),
      timeoutMs: 10_000,
      isNode: true,
      silence: (reason) => new Error(`The node was not reached: ${reason}.`),
    })
  }

  /** A node that serves many refuses some requests. It may have taken the transaction. */
  #answerRpc(method: string, params: readonly unknown[]): unknown {
    const { world, chain } = this
    if (method === 'eth_sendRawTransaction' && this.#isSettlerPoor())
      throw Object.assign(new Error('insufficient funds for gas * price + value'), {
        code: -32_000,
      })
    if (!world.isFault('refusing node')) return answerRpc(chain, this.#head(), method, params)
    const isSending = method === 'eth_sendRawTransaction'
    if (isSending && world.choose('refused after it was taken', 2) === 0)
      answerRpc(chain, this.#head(), method, params)
    const isFull = isSending && world.choose('pool is full', 2) === 0
    throw isFull
      ? Object.assign(new Error('txpool is full'), { code: -32_000 })
      : Object.assign(new Error('limit exceeded'), { code: -32_005 })
  }

  /** Whether the ether of the settler is spent. Its operator sends more some time later. */
  #isSettlerPoor(): boolean {
    const { world } = this
    if (world.isFault('settler without ether'))
      this.#poorUntil = world.now() + world.choose('without ether ms', 180_000)
    return world.now() < this.#poorUntil && !world.areFaultsOver
  }

  /** Sends a server's request to a facilitator, by the global `fetch`. */
  #askFacilitator(remote: Remote, url: string, { body, signal }: RequestInit): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    exchange(this.world, {
      link: this.#link(`${context.getStore()!.name} to facilitator`),
      receiver: () => remote.process,
      handle: () => remote.answer(new URL(url).pathname, String(body)),
      timeoutMs: 60_000,
      silence: (reason) => new TypeError(`The facilitator was not reached: ${reason}.`),
    }).then(({ status, body }) => resolve(Response.json(body, { status })), reject)
    return promise
  }

  /** The newest block that a replica of the node knows. */
  #head(): number {
    const { world, chain } = this
    const behind = world.isFault('lagging node') ? 1 + world.choose('blocks behind', 8) : 0
    return Math.max(1_000, chain.head - behind)
  }

  /** A third party that sees a transaction may submit its authorization. */
  #strangers(raw: Hex): void {
    for (const signed of readTransaction(raw).transfers)
      if (this.world.isFault('settled by stranger', 'from the mempool')) this.#actLater(signed)
  }

  #actLater(signed: SignedAuthorization): void {
    const { world, chain } = this
    const submit = () => chain.act({ is: 'submit', signed })
    world.after(world.choose('stranger ms', 70_000), 'stranger', submit)
  }

  /** One user: makes one purchase after the other, and repeats a command that failed. */
  async #use(machine: Machine, purchases: number, first = 0): Promise<void> {
    const { world, plan } = this
    for (let number = first; number < first + purchases; number++) {
      const order =
        world.choose('top-up', 100) < (plan.topUps ?? 0)
          ? topUpOrder(topUpAmounts[world.choose('top-up amount', 4)] ?? topUpAmounts[0])
          : queryOrder([this.#nameOf(machine, number)], this.#surface())
      if (world.isFault('copied client'))
        world.after(world.choose('copy client ms', 10_000), 'copy client', () =>
          this.#copyClient(machine, number),
        )
      if (world.isFault('restored client'))
        world.after(world.choose('restore client ms', 10_000), 'restore client', () =>
          this.#restoreClient(machine),
        )
      for (let tries = 1; tries <= 6; tries++) {
        if (tries > 1 && world.isFault('claim beside a command')) void this.#claim(machine)
        const isTwice = world.isFault('two commands')
        const second = isTwice ? this.#command(machine, order) : undefined
        const isDone = await this.#command(machine, order)
        await second
        if (isDone && world.isFault('power failure')) {
          machine.losePower()
          await this.#command(machine, order)
        }
        if (isDone || world.isFault('client gives up')) break
        if (world.choose('claims', 3) === 0) await this.#claim(machine)
        if (world.isFault('abandoned by user')) await this.#abandon(machine)
        const waitMs = tries < 4 ? 1_000 + world.choose('user ms', 20_000) : 120_000
        await world.pause(waitMs, 'user waits', 'world')
      }
      if (world.isFault('emptied wallet'))
        this.chain.act({ is: 'move', from: machine.address, to: elsewhere, amount: 2n ** 60n })
      if (plan.refills) this.#fund(machine)
      await world.pause(world.choose('pause ms', 4_000), 'user waits', 'world')
    }
  }

  /** What a user asks next. On a second machine, half of it was asked on the first one. */
  #nameOf({ name, user }: Machine, number: number): string {
    const isAsked = name !== user && this.world.choose('asked on both', 2) === 0
    return isAsked ? `${user} ${number}` : `${name} ${number}`
  }

  /** Where the next request for data arrives. */
  #surface(): Surface {
    const { world, plan } = this
    if (!plan.hasRoutes || !plan.hasTools) return 'graphql'
    return surfaces[world.choose('surface', surfaces.length)]!
  }

  /** A customer on credits: sends each operation until it is answered, or stops trying. */
  async #spend(customer: Customer, operations: number): Promise<void> {
    const { world, plan, servers, books } = this
    for (let number = 0; number < operations; number++) {
      const operation = `${customer.name} ${number}`
      const { url, body } = queryOrder([operation], this.#surface())
      const headers = {
        authorization: customer.authorization,
        accept: 'application/graphql-response+json',
        ...defined({
          'idempotency-key': customer.isKeyed ? `"${operation.replaceAll(' ', '-')}"` : undefined,
        }),
      }
      for (let tries = 1; tries <= 4; tries++) {
        const instance = world.choose(`instance ${customer.name}`, plan.instances)
        const handle = async () => {
          const server = servers[instance]!
          const answer = await server.post({ url: url.href, body, headers, address: customer.name })
          if (server.process.isAlive && answer.status === 200)
            books.spent(customer, customer.isKeyed ? operation : `${operation} ${tries}`, answer)
          return answer
        }
        const connected = this.#connect()
        const answer = await exchange(world, {
          link: this.#link(`${customer.name} to server`),
          timeoutMs: 30_000,
          handle,
          receiver: () => connected(instance),
          silence: (reason) => new Error(reason),
        }).catch(() => undefined)
        if (answer?.status === 200) break
        books.refused(customer.name, `status ${answer?.status}`)
        await world.pause(500 + world.choose('user ms', 5_000), 'customer waits', 'world')
      }
      await world.pause(world.choose('pause ms', 4_000), 'customer waits', 'world')
    }
  }

  /**
   * Runs one command of the client.
   *
   * @returns Whether the user is done with it: not if a retry may succeed.
   */
  #command(machine: Machine, order: PaidRequest): Promise<boolean> {
    return this.#run(machine, async (payer, isAlive) => {
      const answer = await payAndRetry(order, payer)
      this.books.answered(machine.name, order.body, answer.body)
      if (isAlive()) answer.delivered()
    })
  }

  /** The user gives up the answer of the newest payment in doubt. */
  async #abandon(machine: Machine): Promise<void> {
    const rowid = this.books.newestInDoubt(machine)
    const row = machine.prepare('select id from purchases where rowid = ?').get(rowid ?? 0)
    if (!row) return
    await this.#run(machine, async (payer) => {
      const purchase = payer.journal.read(String(row['id']))
      if (purchase) await abandonPurchase(purchase, payer)
    })
  }

  /** Runs one program of the client. @returns As {@link Simulation.#command}. */
  #run(
    machine: Machine,
    program: (payer: OpenPayer, isAlive: () => boolean) => Promise<void>,
  ): Promise<boolean> {
    const { world, books, wraps } = this
    this.#pids += 1
    const pid = this.#pids
    return new Promise((resolve) => {
      let sentNonce: Hex | undefined
      const main = async () => {
        const send = (request: HttpRequest) => {
          const header = request.headers['payment-signature']
          if (header !== undefined) sentNonce = this.#paymentIn(header).authorization.nonce
          return this.#send(machine, process, request)
        }
        const payer = payerOn(world, machine, {
          pid,
          send,
          wraps,
          session: this.#sessionOf(machine),
          committed: (changes) => books.purchases(machine, changes),
        })
        try {
          await program(payer, () => process.isAlive)
          if (process.isAlive) resolve(true)
        } catch (thrown) {
          if (!process.isAlive || thrown instanceof Killed) return
          resolve(this.#tell(machine, thrown, sentNonce))
        }
      }
      const process = this.#spawn(`${machine.name} command ${pid}`, main)
      machine.running.set(pid, process)
      process.onDeath.add(() => {
        books.record({ is: 'life', who: process.name, what: 'killed' })
        resolve(false)
      })
    }).then((isDone) => {
      machine.running.delete(pid)
      return isDone as boolean
    })
  }

  /** A user with a low cap of a session works in two of them. */
  #sessionOf({ name }: Machine): string {
    return this.plan.sessionCap === undefined
      ? name
      : `${name}, session ${this.world.choose('session', 2)}`
  }

  /** A user reads an error. @returns whether trying again is vain. */
  #tell(machine: Machine, thrown: unknown, sentNonce: Hex | undefined): boolean {
    const error = this.wraps.wrapError(thrown)
    if (!(error instanceof FiqError)) throw error
    const nonce =
      error instanceof PaymentError ? this.#nonceOf(machine, error.payment.id) : sentNonce
    return this.#read(machine, nonce, error)
  }

  #read(
    machine: Machine,
    nonce: Hex | undefined,
    { code, funds }: { code: string; funds: string },
  ): boolean {
    this.books.told(machine, nonce, { status: 0, code, funds })
    if (!isVain(code)) return false
    if (this.plan.refills) this.#refill(machine, code)
    return !this.plan.refills
  }

  /** The user funds the wallet, raises a cap that is reached, or waits until the pause is over. */
  #refill(machine: Machine, code: string): void {
    if (code === 'OVER_BUDGET') raiseCaps(machine, this.#price * this.#more('prices of raised cap'))
    else if (code === 'INSUFFICIENT_FUNDS') this.#fund(machine)
    else this.#arePaused = true
  }

  /** Adds money to a wallet that cannot pay for the next purchase. */
  #fund({ address }: Machine): void {
    const { world, chain } = this
    if ((chain.balances.get(address) ?? 0n) >= this.#price) return
    if (world.choose('funds', 3) === 0) return
    const amount = this.#price * this.#more('prices of funds')
    chain.act({ is: 'move', from: elsewhere, to: address, amount })
  }

  /** Prices of few purchases, or now and then of a large top-up. */
  #more(stream: string): bigint {
    const { world } = this
    if (world.choose('large refill', 8) === 0) return topUpAmounts[1] / this.#price + 1n
    return BigInt(1 + world.choose(stream, 20))
  }

  /** Keeps the proxy of a machine running: starts it again whenever it has died. */
  #keepProxy(machine: Machine): void {
    const { world, wraps, books } = this
    const start = () => {
      this.#pids += 1
      const pid = this.#pids
      const main = async () => {
        const payer = payerOn(world, machine, {
          pid,
          wraps,
          session: this.#sessionOf(machine),
          send: (request) => this.#send(machine, process, request),
          committed: (changes) => books.purchases(machine, changes),
        })
        this.#proxy = openProxy(world, process, payer)
      }
      const process = this.#spawn(`proxy of ${machine.name}`, main)
      machine.running.set(pid, process)
      process.onDeath.add(() => {
        books.record({ is: 'life', who: process.name, what: 'killed' })
        machine.running.delete(pid)
        this.#proxy = undefined
        world.after(world.choose('restart proxy ms', 5_000), 'restart proxy', start)
      })
    }
    start()
  }

  /** Agents of one proxy at once. They also ask what another has asked or asks now. */
  async #serveAgents(machine: Machine, purchases: number): Promise<void> {
    const { world } = this
    const agents = Array.from({ length: agentsMax }, async () => {
      for (let number = 0; number < Math.ceil(purchases / agentsMax); number++) {
        const name = `${machine.name} ${world.choose('agents ask', purchases)}`
        for (let tries = 1; tries <= 4 && !(await this.#call(machine, name)); tries++) {
          const pausedMs = this.#arePaused ? breaker.pauseMs : 0
          this.#arePaused = false
          const waitMs = pausedMs + 500 + world.choose('agent ms', 20_000)
          await world.pause(waitMs, 'agent waits', 'world')
        }
        if (world.isFault('restored client', 'of the proxy')) this.#restoreClient(machine)
        await world.pause(world.choose('agent pause ms', 2_000), 'agent waits', 'world')
      }
    })
    await Promise.all(agents)
  }

  /** An agent calls the proxy. @returns whether it is done: not if trying again may help. */
  async #call(machine: Machine, name: string): Promise<boolean> {
    const { world } = this
    const proxy = this.#proxy
    if (!proxy) return false
    const { process } = proxy
    const call: AgentCall = { hasLeft: false, leave() {} }
    const leave = () => {
      call.hasLeft = true
      call.leave()
    }
    if (world.isFault('client gives up', 'of the proxy'))
      world.after(world.choose('agent leaves ms', 5_000), 'agent leaves', leave, process)
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    const died = () => resolve(false)
    process.onDeath.add(died)
    const ask = this.plan.hasMcpAgents
      ? this.#callMcp(machine, name, proxy, call)
      : this.#callGateway(machine, name, proxy, call)
    world.after(
      1 + world.choose('local ms', 20),
      'call of agent',
      () => void ask().then(resolve, reject),
      process,
    )
    try {
      return await promise
    } finally {
      process.onDeath.delete(died)
    }
  }

  #callGateway(machine: Machine, name: string, proxy: LocalProxy, call: AgentCall) {
    const { process, gateway, client } = proxy
    const hasLeft = () => call.hasLeft
    const money = createRequestMoney()
    const wait = { isThere: () => !hasLeft(), hasCancelled: hasLeft, onWaiting() {} }
    const caller = { client, money, ...wait }
    const { query, variables } = operationOf([name])
    return async (): Promise<boolean> => {
      try {
        const answer = await gateway.query({ query, variables: { ...variables } }, caller)
        this.books.answered(machine.name, JSON.stringify([name]), answer.body)
        if (process.isAlive && !hasLeft()) answer.delivered()
        return process.isAlive || never()
      } catch (thrown) {
        if (!process.isAlive || thrown instanceof Killed) return never()
        const error = thrown instanceof FiqError ? money.state(thrown) : thrown
        return this.#tell(machine, error, undefined) || hasLeft()
      }
    }
  }

  /** A call by MCP is answered as the query of GraphQL, or by one of the tools. */
  #callMcp(machine: Machine, name: string, { process, mcp }: LocalProxy, call: AgentCall) {
    const { world } = this
    const [tool, input] =
      world.choose('tool of agent', 2) === 0
        ? (['graphql', operationOf([name])] as const)
        : (['quotes', { tickers: [name] }] as const)
    return () =>
      new Promise<boolean>((resolve) => {
        const id = mcp.call(tool, input, ({ isError, structuredContent = {} }) => {
          if (!process.isAlive) return
          const { error, cost } = structuredContent
          if (!isError || !error) return resolve(true)
          const nonce = cost?.id === undefined ? undefined : this.#nonceOf(machine, cost.id)
          resolve(this.#read(machine, nonce, error))
        })
        call.leave = () => {
          mcp.cancel(id)
          resolve(true)
        }
      })
  }

  /** The user converts an owed answer to credits, as a page of the server does. */
  async #claim(machine: Machine): Promise<void> {
    const row = machine
      .prepare('select signed from purchases where rowid = ? and signed is not null')
      .get(this.books.oldestSettled(machine) ?? 0)
    if (!row) return
    const headers = { 'payment-signature': String(row['signed']) }
    const url = new URL('/api/v1/credits/claim', serverUrl)
    const instance = this.world.choose('instance of claim', this.plan.instances)
    const server = this.servers[instance]
    const connected = this.#connect()
    await exchange(this.world, {
      link: this.#link(`${machine.name} to server`),
      timeoutMs: 30_000,
      receiver: () => connected(instance),
      handle: () =>
        (this.servers[instance] ?? server)!.post({ url: url.href, body: '', headers, address: '' }),
      silence: (reason) => new Error(reason),
    }).catch(() => {})
  }

  #paymentIn(header: string): SignedAuthorization {
    const known = this.#payments.get(header)
    if (known) return known
    const payment = readPaymentSignature(header)
    this.#payments.set(header, payment)
    return payment
  }

  #nonceOf({ prepare }: Machine, id: string): Hex | undefined {
    const row = prepare('select lower(nonce) as nonce from purchases where id = ?').get(id)
    return row && (String(row['nonce']) as Hex)
  }

  #send(machine: Machine, process: Process, request: HttpRequest): Promise<HttpAnswer> {
    const { world } = this
    const isNode = request.url.origin === nodeUrl.origin
    const header = request.headers['payment-signature']
    if (header !== undefined)
      this.books.paymentSent(machine, this.#paymentIn(header).authorization.nonce, header)
    if (world.isFault('suspend client'))
      world.suspend(
        process,
        1_000 + world.choose('suspend ms', 240_000),
        world.choose('steady', 2) === 0,
      )
    if (world.isFault('clock set', 'client')) world.setClock(process)
    request.sent?.()
    const silence = (reason: Silence) =>
      new FiqError(
        reason === 'refused' ? 'SERVER_UNREACHABLE' : 'SERVER_ERROR',
        `The simulated network says: ${reason}.`,
      )
    const link = this.#link(`${machine.name} to ${isNode ? 'node' : 'server'}`)
    if (isNode)
      return exchange(world, {
        link,
        silence,
        timeoutMs: 30_000,
        isNode: true,
        receiver: () => 'world',
        handle: () => this.#answerNode(request),
      })
    const instance = world.choose(`instance ${machine.name}`, this.plan.instances)
    const other = world.choose('instance of copy', this.plan.instances)
    // Longer than the time limit of the server for a call by MCP.
    const timeoutMs = request.url.pathname === mcpPath ? 70_000 : 30_000
    const connected = this.#connect()
    return exchange(world, {
      link,
      silence,
      timeoutMs,
      receiver: (isCopy) => connected(isCopy ? other : instance),
      handle: (isCopy) => this.#answerPost(machine, isCopy ? other : instance, request),
    })
  }

  #answerNode({ body = '' }: HttpRequest): HttpAnswer {
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] }
    const headers = { 'content-type': 'application/json' }
    const send = (part: object): HttpAnswer => {
      return { status: 200, headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...part }) }
    }
    if (this.world.isFault('refusing node', 'client'))
      return send({ error: { code: -32_005, message: 'limit exceeded' } })
    return send({ result: answerRpc(this.chain, this.#head(), method, params) })
  }

  async #answerPost(machine: Machine, instance: number, request: HttpRequest): Promise<HttpAnswer> {
    const { books, world } = this
    const { headers, body = '', url } = request
    const server = this.servers[instance]!
    const post = () => server.post({ url: url.href, body, headers, address: machine.name })
    const header = headers['payment-signature']
    if (header === undefined) return this.#overGateway(await post())
    const signed = this.#paymentIn(header)
    const { nonce } = signed.authorization
    this.#others(signed)
    if (books.isUnknown(nonce) && world.isFault('settled by stranger', 'refused by its server')) {
      books.refusedByHostile(nonce)
      this.#actLater(signed)
      return refusal
    }
    const repeat = { isSold: false, wasAnswered: books.isAnswered(nonce) }
    // A server whose clock was set back refuses an end that is too far away for it.
    const isValid = () => {
      const [now, wall] = [world.now(), world.wallMs(server.process)]
      const end = Number(signed.authorization.validBefore) * 1_000 - validMsMin
      return Math.max(now, wall) < end && wall > now - validMsMin
    }
    const wasValid = isValid()
    const answer = await selling.run(repeat, post)
    if (!server.process.isAlive) return new Promise(() => {})
    if (answer.status === 200) books.answered(`${machine.name} by the server`, body, answer.body)
    books.left(machine.name, nonce, answer, { ...repeat, isInTime: wasValid && isValid() })
    if (world.isFault('kill server', 'before the answer')) {
      world.kill(server.process)
      return new Promise(() => {})
    }
    return this.#overGateway(answer)
  }

  /** A gateway before the servers may replace their answer by a page of its own. */
  #overGateway(answer: HttpAnswer): HttpAnswer {
    return this.world.isFault('bad gateway') ? badGateway : readHeaders(answer)
  }

  /** Actions of a payer outside its client. */
  #others(signed: SignedAuthorization): void {
    const { authorization } = signed
    const { world, chain, books } = this
    if (world.isFault('submitted by payer')) {
      const submit = () => {
        // What no server of ours knows is no payment of the model.
        if (books.isUnknown(authorization.nonce)) return
        books.submittedByPayer(authorization.nonce)
        chain.act({ is: 'submit', signed })
      }
      world.after(world.choose('submit ms', 70_000), 'payer submits', submit)
    }
    if (!world.isFault('canceled by payer')) return
    const cancel = () => chain.act({ is: 'cancel', authorization })
    world.after(world.choose('cancel ms', 30_000), 'cancel', cancel)
  }
}

/** A server refuses an authorization that ends sooner. */
const validMsMin = 10_000

/** A server that stops gives its open requests as long, by default. */
const shutdownMs = 30_000
/** Then it closes within this time. */
const closingMsMax = 5 * minuteMs

/** A new promise for each caller: a shared one would retain every waiting world in memory. */
const never = () => new Promise<never>(() => {})

/** A call of an agent that may leave before its answer. */
type AgentCall = { hasLeft: boolean; leave(): void }

/** Agents that one proxy serves. */
const agentsMax = 3

/** Atomic units. The larger one is credited when its payment is final. */
const topUpAmounts = [60_000n, 12_000_000n] as const

const badGateway: HttpAnswer = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><title>502 Bad Gateway</title></html>',
}

/** The refusal of a server that keeps the payment to settle it later. */
const refusal: HttpAnswer = {
  status: 402,
  headers: { 'content-type': 'application/json' },
  body: '{"errors":[{"message":"no"}]}',
}
