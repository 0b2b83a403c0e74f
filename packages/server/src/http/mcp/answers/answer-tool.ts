import { answerContent, answerTool } from '@fiq/shared/agent-tools/answer-tool'
import { readDescribed } from '@fiq/shared/agent-tools/next-call'
import type { RequestIdentity } from '../../../rate-limit/request-gate.ts'
import { errorAnswer, fiqErrorOf, free, type HttpAnswer } from '../../http-answer.ts'
import { inputChecks } from '../../query/tool-inputs.ts'
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
  const check = inputChecks([answerTool]).get(answerTool.name)!
  return async (input, sender, budget) => {
    try {
      const content = await answerContent(
        readDescribed(answerTool.name, () => check(input)),
        budget,
        (id, request, bytes) => readAnswer(id, request, sender, bytes),
      )
      return free(JSON.stringify(content))
    } catch (thrown) {
      return errorAnswer(fiqErrorOf(thrown, report))
    }
  }
}
