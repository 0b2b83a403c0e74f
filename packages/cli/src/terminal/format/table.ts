import { sanitise } from '@fiq/shared/sanitise'
import { alignPoints } from './align-points.ts'
import { absent } from './format-number.ts'
import type { Title } from './headers.ts'
import { linked } from './link.ts'
import { paint, type Tone } from './paint.ts'
import { memberCell } from './plain-cell.ts'
import type { Screen } from './screen.ts'
import { pad, textWidth, truncate } from './text-width.ts'

/** One column of a table of rows. */
export type Column<row> = {
  title: Title
  /** Width on the screen. It decides whether the column is shown, whatever the rows contain. */
  width: number
  /** Minimum width of the screen that shows it; by default it needs only its own width. */
  from?: 120 | 200
  /**
   * The text may be foreign, because cells are sanitised. An empty text is shown as {@link absent}.
   */
  cell: (row: row) => string
  /** Alignment of numbers: right, or at the decimal point. Default left. */
  align?: 'right' | 'point'
  /** A text column, which takes the remaining width and is cut with `…`. */
  grows?: true
  tone?: (row: row) => Tone | undefined
  /** Names in `--columns`: the JSON members that it shows. Default its title. */
  fields?: readonly string[]
  /** Link of the cell, on terminals that support links. */
  link?: (row: row) => string | undefined
}

/** Columns ordered by importance, which is also their order on the screen. */
export type Table<row> = {
  columns: readonly Column<row>[]
  /** The sentence for an empty table. */
  empty?: string
  /** Why a row has no values; shown after its first cell instead of them. */
  problem?: (row: row) => string | undefined
}

/** On a narrower screen, a row is a block of labelled lines. */
export const tableColumnsMin = 60
/** The labelled lines are those columns that a screen of this width shows. */
const labelledColumns = 80
const gap = '  '

/**
 * A table of `screen.columns` width. The width alone decides how many columns are shown, from the
 * left; then texts grow to their length. Rows are never wrapped.
 */
export function renderTable<row>(table: Table<row>, rows: readonly row[], screen: Screen): string {
  if (rows.length === 0) return table.empty ?? 'Nothing.'
  const { shown, isLabelled } = shownColumns(table.columns, screen)
  const drawn = shown.map((column) => drawColumn(column, rows))
  return isLabelled ? labelled(table, drawn, rows, screen) : grid(table, drawn, rows, screen)
}

/**
 * The shown columns: as many as fit, from the beginning of the list, or the names in `--columns`.
 */
export function shownColumns<row>(
  columns: readonly Column<row>[],
  { columns: width, picked }: Pick<Screen, 'columns' | 'picked'>,
): { shown: readonly Column<row>[]; hidden: readonly Column<row>[]; isLabelled: boolean } {
  const isNarrow = width < tableColumnsMin
  const added = picked?.names.map((name) => columnNamed(columns, name)) ?? []
  if (picked && !picked.adds)
    return { shown: added, hidden: [], isLabelled: isNarrow || totalOf(added) > width }
  const others = columns.filter((column) => !added.includes(column))
  const most = isNarrow ? labelledColumns : width
  const widthLeft = most - added.reduce((sum, one) => sum + one.width + gap.length, 0)
  let count = 1
  const fits = (first: readonly Column<row>[]) =>
    totalOf(first) <= widthLeft && widthFor(first) <= most
  while (count < others.length && fits(others.slice(0, count + 1))) count += 1
  const shown = [...others.slice(0, count), ...added]
  return { shown, hidden: others.slice(count), isLabelled: isNarrow || totalOf(shown) > width }
}

/**
 * Footer about the columns that do not fit on the screen.
 *
 * @returns e.g. `6 columns, of them day range at 120 (--columns lists)`; `undefined` if all fit.
 */
export function hiddenWords(
  tables: readonly (readonly Column<never>[])[],
  screen: Pick<Screen, 'columns' | 'picked'>,
): string | undefined {
  const each = tables.map((columns) => ({ columns, ...shownColumns(columns, screen) }))
  const count = each.reduce((sum, { hidden }) => sum + hidden.length, 0)
  if (count === 0 || screen.picked) return undefined
  const { columns, shown, hidden } = each.find((one) => one.hidden.length > 0)!
  const at = widthFor(columns.slice(0, shown.length + 1))
  const words = count === 1 ? '1 column:' : `${count} columns, of them`
  return `${words} ${hidden[0]!.title} at ${at} (--columns lists)`
}

/** Minimum width of a screen that shows all of these. */
function widthFor<row>(columns: readonly Column<row>[]): number {
  return columns.reduce((widest, { from = 0 }) => Math.max(widest, from), totalOf(columns))
}

/** The column of this name, or a new one for the member of the rows with this name. */
function columnNamed<row>(columns: readonly Column<row>[], name: string): Column<row> {
  return (
    columns.find((column) => namesOf(column).some((known) => same(known, name))) ?? {
      title: name as Title,
      width: Math.max(10, name.length),
      cell: (row) => memberCell(row, name),
      grows: true,
    }
  )
}

/** Names of a column for `--columns`. */
export function namesOf<row>({ title, fields = [] }: Column<row>): readonly string[] {
  return [...fields, title.replaceAll(' ', '-')]
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

type Drawn<row> = { column: Column<row>; cells: readonly string[]; width: number }

function drawColumn<row>(column: Column<row>, rows: readonly row[]): Drawn<row> {
  const texts = rows.map((row) => sanitise(column.cell(row)) || absent)
  const cells = column.align === 'point' ? alignPoints(texts) : texts
  const width = cells.reduce(
    (widest, cell) => Math.max(widest, textWidth(cell)),
    textWidth(column.title),
  )
  return { column, cells, width }
}

function grid<row>(
  { problem }: Table<row>,
  all: readonly Drawn<row>[],
  rows: readonly row[],
  screen: Screen,
): string {
  const drawn = fitted(all, screen.columns)
  const header = drawn.map(({ column, width }) => cellText(sanitise(column.title), column, width))
  const lines = rows.map((row, index) => {
    const cells = drawn.map(({ column, cells: texts, width }) => {
      const text = linked(cellText(texts[index]!, column, width), column.link?.(row), screen)
      return paint(text, column.tone?.(row), screen.colour)
    })
    const why = problem?.(row)
    if (why === undefined) return cells.join(gap).trimEnd()
    const widthLeft = screen.columns - drawn[0]!.width - gap.length
    return [cells[0], paint(truncate(`! ${sanitise(why)}`, widthLeft), 'warn', screen.colour)].join(
      gap,
    )
  })
  return [paint(header.join(gap).trimEnd(), 'dim', screen.colour), ...lines].join('\n')
}

function labelled<row>(
  { problem }: Table<row>,
  drawn: readonly Drawn<row>[],
  rows: readonly row[],
  screen: Screen,
): string {
  const width = Math.max(...drawn.map(({ column }) => textWidth(column.title)))
  const widthLeft = Math.max(8, screen.columns - width - gap.length)
  const line = (title: string, text: string) =>
    `${paint(pad(sanitise(title), width, 'left'), 'dim', screen.colour)}${gap}${text}`
  return rows
    .map((row, index) => {
      const why = problem?.(row)
      const cells = why === undefined ? drawn : drawn.slice(0, 1)
      const lines = cells.map(({ column, cells: texts }) =>
        line(
          column.title,
          paint(truncate(texts[index]!.trim(), widthLeft), column.tone?.(row), screen.colour),
        ),
      )
      return why === undefined
        ? lines.join('\n')
        : [
            ...lines,
            line('', paint(truncate(`! ${sanitise(why)}`, widthLeft), 'warn', screen.colour)),
          ].join('\n')
    })
    .join('\n\n')
}

/** Width that a text column has when the columns are selected. */
const textColumnsMin = 12
/** Minimum width of a text column that shrinks for numbers longer than their column. */
const textColumnsLeast = 6

/**
 * Widths that add up to the screen: first numbers in full, then texts up to their declared width,
 * then up to their length.
 */
function fitted<row>(drawn: readonly Drawn<row>[], columns: number): readonly Drawn<row>[] {
  const widths = drawn.map(({ column, width }) =>
    Math.min(width, column.grows ? Math.min(textColumnsLeast, column.width) : column.width),
  )
  let left =
    columns - widths.reduce((sum, width) => sum + width, 0) - gap.length * (drawn.length - 1)
  const widen = (isWanted: (column: Column<row>) => boolean, to: (one: Drawn<row>) => number) => {
    // Grow each by one character in turn, so that two long texts share the remaining width.
    for (let grew = true; grew && left > 0; ) {
      grew = false
      for (const [place, one] of drawn.entries()) {
        if (left === 0 || !isWanted(one.column) || widths[place]! >= to(one)) continue
        widths[place]! += 1
        left -= 1
        grew = true
      }
    }
  }
  widen(
    ({ grows }) => grows !== true,
    ({ width }) => width,
  )
  widen(
    ({ grows }) => grows === true,
    ({ width, column }) => Math.min(width, column.width),
  )
  widen(
    ({ grows }) => grows === true,
    ({ width }) => width,
  )
  return drawn.map((one, place) => ({ ...one, width: widths[place]! }))
}

/** Minimum width of these columns, in which a cut text is still recognisable. */
function totalOf<row>(columns: readonly Column<row>[]): number {
  const least = columns.map(({ width, grows }) => (grows ? Math.min(width, textColumnsMin) : width))
  return least.reduce((sum, width) => sum + width, 0) + gap.length * (columns.length - 1)
}

function cellText<row>(text: string, column: Column<row>, width: number): string {
  return pad(truncate(text, width), width, column.align === undefined ? 'left' : 'right')
}
