import type { ReactElement, ReactNode } from 'react'

/**
 * Columns hold texts unless marked as row headers or numbers. The word stands before a cell and the
 * unit behind it on small screens, in tables of the class `entries`, whose column headers are hidden
 * there.
 */
export type Column =
  | string
  | { name: string; holds?: 'heads' | 'numbers'; word?: string; unit?: string }

/** Cells in the order of the columns. */
export type TableRow = { key: string; cells: readonly ReactNode[] }

/**
 * A table with column heads.
 *
 * @param label - Name of the scrolling part, if the table may be wider or longer than its place.
 * @param tall - Whether its height is limited to a part of the window.
 * @param foot - Last row, in a `tfoot`.
 */
export function Table(props: {
  columns: readonly Column[]
  rows: readonly TableRow[]
  label?: string
  tall?: boolean
  className?: string
  foot?: ReactElement
}): ReactElement {
  const { columns, rows, label, tall = false, className, foot } = props
  const table = (
    <table className={className}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              scope="col"
              key={nameOf(column)}
              className={
                typeof column !== 'string' && column.holds === 'numbers' ? 'num' : undefined
              }
            >
              {nameOf(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>{columns.map((column, at) => cellOf(column, cells[at]))}</tr>
        ))}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  )
  if (label === undefined) return table
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
    <section className={tall ? 'scroll tall' : 'scroll'} tabIndex={0} aria-label={label}>
      {table}
    </section>
  )
}

function nameOf(column: Column): string {
  return typeof column === 'string' ? column : column.name
}

function cellOf(column: Column, content: ReactNode): ReactElement {
  const name = nameOf(column)
  const { holds, word, unit }: Exclude<Column, string> =
    typeof column === 'string' ? { name } : column
  if (holds === 'heads')
    return (
      <th scope="row" key={name}>
        {content}
      </th>
    )
  return (
    <td
      key={name}
      className={holds === 'numbers' ? 'num' : undefined}
      data-word={word}
      data-unit={unit}
    >
      {content}
    </td>
  )
}
