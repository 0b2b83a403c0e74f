import type { Page, PageRequest } from '../answers/read-page.ts'
import type { InputSchema } from '../catalog/tool.ts'
import { defined } from '../defined.ts'
import { FiqError } from '../errors.ts'
import { idPattern, pageRequestOf } from './answer-pages.ts'

const inputSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', description: 'Id of the answer, from its summary' },
    table: {
      type: 'string',
      description: 'Path of a table or a value; without it the text of the answer',
    },
    from: { type: 'integer', minimum: 0, description: 'First row, or character of the text' },
    rows: { type: 'integer', minimum: 1, description: 'Rows at most' },
    columns: { type: 'array', items: { type: 'string' }, description: 'Columns; default all' },
    format: { type: 'string', enum: ['json', 'csv'], description: 'Default json' },
  },
  required: ['id'],
  additionalProperties: false,
} as const satisfies InputSchema & { type: 'object' }

export const answerTool = {
  name: 'answer',
  title: 'Read more of an answer that came as a summary',
  text: 'Free. Give the id of the summary, and the path of a table. answer.next is where the next page begins. cut lists values too large for a page, by path.',
  inputSchema,
} as const

/** Bytes of the content of a page beside its text, with the longest numbers. */
const frameBytes = 128

/**
 * Reads a page of a stored answer as structured content of at most `budget` bytes.
 *
 * @param input - Checked by {@link answerTool.inputSchema}.
 * @throws FiqError `BAD_INPUT`, `NOT_FOUND`
 */
export async function answerContent(
  input: Readonly<Record<string, unknown>>,
  budget: number,
  read: (id: string, request: PageRequest, budget: number) => Promise<Page>,
) {
  const { id } = input
  if (typeof id !== 'string' || !idPattern.test(id))
    throw new FiqError('BAD_INPUT', 'answer: id is the id of an answer, 32 hexadecimal digits.', {
      remedy: 'Give answer.id of a summary.',
    })
  const request = pageRequestOf(input)
  return contentOf(id, request, await read(id, request, budget - frameBytes))
}

function contentOf(
  id: string,
  { table, from = 0 }: PageRequest,
  { mimeType, text, next }: Page,
): Record<string, unknown> {
  const answer = { id, from, ...defined({ next }) }
  if (mimeType !== 'application/json') return { answer, text }
  return table === undefined
    ? { answer, whole: JSON.parse(text) as unknown }
    : { answer, table: JSON.parse(text) as unknown }
}
