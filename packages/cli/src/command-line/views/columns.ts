import { type Row, textIn } from '../../query/rows.ts'
import {
  absent,
  formatLarge,
  formatPercent,
  formatPrice,
  isNumber,
  toneOf,
} from '../../terminal/format/format-number.ts'
import type { Title } from '../../terminal/format/headers.ts'
import type { Column } from '../../terminal/format/table.ts'

type More = Partial<Column<Row>>

/** A text column, which grows with the screen. */
export function text(title: Title, field: string, width: number, more?: More): Column<Row> {
  return { title, width, grows: true, fields: [field], cell: (row) => textIn(row, field), ...more }
}

/** A column of short texts of known length: a ticker, a code, a day. */
export function word(title: Title, field: string, width: number, more?: More): Column<Row> {
  return { title, width, fields: [field], cell: (row) => textIn(row, field), ...more }
}

/** A column of ISO 8601 days, without the times that some sources add. */
export function day(title: Title, field: string, more?: More): Column<Row> {
  return word(title, field, 10, { cell: (row) => textIn(row, field).slice(0, 10), ...more })
}

/** A column of numbers with its own format. */
export function number(
  title: Title,
  field: string,
  width: number,
  format: (value: unknown) => string = formatLarge,
  more?: More,
): Column<Row> {
  return {
    title,
    width,
    fields: [field],
    align: 'right',
    cell: (row) => format(row[field]),
    ...more,
  }
}

/** A column of prices, aligned at the decimal point. */
export function price(title: Title, field: string, width: number, more?: More): Column<Row> {
  return number(title, field, width, formatPrice, { align: 'point', ...more })
}

/** A column of changes in percent, coloured by sign. */
export function percent(title: Title, field: string, width: number, more?: More): Column<Row> {
  const tone = (row: Row) => toneOf(row[field])
  return number(title, field, width, formatPercent, { tone, ...more })
}

/** A column of yes or no; empty if unknown. */
export function yesNo(title: Title, field: string, width: number, more?: More): Column<Row> {
  return word(title, field, width, {
    cell: (row) => (row[field] === true ? 'yes' : row[field] === false ? 'no' : absent),
    ...more,
  })
}

/** An integer in full: `92,114,000`. */
export function formatCountInFull(value: unknown): string {
  return isNumber(value) ? Math.round(value).toLocaleString('en-US') : absent
}

/** Formats numbers with this many decimals. */
export function withDecimals(decimals: number): (value: unknown) => string {
  return (value) => (isNumber(value) ? value.toFixed(decimals) : absent)
}

/** The web page of a row. */
export function page(row: Row): string | undefined {
  return textIn(row, 'url') || undefined
}

/** An enumeration value in words: `BALANCE_SHEET` becomes `balance sheet`. */
export function asWords(value: string): string {
  return value.replaceAll('_', ' ').toLowerCase()
}
