import { Worker } from 'node:worker_threads'
import type { Page } from '@fiq/shared/answers/read-page'
import { FiqError } from '@fiq/shared/errors'
import {
  type FitOrder,
  type Fitted,
  type PageOrder,
  runOrder,
  type ThreadResult,
} from './run-order.ts'

export type ThreadOrder = FitOrder | PageOrder
/** Divides answers into tables and pages without blocking the event loop. */
export type AnswerWork = {
  fit(order: FitOrder['fit']): Promise<Fitted>
  /** @throws FiqError `BAD_INPUT` for a table or column that the answer lacks. */
  page(order: PageOrder['page']): Promise<Page>
}

/** Characters of an answer that are read on the main thread: a few milliseconds. */
const inlineMax = 131_072
/** Orders that wait for the thread; more are refused. */
const waitingMax = 64

/** The program of the thread lies beside this one: as source, or bundled under the same name. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './answer-thread.ts' : './answer-thread.js',
  import.meta.url,
)

/** The thread starts with the first large answer, and keeps the process alive only while it works. */
export function createAnswerWork(): AnswerWork {
  let worker: Worker | undefined
  const waiting: { resolve(result: ThreadResult): void; reject(error: Error): void }[] = []

  const start = () => {
    const started = new Worker(program)
    const broke = (error: Error) => {
      if (worker !== started) return
      worker = undefined
      for (const { reject } of waiting.splice(0)) reject(error)
    }
    started.on('message', (result: ThreadResult) => {
      waiting.shift()?.resolve(result)
      if (waiting.length === 0) started.unref()
    })
    started.on('error', broke)
    started.on('exit', (code) => broke(new Error(`The thread of answers ended (${code}).`)))
    return started
  }
  const run = async (text: string, order: ThreadOrder) => {
    if (text.length <= inlineMax) return runOrder(order)
    if (waiting.length >= waitingMax)
      throw new FiqError('SERVER_BUSY', 'Too many large answers are being read at once.')
    const result = await new Promise<ThreadResult>((resolve, reject) => {
      worker ??= start()
      worker.ref()
      waiting.push({ resolve, reject })
      worker.postMessage(order)
    })
    if ('value' in result) return result.value
    if ('refused' in result)
      throw new FiqError('BAD_INPUT', result.refused.message, { facts: result.refused.facts })
    throw new Error(result.message)
  }

  return {
    fit: async (fit) => (await run(fit.text, { fit })) as Fitted,
    page: async (page) => (await run(page.text, { page })) as Page,
  }
}
