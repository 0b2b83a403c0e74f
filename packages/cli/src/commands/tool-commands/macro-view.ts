import { sanitise } from '@fiq/shared/sanitise'
import {
  type Point,
  periodOf,
  periodWords,
  pointsBefore,
  type Rhythm,
  rhythmOf,
  yearBefore,
} from '../../command-line/views/points.ts'
import { formatOf } from '../../command-line/views/value-format.ts'
import { axisLabels, axisText, axisWidth } from '../../terminal/chart/axis.ts'
import { dateAxis } from '../../terminal/chart/date-axis.ts'
import { drawLine } from '../../terminal/chart/line.ts'
import { placingOf } from '../../terminal/chart/placing.ts'
import { sparkline } from '../../terminal/chart/sparkline.ts'
import { formatPercent, toneOf } from '../../terminal/format/format-number.ts'
import { paint, unpainted } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { renderTable, type Table } from '../../terminal/format/table.ts'
import { pad, textWidth, truncate } from '../../terminal/format/text-width.ts'

/** The displayed parts of a series. */
export type MacroSeries = {
  title: string
  /** All received points, newest first; at least one. */
  points: readonly Point[]
  /** The listed points: the newest ones. */
  shown: readonly Point[]
  /** Whether it is a rate, which changes in points. A level changes in percent. */
  isRate: boolean
  /** The publisher; empty if the answer does not name it. */
  publisher: string
  /** Whether to show the mean of all points. */
  hasMean?: boolean
}

/** Minimum columns of a screen with a chart beside the rows. */
const chartColumnsMin = 120

/** The series' title, its newest value, and the newest points. */
export function macroView(series: MacroSeries, screen: Screen): string {
  const { points, shown } = series
  const rhythm = rhythmOf(points)
  const format = formatOf(shown.map(({ value }) => value))
  const table = renderTable(tableOf(series, rhythm, format), shown, { ...screen, columns: 60 })
  const lines = table.split('\n')
  const isWide = screen.columns >= chartColumnsMin && !screen.isReadAloud && points.length > 2
  const beside = isWide ? besideLines(series, screen, lines) : lines
  return [...headLines(series, rhythm, format, screen), '', ...beside].join('\n')
}

/** The number of listed points, for the footer; `undefined` if all are listed. */
export function shownWords({ points, shown }: MacroSeries): string | undefined {
  if (shown.length === points.length) return undefined
  const [, many] = periodWords[rhythmOf(points)]
  const [listed, all] = [shown, points].map(({ length }) => length.toLocaleString('en-US'))
  return `${listed} of ${all} ${many} (--last, --since, --all)`
}

function headLines(
  series: MacroSeries,
  rhythm: Rhythm,
  format: (value: number) => string,
  screen: Screen,
): readonly string[] {
  const { title, points, publisher, isRate } = series
  const [newest] = points
  const { unit, adjustment = '' } = newest!
  const about = [unit, rhythm, adjustmentWords(adjustment), publisher]
    .filter((word) => word !== '')
    .join(', ')
  const percent = isRate ? '%' : ''
  const facts = [
    `${format(newest!.value)}${percent} in ${periodOf(newest!.date, rhythm)}`,
    ...changeWords(series, rhythm),
    ...lineWords(series, rhythm, format, screen),
    ...(series.hasMean ? [meanWords(points, rhythm, format)] : []),
  ]
  const second = facts.reduce((line, fact) => {
    const longer = `${line}   ${fact}`
    return textWidth(unpainted(longer)) <= screen.columns ? longer : line
  })
  return [...titleLines(title, sanitise(about), screen), second]
}

/** The title and its subject, on two lines if one is too short. */
function titleLines(title: string, about: string, { columns, colour }: Screen): readonly string[] {
  const lines = [
    paint(truncate(title, columns), 'bold', colour),
    paint(truncate(about, columns), 'dim', colour),
  ]
  return textWidth(title) + 3 + textWidth(about) <= columns ? [lines.join('   ')] : lines
}

/** @example adjustmentWords('Not Seasonally Adjusted') // 'not adjusted' */
function adjustmentWords(adjustment: string): string {
  return adjustment.toLowerCase().replace('seasonally ', '')
}

/**
 * The change against the previous period, and for monthly, weekly and daily series also against a
 * year ago.
 */
function changeWords(series: MacroSeries, rhythm: Rhythm): readonly string[] {
  const { points, isRate } = series
  const newest = points[0]!
  const before = pointsBefore(points)(newest)
  const change = before && changeOf(newest, before, isRate)
  if (isRate) return change ? [`${change} points`] : []
  if (rhythm === 'annual') return change ? [`${change} on ${periodOf(before.date, rhythm)}`] : []
  const year = yearBefore(points, newest)
  return [
    ...(change ? [change] : []),
    ...(year ? [`${changeOf(newest, year, isRate)} on a year`] : []),
  ]
}

/** A line chart of the listed points, oldest on the left; as words for a screen reader. */
function lineWords(
  { shown }: MacroSeries,
  rhythm: Rhythm,
  format: (value: number) => string,
  { isReadAloud, ascii }: Screen,
): readonly string[] {
  if (shown.length < 3) return []
  const values = shown.map(({ value }) => value).toReversed()
  const [first, last] = [shown.at(-1)!, shown[0]!]
  if (isReadAloud) {
    const ends = `from ${format(first.value)} in ${periodOf(first.date, rhythm)}`
    return [
      `${ends}, lowest ${format(Math.min(...values))}, highest ${format(Math.max(...values))}`,
    ]
  }
  const drawn = sparkline(values, 24, ascii === true)
  return [`${periodOf(first.date, rhythm)} ${drawn} ${periodOf(last.date, rhythm)}`]
}

function meanWords(
  points: readonly Point[],
  rhythm: Rhythm,
  format: (value: number) => string,
): string {
  const mean = points.reduce((sum, { value }) => sum + value, 0) / points.length
  return `mean since ${periodOf(points.at(-1)!.date, rhythm).slice(0, 4)} ${format(mean)}`
}

function tableOf(
  { points, isRate }: MacroSeries,
  rhythm: Rhythm,
  format: (value: number) => string,
): Table<Point> {
  const [one] = periodWords[rhythm]
  const before = pointsBefore(points)
  return {
    columns: [
      { title: one, width: 10, cell: ({ date }) => periodOf(date, rhythm) },
      { title: 'value', width: 14, align: 'right', cell: ({ value }) => format(value) },
      {
        title: 'change',
        width: 8,
        align: 'right',
        cell: (point) => {
          const earlier = before(point)
          return earlier ? changeOf(point, earlier, isRate) : ''
        },
        tone: (point) => toneOf(point.value - (before(point)?.value ?? point.value)),
      },
    ],
  }
}

/** The change of a level in percent, of a rate in points. */
function changeOf(now: Point, before: Point, isRate: boolean): string {
  if (!isRate)
    return formatPercent(before.value === 0 ? null : (now.value / before.value - 1) * 100)
  const points = now.value - before.value
  return `${points > 0 ? '+' : ''}${points.toFixed(2)}`.replace(/^-(?=0\.00$)/, '')
}

const chartRowsMax = 12

/** The rows, with a line chart of all points on their right. */
function besideLines(
  { points }: MacroSeries,
  { columns, ascii, colour }: Screen,
  lines: readonly string[],
): readonly string[] {
  const tableWidth = Math.max(...lines.map((line) => textWidth(unpainted(line))))
  const rows = Math.min(chartRowsMax, Math.max(6, lines.length - 1))
  const values = points.map(({ value }) => value).toReversed()
  const bounds = [Math.min(...values), Math.max(...values)] as const
  const format = formatOf(values)
  const last = { value: values.at(-1)!, text: format(values.at(-1)!) }
  const labels = axisLabels(bounds, rows, last)
  const widthLeft = columns - tableWidth - 4
  const { width, columnOf } = placingOf(
    values.length,
    'line',
    widthLeft - axisWidth(labels.map(({ text }) => text)),
  )
  const look = { isAscii: ascii === true, colour }
  const dates = points.map(({ date }) => date.slice(0, 10)).toReversed()
  const drawn = [
    ...drawLine(values, width, rows, { isAscii: look.isAscii, bounds }).map(
      (line, row) =>
        line +
        axisText(
          labels.find((label) => label.row === row),
          look,
        ),
    ),
    paint(dateAxis(dates, columnOf, { width, zone: 'UTC' }), 'dim', colour),
  ]
  const height = Math.max(lines.length, drawn.length)
  return Array.from({ length: height }, (_, row) => {
    const line = lines[row] ?? ''
    const fill = pad('', tableWidth - textWidth(unpainted(line)) + 4, 'left')
    return `${line}${fill}${drawn[row] ?? ''}`.trimEnd()
  })
}
