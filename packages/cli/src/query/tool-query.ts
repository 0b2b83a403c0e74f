import { toolNamed } from '@fiq/shared/catalog/catalog'
import type { Tool } from '@fiq/shared/catalog/tool'
import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { checkInput } from './check-input.ts'
import type { Operation } from './operation.ts'

/** Arguments of a tool by name. */
export type ToolInput = Readonly<Record<string, unknown>>

/**
 * The operation of a tool call, without inputs that are `undefined`.
 *
 * @throws FiqError `BAD_INPUT`
 */
export function toolOperation(tool: Tool, input: ToolInput): Operation {
  const variables = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  )
  checkInput(tool, variables)
  return { query: tool.query, variables, label: labelOf(tool.name, variables) }
}

/**
 * The tool with this name.
 *
 * @param names - Names to suggest from.
 * @throws FiqError `UNKNOWN_TOOL` with the likely name.
 */
export function requireTool(name: string, names: readonly string[] = []): Tool {
  const tool = toolNamed(name)
  if (tool) return tool
  throw new FiqError('UNKNOWN_TOOL', `There is no tool "${name.slice(0, 60)}".`, {
    facts: didYouMean(name, names),
    remedy: 'fiq tools lists them.',
  })
}

/** One line that names the purchase, e.g. `quotes AAPL MSFT`. */
function labelOf(name: string, variables: ToolInput): string {
  const words = Object.values(variables).flatMap((value) => (isObject(value) ? [] : value))
  return [name, ...words.map(String)].join(' ').slice(0, 120)
}
