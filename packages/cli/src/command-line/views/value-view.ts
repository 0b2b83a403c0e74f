import { fieldWord } from '@fiq/shared/answers/field-word'
import { isObject } from '@fiq/shared/json'
import { sanitise } from '@fiq/shared/sanitise'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { factsView } from '../../terminal/format/facts.ts'
import { formatLarge, isNumber } from '../../terminal/format/format-number.ts'
import type { Title } from '../../terminal/format/headers.ts'
import { paint } from '../../terminal/format/paint.ts'
import { plainCell } from '../../terminal/format/plain-cell.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'
import { periodOf, periodWords, pointsIn, rhythmOf } from './points.ts'

/** Maximum blocks of nested values; further ones are counted. */
const blocksMax = 20

/**
 * A view of any value: a table of rows, or the members of an object. Nested values follow as blocks
 * below the name of their parent.
 */
export function valueView(value: unknown, screen: Screen): string {
  const blocks = [...blocksOf('', value, screen)]
  const shown = blocks.slice(0, blocksMax)
  const more = blocks.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more blocks; --json all prints them`] : [])].join(
    '\n\n',
  )
}

function* blocksOf(title: string, value: unknown, screen: Screen): Generator<string> {
  const headed = (text: string) =>
    title === '' ? text : `${paint(sanitise(title), 'bold', screen.colour)}\n${text}`
  const within = (name: string) => (title === '' ? name : `${title}, ${name}`)
  if (!isObject(value)) {
    const rows = rowsOf(value)
    yield headed(renderTable({ columns: columnsOf(rows) }, rows, screen))
    for (const [place, row] of rows.entries())
      for (const [key, inner] of nestedIn(row))
        yield* blocksOf(within(`${fieldWord(key)} of ${nameOf(row, place)}`), inner, screen)
    return
  }
  const plain = Object.entries(value).filter(([, inner]) => !isNested(inner))
  const facts = plain.map(([key, inner]) => [fieldWord(key), cellOf(key, inner)] as const)
  if (facts.length > 0) yield headed(factsView(facts)(screen))
  for (const [key, inner] of nestedIn(value)) yield* blocksOf(within(fieldWord(key)), inner, screen)
}

/** The title of a row: its ticker, name or title, else its number. */
function nameOf(row: Row, place: number): string {
  const names = ['ticker', 'name', 'title', 'id'].map((key) => textIn(row, key))
  return names.find((name) => name !== '') ?? `row ${place + 1}`
}

/** Members that contain rows. An object of plain members is shown within the row. */
function nestedIn(row: Row): [key: string, value: unknown][] {
  return Object.entries(row).filter(([, value]) => isNested(value))
}

function isNested(value: unknown): boolean {
  return isObject(value) || (Array.isArray(value) && value.some(isObject))
}

function columnsOf(rows: readonly Row[]): readonly Column<Row>[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const plain = keys.filter((key) => !rows.some((row) => isNested(row[key])))
  return plain.map((key) => {
    if (key === 'date' && isSeries(keys)) return periodColumn(rows)
    const isFigure = rows.some((row) => isNumber(row[key])) && !isLabel(key)
    const title = fieldWord(key)
    const isLarge = isFigure && rows.some((row) => Math.abs(Number(row[key])) >= largeMin)
    return {
      title: title as Title,
      fields: [key],
      width: Math.max(isFigure ? 10 : 16, title.length),
      cell: (row) => (isLarge ? formatLarge(row[key]) : cellOf(key, row[key])),
      ...(isFigure
        ? { align: isLarge ? ('right' as const) : ('point' as const) }
        : { grows: true as const }),
    }
  })
}

const seriesKeys: ReadonlySet<string> = new Set(
  'date value unit title frequency seasonalAdjustment'.split(' '),
)

/** Whether rows with these members are the observations of a macro series. */
function isSeries(keys: readonly string[]): boolean {
  return keys.includes('value') && keys.every((key) => seriesKeys.has(key))
}

/** The date of observations as a year, quarter or month, like in the commands of macro series. */
function periodColumn(rows: readonly Row[]): Column<Row> {
  const rhythm = rhythmOf(pointsIn(rows))
  const [title] = periodWords[rhythm]
  const cell = (row: Row) => periodOf(textIn(row, 'date'), rhythm)
  return { title, fields: ['date'], width: 10, cell }
}

/** From this size on, three digits are shown; `--json` has all of them. */
const largeMin = 1e9

/** Whether a number is a label, such as a year or an identifier. */
function isLabel(key: string): boolean {
  return /year$|cycle$/i.test(key)
}

function cellOf(key: string, value: unknown): string {
  if (isNumber(value) && isLabel(key)) return String(value)
  return plainCell(value)
}
