/**
 * Replaces time, randomness and compression of this process, so that the product uses the clock of
 * a world. Must be imported before the product. Without a world, everything works as usual.
 */
import asyncHooks from 'node:async_hooks'
import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import zlib from 'node:zlib'
import { context, type Task, type World } from './world.ts'

let world: World | undefined

/** Runs make many errors on purpose, and a long stack takes longer than the error. */
Error.stackTraceLimit = 4

/** Sets the world for clocks and timers. */
export function enter(entered: World | undefined): void {
  world = entered
}

const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  setImmediate: globalThis.setImmediate,
  clearImmediate: globalThis.clearImmediate,
  timeoutPromise: timersPromises.setTimeout,
  immediatePromise: timersPromises.setImmediate,
  now: Date.now,
  performanceNow: performance.now.bind(performance),
  Date: globalThis.Date,
  randomBytes: crypto.randomBytes,
  randomUUID: crypto.randomUUID,
  randomFillSync: crypto.randomFillSync,
  fetch: globalThis.fetch,
  abortTimeout: AbortSignal.timeout.bind(AbortSignal),
}

/** A timer as returned to the product. */
class Timer {
  task: Task | undefined
  isOver = false
  ref() {
    return this
  }
  unref() {
    return this
  }
  hasRef() {
    return true
  }
  close() {
    this.isOver = true
    if (this.task) this.task.isOff = true
    return this
  }
  [Symbol.dispose]() {
    this.close()
  }
}

const ownerNow = () => context.getStore() ?? 'world'

function start(
  label: string,
  ms: number,
  run: () => void,
  isRepeated: boolean,
  owner: ReturnType<typeof ownerNow> = ownerNow(),
): Timer {
  const timer = new Timer()
  const inWorld = world!
  const arm = () => {
    timer.task = inWorld.after(
      ms,
      label,
      () => {
        if (timer.isOver) return
        if (isRepeated) arm()
        run()
      },
      owner,
    )
  }
  arm()
  return timer
}

type Run = (...parameters: unknown[]) => void

Object.assign(globalThis, {
  setTimeout: (run: Run, ms = 0, ...parameters: unknown[]) =>
    world
      ? start('timer', ms, () => run(...parameters), false)
      : real.setTimeout(run, ms, ...parameters),
  setInterval: (run: Run, ms = 0, ...parameters: unknown[]) =>
    world
      ? start('interval', ms, () => run(...parameters), true)
      : real.setInterval(run, ms, ...parameters),
  setImmediate: (run: Run, ...parameters: unknown[]) =>
    world
      ? start('immediate', 0, () => run(...parameters), false)
      : real.setImmediate(run, ...parameters),
  clearTimeout: clear,
  clearInterval: clear,
  clearImmediate: (timer: unknown) =>
    timer instanceof Timer ? clear(timer) : real.clearImmediate(timer as NodeJS.Immediate),
})

function clear(timer: unknown): void {
  if (timer instanceof Timer) timer.close()
  else real.clearTimeout(timer as NodeJS.Timeout)
}

Object.assign(timersPromises, {
  setTimeout: (ms = 0, value?: unknown, options?: object) =>
    world
      ? new Promise((resolve) => start('timer', ms, () => resolve(value), false))
      : real.timeoutPromise(ms, value, options),
  setImmediate: (value?: unknown, options?: object) =>
    world
      ? new Promise((resolve) => start('immediate', 0, () => resolve(value), false))
      : real.immediatePromise(value, options),
})

class SimulatedDate extends real.Date {
  constructor(...parameters: unknown[]) {
    if (parameters.length === 0 && world) super(world.wallMs())
    else super(...(parameters as [number]))
  }
  static override now(): number {
    return world ? world.wallMs() : real.now()
  }
}
globalThis.Date = SimulatedDate as DateConstructor
performance.now = () => (world ? world.steadyMs() : real.performanceNow())
globalThis.fetch = (...request) => (world ? world.fetch(...request) : real.fetch(...request))
AbortSignal.timeout = (ms) => {
  if (!world) return real.abortTimeout(ms)
  const controller = new AbortController()
  start('abort', ms, () => controller.abort(new DOMException('timeout', 'TimeoutError')), false)
  return controller.signal
}

/** Random bytes from the seed, by process. */
export function simulatedBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  const stream = `random ${context.getStore()?.name ?? ''}`
  for (let place = 0; place + 4 <= length; place += 4)
    bytes.writeUInt32LE(world!.choose(stream, 2 ** 32), place)
  for (let place = length - (length % 4); place < length; place++)
    bytes[place] = world!.choose(stream, 256)
  return bytes
}

function simulatedUuid(): string {
  const hex = simulatedBytes(16).toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`]
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-')
}

Object.assign(crypto, {
  randomBytes: (length: number) => (world ? simulatedBytes(length) : real.randomBytes(length)),
  randomUUID: () => (world ? simulatedUuid() : real.randomUUID()),
  randomFillSync: (bytes: Buffer, ...place: [number?, number?]) => {
    if (!world) return real.randomFillSync(bytes, ...(place as [number, number]))
    bytes.set(simulatedBytes(bytes.length))
    return bytes
  },
})

type Done = (error: unknown, bytes?: Buffer) => void
const atOnce = (compress: (bytes: Buffer, options: object) => Buffer) => {
  return (bytes: Buffer, ...rest: [object, Done] | [Done]) => {
    const done = rest.at(-1) as Done
    const options = rest.length === 2 ? (rest[0] as object) : {}
    queueMicrotask(() => done(null, compress(bytes, options)))
  }
}
Object.assign(zlib, { gzip: atOnce(zlib.gzipSync), gunzip: atOnce(zlib.gunzipSync) })

/** A world has no real files. */
for (const name of [
  'readFileSync',
  'writeFileSync',
  'openSync',
  'statSync',
  'mkdirSync',
] as const) {
  const original = fs[name] as (...parameters: unknown[]) => unknown
  Object.assign(fs, {
    [name]: (...parameters: unknown[]) => {
      if (world && context.getStore()) throw new Error(`A simulated process called ${name}.`)
      return original(...parameters)
    },
  })
}
syncBuiltinESMExports()

/** Asynchronous resources that only compute. */
const harmless = new Set([
  ...['Immediate', 'TickObject', 'Microtask', 'PROMISE', 'AsyncLocalStorage'],
  // Of Fastify.
  'content-type-parser:run',
])

/** Reports everything that would leave the process: a socket, a file, a thread, a real timer. */
asyncHooks
  .createHook({
    trackPromises: false,
    init(_id, type) {
      if (world && !harmless.has(type)) world.alarm(`A simulated process used the real ${type}.`)
    },
  })
  .enable()
