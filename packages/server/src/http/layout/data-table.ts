import { csvCell } from '@fiq/shared/answers/csv-cell'
import { html, raw } from 'hono/html'
import type { HttpAnswer } from '../http-answer.ts'
import type { Markup } from './layout.ts'

/** Value of a cell in a CSV file: exact, without units and separators. */
export type CellValue = string | number | bigint | null

/** One column, of the page and of the file. */
export type Column<row> = {
  /** Empty for buttons, which the file leaves out. */
  name: string
  value(row: row): CellValue
  /** In the page; by default the value, numbers with separators. */
  show?(row: row): Markup | string
  /** `head` names the row. Numbers stand at the right. */
  is?: 'head' | 'number'
  /** On small screens, where the head of the columns is folded away: before or after the cell. */
  word?: string
  unit?: string
  /** Of the last row, which sums up all rows of the page. */
  sum?(rows: readonly row[]): CellValue
}

/**
 * A table of a page. On small screens each row becomes an entry.
 *
 * @param empty - text for a table without rows.
 */
export function dataTable<row>(
  columns: readonly Column<row>[],
  rows: readonly row[],
  { label, empty, sumLabel = 'Sum' }: { label: string; empty: string; sumLabel?: string },
): Markup {
  if (rows.length === 0) return html`<p class="muted">${empty}</p>`
  const hasSum = columns.some(({ sum }) => sum)
  return html`<table class="entries" aria-label="${label}">
    <thead>
      <tr>
        ${columns.map(({ name, is }) =>
          name === ''
            ? html`<td></td>`
            : html`<th scope="col" ${is === 'number' ? raw('class="num"') : ''}>${name}</th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => html`<tr>${columns.map((column) => cellOf(column, row))}</tr>`)}
    </tbody>
    ${
      hasSum
        ? html`<tfoot>
            <tr>${columns.map((column, place) => sumOf(column, rows, place === 0 ? sumLabel : ''))}</tr>
          </tfoot>`
        : ''
    }
  </table>`
}

function cellOf<row>(column: Column<row>, row: row): Markup {
  const { is, word, unit } = column
  const content = column.show ? column.show(row) : textOf(column.value(row))
  if (is === 'head') return html`<th scope="row">${content}</th>`
  return html`<td ${is === 'number' ? raw('class="num"') : ''} ${wordsOf(word, unit)}>${content}</td>`
}

function sumOf<row>({ sum, is, unit }: Column<row>, rows: readonly row[], label: string): Markup {
  if (label !== '') return html`<th scope="row">${label}</th>`
  const numbers = is === 'number' ? raw('class="num"') : ''
  // Without spaces: an empty cell is hidden on small screens.
  if (!sum) return html`<td ${numbers}></td>`
  return html`<td ${numbers} ${wordsOf(undefined, unit)}><b>${textOf(sum(rows))}</b></td>`
}

function wordsOf(word: string | undefined, unit: string | undefined): Markup {
  return html`${word ? html`data-word="${word}"` : ''} ${unit ? html`data-unit="${unit}"` : ''}`
}

/** Whole numbers with separators; other values as they are. */
function textOf(value: CellValue): string {
  if (value === null) return '–'
  if (typeof value === 'string') return value
  return value.toLocaleString('en-US')
}

/**
 * The same table as a file: RFC 4180 with CRLF, no cell that a spreadsheet takes for a formula.
 *
 * @param name - of the file, without `.csv`.
 */
export function csvAnswer<row>(
  columns: readonly Column<row>[],
  rows: readonly row[],
  name: string,
): HttpAnswer {
  const written = columns.filter((column) => column.name !== '')
  const lines = [
    written.map((column) => csvCell(column.name)),
    ...rows.map((row) => written.map((column) => csvCell(String(column.value(row) ?? '')))),
  ]
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
    body: lines.map((cells) => `${cells.join(',')}\r\n`).join(''),
  }
}
