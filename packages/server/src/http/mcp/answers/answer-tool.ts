import { contentOf, readAnswerInput } from '@fiq/shared/agent-tools/answer-tool'
import type { RequestIdentity } from '../../../rate-limit/request-gate.ts'
import { errorAnswer, fiqErrorOf, free, type HttpAnswer } from '../../http-answer.ts'
import type { ReadAnswer } from './read-answer.ts'

/** Reads a page of a bought answer, for hosts that do not read resources. Free. */
export function createAnswerTool(
  readAnswer: ReadAnswer,
  report: (error: unknown) => void,
): (
  input: Readonly<Record<string, unknown>>,
  sender: Omit<RequestIdentity, 'pays'>,
  budget: number,
) => Promise<HttpAnswer> {
  return async (input, sender, budget) => {
    try {
      const { id, request } = readAnswerInput(input)
      const page = await readAnswer(id, request, sender, budget)
      return free(JSON.stringify(contentOf(id, request, page)))
    } catch (thrown) {
      return errorAnswer(fiqErrorOf(thrown, report))
    }
  }
}
