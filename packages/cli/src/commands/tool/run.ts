import type { CliContext } from '../../context.ts'
import { askTool } from '../ask-tool.ts'
import type { Given, Run } from '../declaration.ts'
import { argumentsOf, optionOf } from '../given.ts'
import { present } from '../present.ts'
import { requireTool } from '../tool-query.ts'
import { valueView } from '../value-view.ts'
import { readInput } from './read-input.ts'

/** The run of one tool of the catalog. */
export function toolRun(name: string): Run {
  return async (context: CliContext, given: Given) => {
    const { inputSchema } = requireTool(name)
    const input = await readInput(context, inputSchema, {
      pairs: argumentsOf(given, 'inputs'),
      json: optionOf(given, 'input'),
    })
    const { answer, value } = await askTool(context, name, input)
    present(context, answer, { value, view: (screen) => valueView(value, screen) })
  }
}
