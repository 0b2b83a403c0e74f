import { type Page, type PageRequest, readPage } from '@fiq/shared/answers/read-page'
import { type AnswerLink, fitAnswer } from '@fiq/shared/answers/summarise'
import { FiqError } from '@fiq/shared/errors'

export type FitOrder = { fit: { text: string; budget: number; stored: AnswerLink | undefined } }
export type PageOrder = { page: { text: string; request: PageRequest; budget: number } }
export type Fitted = ReturnType<typeof fitAnswer>

/** Runs an order in this thread. @throws FiqError of the order */
export function runOrder(order: FitOrder | PageOrder): Fitted | Page {
  if ('fit' in order) return fitAnswer(order.fit.text, order.fit.budget, order.fit.stored)
  return readPage(order.page.text, order.page.request, order.page.budget)
}

/** The result of an order, in the form sent between threads. */
export type ThreadResult =
  | { value: Fitted | Page }
  | { refused: Pick<FiqError, 'message' | 'facts'> }
  | { message: string }

/** Runs an order. Its error becomes a message that can be sent to another thread. */
export function resultOf(order: FitOrder | PageOrder): ThreadResult {
  try {
    return { value: runOrder(order) }
  } catch (error) {
    if (!(error instanceof FiqError)) return { message: String(error) }
    const { message, facts } = error
    return { refused: { message, facts } }
  }
}
