import type { Declaration, Given } from '../../command-line/declaration.ts'
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
    given: Given,
    context: Pick<CliContext, 'query' | 'output' | 'now'>,
  ) => ToolInput | Promise<ToolInput>
  /** A query that selects more fields of the same rows than the catalog's, at the same price. */
  query?: string
  /**
   * Variables of `query` that the catalog's tool does not have.
   *
   * @throws FiqError `USAGE` naming the option.
   */
  more?: (given: Given) => ToolInput
  /** How a terminal shows the rows: as a table, or in a view. */
  table?: Table<Row>
  view?: (rows: readonly Row[], screen: Screen) => string
  /** Prints the value instead of a table or view of its rows. */
  show?: (
    context: Pick<CliContext, 'output' | 'now'>,
    given: Given,
    answer: Answer,
    value: unknown,
  ) => Result
  /** The line above the table; omitted for an empty table. */
  title?: (rows: readonly Row[], given: Given) => string
  /** A footer note for every answer. */
  note?: string
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
  ...words
}: ToolCommand): Declaration {
  return {
    ...words,
    load: async () => {
      const { runTool } = await import('../../command-line/run-tool.ts')
      const { headline } = await import('../../command-line/views/headline.ts')
      const { renderTable } = await import('../../terminal/format/table.ts')
      const { present } = await import('../../command-line/views/present.ts')
      return {
        async run(context, given) {
          const asked = await input(given, context)
          const { answer, value } = await runTool(context, tool, asked, query, more?.(given))
          if (show) return present(context, answer, show(context, given, answer, value), value)
          const rows = rowsOf(value)
          const body = (screen: Screen) =>
            table ? renderTable(table, rows, screen) : view!(rows, screen)
          present(context, answer, {
            value,
            ...(table && rows.length > 0 ? { tables: [table] } : {}),
            ...(note === undefined ? {} : { notes: [note] }),
            view: (screen) => {
              const line = rows.length === 0 ? undefined : title?.(rows, given)
              return [...(line ? [headline(line, screen)] : []), body(screen)].join('\n')
            },
          })
        },
      }
    },
  }
}
