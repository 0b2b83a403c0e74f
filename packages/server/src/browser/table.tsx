import type { ReactElement, ReactNode } from 'react'

/** Columns hold texts unless marked as row headers or numbers. */
export type Column = string | { name: string; holds: 'heads' | 'numbers' }

/** Cells in the order of the columns. */
export type TableRow = { key: string; cells: readonly ReactNode[] }

/**
 * A table with the heads of its columns.
 *
 * @param label - where it may be wider or longer than its place: the name of the part that scrolls.
 * @param tall - no taller than a part of the window, however many rows there are.
 * @param foot - below the rows, as a row of a `tfoot`.
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
  const holds = typeof column === 'string' ? 'texts' : column.holds
  if (holds === 'heads')
    return (
      <th scope="row" key={name}>
        {content}
      </th>
    )
  return (
    <td key={name} className={holds === 'numbers' ? 'num' : undefined}>
      {content}
    </td>
  )
}
