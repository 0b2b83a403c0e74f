import type { ParsedArguments, Run } from '../../command-line/declaration.ts'
import { argumentsOf, optionOf } from '../../command-line/parsed-arguments.ts'
import { runTool } from '../../command-line/run-tool.ts'
import { present } from '../../command-line/views/present.ts'
import { valueView } from '../../command-line/views/value-view.ts'
import type { CliContext } from '../../compose/context.ts'
import { requireTool } from '../../query/tool-query.ts'
import { readInput } from './read-input.ts'

/** The run of one tool of the catalog. */
export function toolRun(name: string): Run {
  return async (context: CliContext, args: ParsedArguments) => {
    const { inputSchema } = requireTool(name)
    const input = await readInput(context, inputSchema, {
      pairs: argumentsOf(args, 'inputs'),
      json: optionOf(args, 'input'),
    })
    const { answer, value } = await runTool(context, name, input)
    present(context, answer, { value, view: (screen) => valueView(value, screen) })
  }
}
