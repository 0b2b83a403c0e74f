import { answerUri, fitAnswer } from '@fiq/shared/answers/summarise'
import { defined } from '@fiq/shared/defined'
import { untrusted } from './agent-words.ts'
import { cleaned } from './cleaned.ts'

/** A result in the form of MCP: the same JSON as structured content and as text. */
export type ToolResult = {
  content: readonly [{ type: 'text'; text: string }, ...ResourceLink[]]
  structuredContent: Record<string, unknown>
  isError?: true
  /** Age of a resumed or reused answer. */
  _meta?: Record<string, unknown>
}

type ResourceLink = {
  type: 'resource_link'
  uri: string
  name: string
  mimeType: string
  size: number
}

/** Creates a result without invisible characters and line breaks. */
export function resultOf(value: Record<string, unknown>, isError?: true): ToolResult {
  return cleanResultOf(cleaned(value) as Record<string, unknown>, isError)
}

/** Creates a result from text of this program, or from a page of an answer, which is clean. */
export function cleanResultOf(
  structuredContent: Record<string, unknown>,
  isError?: true,
): ToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
    ...defined({ isError }),
  }
}

/** Where a stored answer can be read again, and until when, ISO 8601. */
export type StoredAt = { id: string; expires: string }

/** Bytes of a result that a summary or a page needs besides the answer. */
export const noticeBytes = 200

/**
 * Fits a result into its budget, by the rules of the server: whole, by columns, or as a summary
 * with a link to the whole. An answer that cannot be stored is sent whole, so that nothing bought
 * is lost.
 *
 * @param data - All data of the answer, as in its pages.
 */
export function fitResult(
  result: ToolResult,
  data: unknown,
  budget: number,
  store: () => StoredAt | undefined,
): ToolResult {
  const size = Buffer.byteLength(result.content[0].text)
  if (budget === 0 || size <= budget) return result
  const stored = store()
  if (!stored) return result
  const { data: _, ...extensions } = result.structuredContent
  const whole = JSON.stringify({ data: cleaned(data), extensions })
  const { form, text } = fitAnswer(whole, budget - noticeBytes, stored)
  const { extensions: others, ...fitted } = JSON.parse(text) as { extensions?: object }
  const structuredContent = { ...fitted, ...others, notice: untrusted }
  const content = { type: 'text', text: JSON.stringify(structuredContent) } as const
  if (form !== 'summary') return { content: [content], structuredContent }
  const link: ResourceLink = {
    type: 'resource_link',
    uri: answerUri(stored.id),
    name: 'The whole answer',
    mimeType: 'application/json',
    size,
  }
  return { content: [content, link], structuredContent }
}
