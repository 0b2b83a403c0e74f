import { FiqError } from '@fiq/shared/errors'
import type { CliContext } from '../compose/context.ts'
import type { Answer } from '../query/answer.ts'
import { valueAt } from '../query/rows.ts'
import { requireTool, type ToolInput, toolOperation } from '../query/tool-query.ts'

/** An answer, and the value in it that the tool returns. */
export type ToolAnswer = { answer: Answer; value: unknown }

/**
 * Runs a catalog tool with its own query, so that price and output equal those of the catalog.
 *
 * @param input - Checked against the tool's schema before sending.
 * @param query - A query with the same inputs that selects more fields of the same rows.
 * @param more - Variables of `query` that the tool does not have.
 * @throws FiqError `BAD_INPUT`, `UNKNOWN_TOOL`, and errors of the query.
 */
export async function runTool(
  context: Pick<CliContext, 'query'>,
  name: string,
  input: ToolInput,
  query?: string,
  more: ToolInput = {},
): Promise<ToolAnswer> {
  const tool = requireTool(name)
  const operation = toolOperation(tool, input)
  const variables = { ...operation.variables, ...more }
  const own = query === undefined ? operation : { ...operation, query, variables }
  const answer = await context.query(own)
  return { answer, value: valueAt(answer.response, tool.outputPath) }
}

/** Replaces the remedy of an unknown item. An error about a payment stays unchanged. */
export function withRemedy(error: unknown, remedy: string | undefined): unknown {
  if (!(error instanceof FiqError) || error.code !== 'NOT_FOUND' || 'payment' in error) return error
  const { code, message, facts, funds } = error
  return remedy === undefined
    ? error
    : new FiqError(code, message, { facts, funds, remedy, cause: error })
}
