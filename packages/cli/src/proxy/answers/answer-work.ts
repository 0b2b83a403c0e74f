import { join } from 'node:path'
import type { Page, PageRequest } from '@fiq/shared/answers/read-page'
import { FiqError, type Funds } from '@fiq/shared/errors'
import type { AnswerThread } from '../../payment/delivery/ports.ts'
import type { HttpAnswer } from '../../payment/journal/purchase.ts'
import { isPacked } from '../../payment/journal/stored-answer.ts'
import { answerResult, type ResultOrder } from './answer-result.ts'
import { mayHaveErrors } from './restate-errors.ts'
import { type AnswerOrder, runOrder, type StoredText } from './run-order.ts'
import { openThreadLane, type ThreadLane } from './thread-lane.ts'
import type { StoredAt, ToolResult } from './tool-result.ts'

/** Reads answers: large ones in a thread, so that no answer delays the other callers. */
export type AnswerWork = AnswerThread & {
  isComplete(body: string): Promise<boolean>
  /** Whether a response refused the query before it executed any of it. @throws FiqError */
  isRefusal(response: HttpAnswer): Promise<boolean>
  restate(body: string, funds: Funds): Promise<string>
  /** @throws FiqError if there is no data. */
  result(order: ResultOrder, store: () => StoredAt | undefined): Promise<ToolResult>
  /** The JSON of a stored answer. */
  whole(stored: StoredText): Promise<string>
  /** @throws FiqError `BAD_INPUT` */
  page(stored: StoredText, request: PageRequest, budget: number): Promise<Page>
}

/** Answers up to this many characters are read on the main thread, within a few milliseconds. */
export const inlineMax = 131_072
/** A thread ends after this time without an answer, which frees its memory. */
const idleMs = 30_000

/** The program of the thread, beside this file: as source, or bundled under the same name. */
const program = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'answer-thread.ts' : 'answer-thread.mjs',
)

/**
 * Opens a thread for answers just received, and one for stored ones, so that readers of stored
 * answers delay no others.
 */
export function createAnswerWork(): AnswerWork {
  const received = openThreadLane<AnswerOrder, unknown>(program, idleMs)
  const stored = openThreadLane<AnswerOrder, unknown>(program, idleMs)
  return {
    readOutcome: (answer, { url, authorization: { from, value } }, nowMs) => {
      const signed = { url, authorization: { from, value } }
      return run(received, answer.body.length, { outcome: { answer, signed, nowMs } })
    },
    pack: async (answer) =>
      answer.body.length <= inlineMax ? undefined : runIn(received, { pack: answer }),
    isComplete: (body) => run(received, body.length, { isComplete: { body } }),
    isRefusal: (response) => run(received, response.body.length, { isRefusal: response }),
    restate: async (body, funds) =>
      mayHaveErrors(body) ? run(received, body.length, { restate: { body, funds } }) : body,
    async result(order, store) {
      if (order.answer.body.length <= inlineMax) return answerResult(order, store)
      const storedAt = order.budget > 0 ? store() : undefined
      return runIn(received, { result: { ...order, stored: storedAt } })
    },
    whole: (text) => run(stored, sizeOf(text), { whole: text }),
    page: (text, request, budget) =>
      run(stored, sizeOf(text), { page: { stored: text, request, budget } }),
  }
}

async function run<result>(
  lane: ThreadLane<AnswerOrder, unknown>,
  size: number,
  order: AnswerOrder,
): Promise<result> {
  return size <= inlineMax ? (runOrder(order) as result) : runIn(lane, order)
}

/** Runs an order in a thread. If the thread fails, runs it here, so that no paid answer is lost. */
async function runIn<result>(
  lane: ThreadLane<AnswerOrder, unknown>,
  order: AnswerOrder,
): Promise<result> {
  try {
    return (await lane.run(() => order)) as result
  } catch (error) {
    if (error instanceof FiqError) throw error
    return runOrder(order) as result
  }
}

/** The size of a packed answer says nothing about the answer. */
function sizeOf({ text }: StoredText): number {
  return isPacked(text) ? Number.POSITIVE_INFINITY : text.length
}
