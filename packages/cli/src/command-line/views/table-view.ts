import { type Row, textIn } from '../../query/rows.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

type More = Partial<Column<Row>>

/** A view of rows as a table with these columns; `empty` is the text shown for no rows. */
export function tableView(empty: string, columns: readonly Column<Row>[]) {
  return (rows: readonly Row[], screen: Screen): string =>
    rows.length === 0 ? empty : renderTable(columns, rows, screen)
}

/** A column of a row's text member. */
export function textColumn(title: string, key: string, more?: More): Column<Row> {
  return { title, cell: (row) => textIn(row, key), ...more }
}

/** A column of a row's numeric member in the given format, aligned right. */
export function numberColumn(
  title: string,
  key: string,
  format: (value: unknown) => string,
  more?: More,
): Column<Row> {
  return { title, cell: (row) => format(row[key]), align: 'right', ...more }
}
