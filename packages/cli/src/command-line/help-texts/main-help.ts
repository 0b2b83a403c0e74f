import { commandGroups } from './command-groups.ts'
import { topicNames } from './topic-names.ts'
import { twoColumns } from './two-columns.ts'

/** `fiq` and `fiq help`: examples first, then the commands in groups, then the global options. */
export function mainHelp(columns: number): string {
  const rows = commandGroups.map(({ rows: lines }) =>
    lines.map(([names, meaning]) => [names.join(', '), meaning] as const),
  )
  const groups = commandGroups.map(({ title }, index) =>
    [title, ...twoColumns(rows[index]!, { columns, left: 34 })].join('\n'),
  )
  return `fiq  finance data by the query

  fiq quote AAPL MSFT ^GSPC          fiq entity AAPL --with insiderTrades
  fiq history AAPL --range 5y        fiq watch AAPL MSFT --max-spend 1

${groups.join('\n')}

Options: --json --csv --columns --max-spend --dry-run --yes --help
Topics: fiq help ${topicNames.join(' | ')}
`
}
