import type { Declaration, Given } from '../../command-line/declaration.ts'
import type { CliContext } from '../../compose/context.ts'
import { type Row, rowsOf } from '../../query/rows.ts'
import type { ToolInput } from '../../query/tool-query.ts'
import type { Screen } from '../../terminal/format/screen.ts'

/** A command that runs one tool of the catalog and prints its rows. */
export type ToolCommand = Omit<Declaration, 'load' | 'members' | 'commands'> & {
  /** Name in the catalog. */
  tool: string
  /**
   * The input of the tool. The tool's schema checks it before anything is sent.
   *
   * @throws FiqError `USAGE` naming the option.
   */
  input: (
    given: Given,
    context: Pick<CliContext, 'query' | 'output'>,
  ) => ToolInput | Promise<ToolInput>
  /** The rows as a terminal shows them. */
  view: (rows: readonly Row[], screen: Screen) => string
  /** Printed on stderr before the rows. */
  note?: string
}

/** The declaration of a row; the code that queries is loaded when the command runs. */
export function declarationOf({ tool, input, view, note, ...words }: ToolCommand): Declaration {
  return {
    ...words,
    load: async () => {
      const { runTool } = await import('../../command-line/run-tool.ts')
      const { present } = await import('../../command-line/views/present.ts')
      return {
        async run(context, given) {
          const { answer, value } = await runTool(context, tool, await input(given, context))
          if (note !== undefined) context.output.note(note)
          present(context, answer, { value, view: (screen) => view(rowsOf(value), screen) })
        },
      }
    },
  }
}
