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
  /** For paid answers: never refused. */
  fit(order: FitOrder['fit']): Promise<Fitted>
  /** @throws FiqError `BAD_INPUT` for a table or column that the answer lacks, `SERVER_BUSY`. */
  page(order: PageOrder['page']): Promise<Page>
}

/** Characters of an answer that are read on the main thread: a few milliseconds. */
const inlineMax = 131_072
/** Pages that wait for their thread; more are refused. */
const pagesWaitingMax = 64

/** The program of the thread lies beside this one: as source, or bundled under the same name. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './answer-thread.ts' : './answer-thread.js',
  import.meta.url,
)

/**
 * Paid answers and pages have a thread each, so that readers of pages do not delay paid answers.
 */
export function createAnswerWork(): AnswerWork {
  const fitting = createLane()
  const reading = createLane()
  return {
    fit: async (fit) =>
      (fit.text.length <= inlineMax ? runOrder({ fit }) : await fitting.run({ fit })) as Fitted,
    async page(page) {
      if (page.text.length <= inlineMax) return runOrder({ page }) as Page
      if (reading.waiting() >= pagesWaitingMax)
        throw new FiqError('SERVER_BUSY', 'Too many pages of answers are being read at once.')
      return (await reading.run({ page })) as Page
    },
  }
}

/** The thread starts with the first order, and keeps the process alive only while it works. */
function createLane() {
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

  return {
    waiting: () => waiting.length,
    async run(order: ThreadOrder): Promise<Fitted | Page> {
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
    },
  }
}
