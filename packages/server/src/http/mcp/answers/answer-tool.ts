import type { Page, PageRequest } from '@fiq/shared/answers/read-page'
import type { InputSchema } from '@fiq/shared/catalog/tool'
import { FiqError } from '@fiq/shared/errors'
import type { RequestIdentity } from '../../../rate-limit/request-gate.ts'
import { errorAnswer, fiqErrorOf, free, type HttpAnswer } from '../../http-answer.ts'
import { idPattern, pageRequestOf, type ReadAnswer } from './read-answer.ts'

export const answerToolName = 'answer'

/** Input of the tool `answer`. */
export const answerToolInput = {
  type: 'object',
  properties: {
    id: { type: 'string', description: 'Id of the answer, from its summary' },
    table: { type: 'string', description: 'Path of a table; without it the text of the answer' },
    from: { type: 'integer', minimum: 0, description: 'First row, or character of the text' },
    rows: { type: 'integer', minimum: 1, description: 'Rows at most' },
    columns: { type: 'array', items: { type: 'string' }, description: 'Columns; default all' },
    format: { type: 'string', enum: ['json', 'csv'], description: 'Default json' },
  },
  required: ['id'],
  additionalProperties: false,
} as const satisfies InputSchema & { type: 'object' }

/** Reads a page of a bought answer for hosts that read no resources. Free. */
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
      const { id } = input
      if (typeof id !== 'string' || !idPattern.test(id))
        throw new FiqError('BAD_INPUT', 'answer: id is the id of an answer, 32 hexadecimal digits.')
      const request = pageRequestOf(input)
      const page = await readAnswer(id, request, sender, budget)
      return free(JSON.stringify(contentOf(id, request, page)))
    } catch (thrown) {
      return errorAnswer(fiqErrorOf(thrown, report))
    }
  }
}

function contentOf(id: string, { table, from = 0 }: PageRequest, { mimeType, text, next }: Page) {
  const answer = { id, from, ...(next !== undefined && { next }) }
  if (mimeType !== 'application/json') return { answer, text }
  return table === undefined
    ? { answer, whole: JSON.parse(text) as unknown }
    : { answer, table: JSON.parse(text) as unknown }
}
