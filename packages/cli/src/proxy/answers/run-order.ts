import { type Page, type PageRequest, readPage } from '@fiq/shared/answers/read-page'
import type { Funds } from '@fiq/shared/errors'
import { readOutcome } from '@fiq/shared/payment/read-outcome'
import type { HttpAnswer } from '../../payment/journal/purchase.ts'
import { packAnswer, readStoredAnswer } from '../../payment/journal/stored-answer.ts'
import { isRefusal } from '../../query/credits/query-on-credits.ts'
import { readAnswer } from '../../query/read-answer.ts'
import { answerResult, type ResultOrder } from './answer-result.ts'
import { cleaned } from './cleaned.ts'
import { restateErrors } from './restate-errors.ts'
import type { StoredAt } from './tool-result.ts'

/** The text of an answer that was stored: its body, or its row in the journal. */
export type StoredText = { text: string; isJournal: boolean }

type SignedRequest = Parameters<typeof readOutcome>[1]

/** Work on an answer, in a form that can be sent between threads. */
export type AnswerOrder =
  | { outcome: { answer: HttpAnswer; signed: SignedRequest; nowMs: number } }
  | { pack: HttpAnswer }
  | { isComplete: { body: string } }
  | { isRefusal: HttpAnswer }
  | { restate: { body: string; funds: Funds } }
  | { result: ResultOrder & { stored: StoredAt | undefined } }
  | { whole: StoredText }
  | { page: { stored: StoredText; request: PageRequest; budget: number } }

/** Runs an order in this thread. @throws FiqError of the order. */
export function runOrder(order: AnswerOrder): unknown {
  if ('outcome' in order) {
    const { answer, signed, nowMs } = order.outcome
    return readOutcome(answer, signed, nowMs)
  }
  if ('pack' in order) return packAnswer(order.pack)
  if ('isComplete' in order) return isComplete(order.isComplete.body)
  if ('isRefusal' in order) return isRefusal(readAnswer(order.isRefusal))
  if ('restate' in order) return restateErrors(order.restate.body, order.restate.funds)
  if ('result' in order) return answerResult(order.result, () => order.result.stored)
  if ('whole' in order) return cleanedText(order.whole)
  const { stored, request, budget } = order.page
  return readPage(cleanedText(stored), request, budget) satisfies Page
}

/** Whether a response has data and no errors: only such an answer is used again. */
function isComplete(body: string): boolean {
  try {
    const { data, errors } = JSON.parse(body) as { data?: object; errors?: unknown }
    return Boolean(data) && errors === undefined
  } catch {
    // A body that is not JSON is returned, but not cached.
    return false
  }
}

/** The JSON of a stored answer, without invisible characters. */
function cleanedText({ text, isJournal }: StoredText): string {
  return JSON.stringify(cleaned(JSON.parse(isJournal ? readStoredAnswer(text).body : text)))
}
