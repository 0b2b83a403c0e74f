import { AsyncLocalStorage } from 'node:async_hooks'
import { type Choices, createChoices, hashText } from './choices.ts'

/** A program of the simulation: a run of a server, or one command of a client. */
export type Process = {
  name: string
  isAlive: boolean
  /** Its tasks wait until this time. */
  suspendedUntil: number
  /** Milliseconds that its monotonic clock missed during suspensions. */
  missedMs: number
  /** Offset of its wall clock in milliseconds, which setting the clock changes, and drift in millionths. */
  offsetMs: number
  driftPpm: number
  /** Called once when it is killed. */
  onDeath: Set<() => void>
}

export type Owner = Process | 'world'

export type Task = { at: number; order: number; number: number; isOff: boolean } & {
  label: string
  run: () => void
  owner: Owner
}

/** Kinds of fault. A plan enables and disables them. */
export const faultKinds = [
  'kill server',
  'kill client',
  'suspend client',
  'suspend server',
  'lose message',
  'copy message',
  'reset connection',
  'slow network',
  'partition',
  'full disk',
  'broken disk',
  'slow disk',
  'lost commit answer',
  'lost node request',
  'lost node answer',
  'lagging node',
  'dropped transaction',
  'full block',
  'dear block',
  'reorganisation',
  'pause of token',
  'blocked account',
  'settled by stranger',
  'canceled by payer',
  'emptied wallet',
  'failing upstream',
  'partial answer',
  'upstreams down',
  'client gives up',
  'two commands',
  'power failure',
  'failing facilitator',
  'skewed clocks',
  'clock set',
  'bad gateway',
  'refusing node',
  'failed read',
  'client disk',
  'abandoned by user',
  'stop server',
  'halted chain',
  'late finality',
  'settler without ether',
  'settler used elsewhere',
  'slow upstream',
  'submitted by payer',
  'slow signer',
  'failing signer',
  'claim beside a command',
  'late refusal',
  'removed while down',
  'restored server',
  'restored client',
  'copied client',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** A single fault. */
type Fault = {
  at: number
  kind: FaultKind
  /** The client that it concerns; empty if it concerns all of them. */
  client: string
  /** `KIND ABOUT#COUNT` */
  name: string
}

function clientIn(text: string): string | undefined {
  return /client \d+/.exec(text)?.[0]
}

/** Fault rates of a seed. Shrinking changes them. */
export type FaultRates = {
  /** Rate per thousand places where a fault of the kind is possible. Absent: none. */
  perMille: Partial<Record<FaultKind, number>>
  /** Excluded single faults: `KIND ABOUT#COUNT`. */
  off: ReadonlySet<string>
  /** Delays that have their least value: names as {@link delayOf} returns them. */
  least: ReadonlySet<string>
}

/** The kind of delay that a stream draws; `undefined` if it draws none. */
export function delayOf(stream: string): string | undefined {
  if (stream.startsWith('delay ')) return 'delay'
  return stream === 'order' || stream.endsWith(' ms') ? stream : undefined
}

/** Start of a simulation in Unix milliseconds. */
export const startMs = 1_800_000_000_000

/** A clock is set wrong by at most this time. */
export const clockSetMs = 300_000
/** And for at most this time. */
const clockWrongMs = 480_000

const exact = { offsetMs: 0, driftPpm: 0 }

/** The current process, for timers and clocks that the product reads. */
export const context = new AsyncLocalStorage<Process>()

/** Saved before any test replaces the globals. */
const realImmediate = setImmediate

/**
 * One heap of tasks in virtual time. A task runs to its end, with all its microtasks, before the
 * next one starts, so the order depends only on the seed.
 */
export class World {
  readonly choices: Choices
  readonly faultsSeen = new Map<FaultKind, number>()
  readonly faults: Fault[] = []
  /** Forbidden events: an unhandled error, real input or output. */
  readonly alarms: string[] = []
  /** Responds to requests that programs send by the global `fetch`. */
  fetch: typeof globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'))
  tasksRun = 0
  areFaultsOver = false
  #heap: Task[] = []
  #now = startMs
  #tasks = 0
  #hash = 0
  readonly #streams = new Map<FaultKind, Map<string, string>>()
  readonly #rates: FaultRates

  constructor(seed: number, rates: FaultRates) {
    this.choices = createChoices(seed)
    this.#rates = rates
  }

  now(): number {
    return this.#now
  }

  choose(stream: string, below: number): number {
    const drawn = this.choices.choose(stream, below)
    const { least } = this.#rates
    return least.size > 0 && least.has(delayOf(stream) ?? '') ? 0 : drawn
  }

  /**
   * Whether a fault of this kind happens here. Draws even if the single fault is off, so that its
   * stream does not change. A kind without a rate has no draws, because no other kind reads its
   * streams.
   */
  isFault(kind: FaultKind, about = ''): boolean {
    const perMille = this.#rates.perMille[kind]
    if (perMille === undefined || this.areFaultsOver) return false
    const stream = this.#streamOf(kind, about)
    const drawn = this.choices.choose(stream, 1_000_000)
    if (drawn >= perMille * 1_000) return false
    const name = `${kind} ${about}#${this.choices.countOf(stream)}`
    if (this.#rates.off.has(name)) return false
    const client = clientIn(about) ?? clientIn(context.getStore()?.name ?? '') ?? ''
    this.faults.push({ at: this.#now, kind, client, name })
    this.faultsSeen.set(kind, 1 + (this.faultsSeen.get(kind) ?? 0))
    this.note(name)
    return true
  }

  /** Built once: V8 would hash a newly concatenated text at each look-up. */
  #streamOf(kind: FaultKind, about: string): string {
    const known = this.#streams.get(kind)?.get(about)
    if (known) return known
    const stream = `fault ${kind} ${about}`
    const streams = this.#streams.get(kind) ?? new Map<string, string>()
    this.#streams.set(kind, streams.set(about, stream))
    return stream
  }

  after(ms: number, label: string, run: () => void, owner: Owner = 'world'): Task {
    const at = this.#now + Math.max(0, Math.ceil(ms))
    this.#tasks += 1
    const order = this.choose('order', 65_536)
    const task = { at, order, number: this.#tasks, isOff: false, label, run, owner }
    push(this.#heap, task)
    return task
  }

  /** Lets time pass for a process. Never resolves if the process dies meanwhile. */
  pause(ms: number, label: string, owner: Owner): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, label, resolve, owner)
    })
  }

  spawn(name: string, main: () => Promise<void>, clock = exact): Process {
    const process: Process = {
      name,
      isAlive: true,
      suspendedUntil: 0,
      missedMs: 0,
      ...clock,
      onDeath: new Set(),
    }
    const run = () => {
      main().catch((error: unknown) => {
        if (process.isAlive) this.alarm(`${name} failed: ${textOf(error)}`)
      })
    }
    this.after(0, `start ${name}`, run, process)
    return process
  }

  kill(process: Process): void {
    if (!process.isAlive) return
    process.isAlive = false
    this.note(`killed ${process.name}`)
    for (const each of process.onDeath) each()
    process.onDeath.clear()
  }

  /** Sets the wall clock of a process to a wrong time, and some minutes later to the right one. */
  setClock(process: Process): void {
    process.offsetMs = this.choose('clock set ms', 2 * clockSetMs) - clockSetMs
    this.note(`clock of ${process.name} ${process.offsetMs}`)
    const correct = () => {
      process.offsetMs = 0
    }
    this.after(this.choose('clock wrong ms', clockWrongMs), 'clock is right', correct)
  }

  /** @param isClockStopped - Whether the monotonic clock stops meanwhile. */
  suspend(process: Process, ms: number, isClockStopped: boolean): void {
    this.note(`suspended ${process.name} ${ms}`)
    process.suspendedUntil = this.#now + ms
    if (isClockStopped) process.missedMs += ms
  }

  wallMs(process = context.getStore()): number {
    if (!process) return this.#now
    const passed = this.#now - startMs
    return startMs + passed + process.offsetMs + Math.round((passed * process.driftPpm) / 1e6)
  }

  steadyMs(process = context.getStore()): number {
    return this.#now - startMs - (process?.missedMs ?? 0)
  }

  alarm(text: string): void {
    this.alarms.push(text)
    this.note(text)
  }

  /** Adds a line to the hash of the trace. */
  note(text: string): void {
    this.#hash = hashText(text, this.#hash)
  }

  get hash(): number {
    return this.#hash
  }

  /** Runs tasks until none is left, `isDone` returns true, or the time is over. */
  run(isDone: () => boolean, untilMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    let isOver = false
    const turn = () => {
      if (isOver || this.#runNext(isDone, untilMs)) return
      isOver = true
      if (this.#now < untilMs && !isDone() && this.#heap.length === 0) this.#now = untilMs
      resolve()
    }
    // Node runs all ticks and microtasks of a turn before the next one of the same batch.
    const turns = () => {
      for (let left = turnsOfBatch; left > 0; left--) realImmediate(turn)
      if (!isOver) realImmediate(turns)
    }
    turns()
    return promise
  }

  /** @returns Whether it ran a task. */
  #runNext(isDone: () => boolean, untilMs: number): boolean {
    while (this.#heap.length > 0 && !isDone() && this.alarms.length === 0) {
      const task = this.#heap[0]!
      if (task.at > untilMs) return false
      pop(this.#heap)
      const { owner } = task
      if (task.isOff) continue
      if (owner !== 'world') {
        if (!owner.isAlive) continue
        if (owner.suspendedUntil > task.at) {
          task.at = owner.suspendedUntil
          push(this.#heap, task)
          continue
        }
      }
      this.#now = task.at
      this.tasksRun += 1
      this.#hash = hashText(task.label, this.#hash ^ task.at)
      try {
        if (owner === 'world') context.exit(task.run)
        else context.run(owner, task.run)
      } catch (error) {
        this.alarm(`${task.label} failed: ${textOf(error)}`)
      }
      return true
    }
    return false
  }
}

/** Number of turns of the event loop in one of its iterations, each of which asks the kernel. */
const turnsOfBatch = 256

export function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function isBefore(one: Task, other: Task): boolean {
  if (one.at !== other.at) return one.at < other.at
  if (one.order !== other.order) return one.order < other.order
  return one.number < other.number
}

function push(heap: Task[], task: Task): void {
  let place = heap.length
  heap.push(task)
  while (place > 0) {
    const above = (place - 1) >> 1
    if (!isBefore(task, heap[above]!)) break
    heap[place] = heap[above]!
    place = above
  }
  heap[place] = task
}

function pop(heap: Task[]): void {
  const last = heap.pop()!
  if (heap.length === 0) return
  let place = 0
  for (;;) {
    let below = 2 * place + 1
    if (below >= heap.length) break
    if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below += 1
    if (!isBefore(heap[below]!, last)) break
    heap[place] = heap[below]!
    place = below
  }
  heap[place] = last
}
