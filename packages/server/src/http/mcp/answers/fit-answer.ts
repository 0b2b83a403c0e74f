import { answerUri } from '@fiq/shared/answers/summarise'
import type { HttpAnswer } from '../../http-answer.ts'
import type { Requests } from '../../query/answer-request.ts'
import type { AnswerWork } from './answer-work.ts'

/** Where the client can read the whole answer that a result summarises. */
export type ResourceLink = { uri: string; name: string; size: number }

/**
 * Fits an answer into its budget: whole, by columns, or as a summary with a link to the whole.
 * Quotes and errors stay whole.
 *
 * @param origin - Address of the server, as the client knows it.
 */
export function createFitAnswer({ findAnswer }: Pick<Requests, 'findAnswer'>, work: AnswerWork) {
  return async (
    answer: HttpAnswer,
    budget: number,
    origin: string,
  ): Promise<HttpAnswer & { link?: ResourceLink }> => {
    const { body, storedId: id } = answer
    const size = Buffer.byteLength(body)
    // The payment is made, so no failure may end the call. Without its row the summary has no link;
    // without the thread the whole answer is sent.
    const found = id === undefined ? undefined : await findAnswer(id).catch(() => undefined)
    const stored = id && found && { ...placeOf(id, origin), expires: isoOf(found.storedUntilMs) }
    const fitting = work.fit({ text: body, budget, stored: stored || undefined })
    const { form, text } = await fitting.catch(() => ({ form: 'whole', text: body }))
    const fitted = { ...answer, body: text }
    if (form !== 'summary' || !stored) return fitted
    return { ...fitted, link: { uri: answerUri(stored.id), name: 'The whole answer', size } }
  }
}

/** Whether an answer is too large for its budget. */
export function isOverBudget({ status, headers, body }: HttpAnswer, budget: number): boolean {
  return (
    budget > 0 &&
    status === 200 &&
    headers['payment-required'] === undefined &&
    // One UTF-16 unit takes at most three bytes in UTF-8.
    body.length * 3 > budget &&
    Buffer.byteLength(body) > budget
  )
}

function placeOf(id: string, origin: string) {
  return { id, url: `${origin}/answers/${id}` }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
