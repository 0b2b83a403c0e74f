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
  /** Fits a paid answer into its budget. Never refuses. */
  fit(order: FitOrder['fit']): Promise<Fitted>
  /**
   * @throws FiqError `BAD_INPUT` for a table or column that the answer does not have,
   * `SERVER_BUSY`.
   */
  page(order: PageOrder['page']): Promise<Page>
}

/** Answers up to this many characters are read on the main thread, within a few milliseconds. */
const inlineMax = 131_072
/** Maximum pages that wait for their thread; more are refused. */
const pagesWaitingMax = 64

/** The program of the thread, beside this file: as source, or bundled under the same name. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './answer-thread.ts' : './answer-thread.js',
  import.meta.url,
)

/**
 * Opens one thread for paid answers and one for pages, so that readers of pages do not delay paid
 * answers.
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
        throw new FiqError('SERVER_BUSY', 'The server is reading too many pages of answers.')
      return (await reading.run({ page })) as Page
    },
  }
}

/** Starts its thread at the first order. The thread keeps the process alive only while it works. */
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
