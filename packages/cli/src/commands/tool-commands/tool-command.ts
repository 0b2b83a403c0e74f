import { defined } from '@fiq/shared/defined'
import type { Declaration, ParsedArguments } from '../../command-line/declaration.ts'
import type { CliContext } from '../../compose/context.ts'
import type { Answer } from '../../query/answer.ts'
import { type Row, rowsOf } from '../../query/rows.ts'
import type { ToolInput } from '../../query/tool-query.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import type { Table } from '../../terminal/format/table.ts'
import type { Result } from '../../terminal/output.ts'

/** A command that runs one tool of the catalog and prints its rows. */
export type ToolCommand = Omit<Declaration, 'load' | 'members' | 'commands'> & {
  /** Name in the catalog. */
  tool: string
  /**
   * The input of the tool. The tool's schema validates it before anything is sent.
   *
   * @throws FiqError `USAGE` naming the option.
   */
  input: (
    args: ParsedArguments,
    context: Pick<CliContext, 'query' | 'output' | 'now'>,
  ) => ToolInput | Promise<ToolInput>
  /** A query that selects more fields of the same rows than the catalog's, at the same price. */
  query?: string
  /**
   * Variables of `query` that the catalog's tool does not have.
   *
   * @throws FiqError `USAGE` naming the option.
   */
  more?: (args: ParsedArguments) => ToolInput
  /** How a terminal shows the rows: as a table, or in a view. */
  table?: Table<Row>
  view?: (rows: readonly Row[], screen: Screen) => string
  /**
   * Prints the value instead of a table or view of its rows. Reads its options before anything is
   * sent.
   *
   * @throws FiqError `USAGE` naming the option.
   */
  show?: (
    context: Pick<CliContext, 'output' | 'now'>,
    args: ParsedArguments,
  ) => (answer: Answer, value: unknown) => Result
  /** The line above the table; omitted for an empty table. */
  title?: (rows: readonly Row[], args: ParsedArguments) => string
  /** A footer note for every answer, also without rows. */
  note?: (answer: Answer) => string | undefined
  /** What to do if the server does not know the requested item. */
  ifUnknown?: string
}

/** The declaration of a row in the table. The querying code is loaded when the command runs. */
export function declarationOf({
  tool,
  input,
  query,
  more,
  table,
  view,
  show,
  title,
  note,
  ifUnknown,
  ...words
}: ToolCommand): Declaration {
  return {
    ...words,
    load: async () => {
      const { runTool, withRemedy } = await import('../../command-line/run-tool.ts')
      const { headline } = await import('../../command-line/views/headline.ts')
      const { renderTable } = await import('../../terminal/format/table.ts')
      const { present } = await import('../../command-line/views/present.ts')
      const runRow = async (context: CliContext, args: ParsedArguments) => {
        const shown = show?.(context, args)
        const others = more?.(args)
        const toolInput = await input(args, context)
        const { answer, value } = await runTool(context, tool, toolInput, query, others)
        if (shown) return present(context, answer, shown(answer, value), value)
        const rows = rowsOf(value)
        const body = (screen: Screen) =>
          table ? renderTable(table, rows, screen) : view!(rows, screen)
        present(context, answer, {
          value,
          ...defined({ tables: table && rows.length > 0 ? [table] : undefined }),
          notes: [note?.(answer) ?? []].flat(),
          view: (screen) => {
            const line = rows.length === 0 ? undefined : title?.(rows, args)
            return [...(line ? [headline(line, screen)] : []), body(screen)].join('\n')
          },
        })
      }
      return {
        run: (context, args) =>
          runRow(context, args).catch((error) => {
            throw withRemedy(error, ifUnknown)
          }),
      }
    },
  }
}
