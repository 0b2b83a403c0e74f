import type { MessagePort, Worker } from 'node:worker_threads'
import { type ErrorCode, type ErrorDetail, FiqError } from '@fiq/shared/errors'

/** Orders for a thread of its own, one after the other. */
export type ThreadLane<order, result> = {
  /** Orders without a result yet. */
  waiting(): number
  /**
   * @param order - Builds the order at its turn, so that waiting orders hold no copy of their
   * input.
   * @throws The error of the thread: a FiqError unchanged, any other as an `Error`.
   */
  run(order: () => order): Promise<result>
}

type Reply<result> =
  | { value: result }
  | { refused: { code: ErrorCode; message: string; detail: ErrorDetail } }
  | { failed: string }

/**
 * Opens a lane. Its thread starts with the first order, and keeps the process alive only while it
 * works.
 *
 * @param idleMs - The thread ends after this time without an order, which frees its memory.
 */
export function openThreadLane<order, result>(
  program: string | URL,
  idleMs?: number,
): ThreadLane<order, result> {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  let current: PromiseWithResolvers<Reply<result>> | undefined

  const start = () => {
    const { Worker } = process.getBuiltinModule('node:worker_threads')
    const started = new Worker(program)
    const broke = (error: Error) => {
      if (worker !== started) return
      worker = undefined
      current?.reject(error)
    }
    started.on('message', (reply: Reply<result>) => current?.resolve(reply))
    started.on('error', broke)
    started.on('exit', (code) => broke(new Error(`The thread ended (${code}).`)))
    return started
  }

  const runOne = async (order: () => order): Promise<result> => {
    clearTimeout(idle)
    // Copying a large answer takes about ten milliseconds, and so does receiving it. Do them in
    // separate turns of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    current = Promise.withResolvers()
    worker ??= start()
    worker.ref()
    try {
      worker.postMessage(order())
      return resultIn(await current.promise)
    } finally {
      current = undefined
      worker?.unref()
      if (idleMs !== undefined) idle = setTimeout(end, idleMs).unref()
    }
  }
  const end = () => {
    const ended = worker
    worker = undefined
    void ended?.terminate()
  }

  return {
    waiting: () => waiting,
    async run(order) {
      waiting += 1
      const before = last
      const running = before.then(() => runOne(order))
      last = running.catch(() => {})
      try {
        return await running
      } finally {
        waiting -= 1
      }
    },
  }
}

/** The other side, in the thread: answers each order. */
export function answerOrders<order, result>(
  port: MessagePort | null,
  run: (order: order) => result,
): void {
  port?.on('message', (order: order) => port.postMessage(replyOf(() => run(order))))
}

function replyOf<result>(run: () => result): Reply<result> {
  try {
    return { value: run() }
  } catch (error) {
    if (!(error instanceof FiqError)) return { failed: String(error) }
    const { code, message, facts, remedy, funds } = error
    return { refused: { code, message, detail: { facts, remedy, funds } } }
  }
}

function resultIn<result>(reply: Reply<result>): result {
  if ('value' in reply) return reply.value
  if ('failed' in reply) throw new Error(reply.failed)
  const { code, message, detail } = reply.refused
  throw new FiqError(code, message, detail)
}
