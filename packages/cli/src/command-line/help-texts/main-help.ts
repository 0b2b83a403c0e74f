import { topicNames } from './topic-names.ts'
import { twoColumns } from './two-columns.ts'

/** Commands under one title. A row is names that share an explanation, and the explanation. */
export type CommandGroup = {
  title: string
  rows: readonly (readonly [names: string, meaning: string])[]
}

/** `fiq` and `fiq help`: examples first, then the commands in groups, then the global options. */
export function mainHelp(commandGroups: readonly CommandGroup[], columns: number): string {
  const groups = commandGroups.map(({ title, rows }) =>
    [title, ...twoColumns(rows, { columns, left: 34 })].join('\n'),
  )
  return `fiq  finance data by the query

  fiq quote AAPL MSFT ^GSPC          fiq entity AAPL --with insiderTrades
  fiq history AAPL --range 5y        fiq watch AAPL MSFT --max-spend 1

${groups.join('\n')}

Options: --json --csv --columns --max-spend --dry-run --yes --help
Topics: fiq help ${topicNames.join(' | ')}
`
}
