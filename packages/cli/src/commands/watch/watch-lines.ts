import { sanitise } from '@fiq/shared/sanitise'
import { chartParts } from '../../bars/chart-parts.ts'
import { indicatorsOf, readIndicators } from '../../bars/indicators.ts'
import { zoneOf } from '../../bars/zone-of.ts'
import { extendedText, priceText, unitOf } from '../../command-line/views/quote-table.ts'
import { textIn } from '../../query/rows.ts'
import type { ChartBar } from '../../terminal/chart/bar.ts'
import { chartRowsMin, drawChart, panelLinesMin } from '../../terminal/chart/draw-chart.ts'
import { formatPercent } from '../../terminal/format/format-number.ts'
import { paint, unpainted } from '../../terminal/format/paint.ts'
import { priceFormatOf } from '../../terminal/format/price-format.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { pad, textWidth, truncate } from '../../terminal/format/text-width.ts'
import { usdcText } from '../../terminal/format/usdc-text.ts'
import { keyHelp } from './keys.ts'
import { changesOf, shownLines, shownTickers } from './order.ts'
import { barsOf, nameOf, type Prompt, type WatchState } from './state.ts'
import { clockZone, headWords, moneyWords } from './status-words.ts'
import { dayRange, rangeWords, tableLines } from './table-lines.ts'
import { timeWords } from './times.ts'

export type WatchScreen = Screen & { rows: number }

/** Lines of the header and the footer. */
const headRows = 1
const footRows = 3
/** On lower screens, first the chart is omitted, then the summary. */
const chartScreenMin = 20
const summaryScreenMin = 12

/** The whole view: exactly as many lines as the terminal, none wider than it. */
export function watchLines(state: WatchState, screen: WatchScreen, now: number): string[] {
  const { columns, rows, colour } = screen
  const head = headWords(state, now)
  const body = state.isHelp ? helpLines(screen) : bodyLines(state, screen, now, head.isLive)
  const rowsLeft = Math.max(0, rows - headRows - footRows)
  const filled = [
    ...body.slice(0, rowsLeft),
    ...new Array<string>(Math.max(0, rowsLeft - body.length)).fill(''),
  ]
  const lines = [headLine(state, head, screen, now), ...filled, ...footLines(state, screen, now)]
  return lines
    .slice(0, rows)
    .map((line) =>
      textWidth(unpainted(line)) > columns ? truncate(unpainted(line), columns) : line,
    )
    .map((line) => (colour ? line : unpainted(line)))
}

function headLine(
  state: WatchState,
  { text, isLive }: { text: string; isLive: boolean },
  { columns, colour }: WatchScreen,
  now: number,
): string {
  const title = 'fiq watch'
  const clock = timeWords(now, clockZone(state), now)
  const widthLeft = columns - title.length - clock.length - 4
  const words = pad(truncate(text, widthLeft), widthLeft, 'left')
  return `${paint(title, 'bold', colour)}  ${paint(words, isLive ? undefined : 'warn', colour)}  ${clock}`
}

function bodyLines(state: WatchState, screen: WatchScreen, now: number, isLive: boolean): string[] {
  const rowsLeft = screen.rows - headRows - footRows
  const summary = screen.rows >= summaryScreenMin ? summaryLines(state) : []
  const hasChart = state.chart !== 'none' && screen.rows >= chartScreenMin
  const all = shownLines(state).length
  // Without the header of the table and the line of the position.
  const most = rowsLeft - summary.length - 2
  const parts = partsOf(barsOf(state) ?? [], state.indicator)
  const chartRows = 1 + chartRowsMin + parts.panels.length * panelLinesMin
  const shown = hasChart
    ? Math.max(3, Math.min(all, Math.floor(rowsLeft * 0.4), most - chartRows))
    : Math.max(1, most + 1)
  const table = tickerLines(state, screen, { now, isLive, shown: Math.min(shown, most + 1) })
  const lines = [...table.lines, ...summary]
  const place = paint(table.place, 'dim', screen.colour)
  if (!hasChart) return [...lines, place]
  return [...lines, place, ...chartLines(state, screen, rowsLeft - lines.length - 1, parts)]
}

/** The header and the lines around the selected ticker, and their position among all. */
function tickerLines(
  state: WatchState,
  screen: WatchScreen,
  { now, isLive, shown }: { now: number; isLive: boolean; shown: number },
): { lines: string[]; place: string } {
  const { columns, colour, ascii } = screen
  const all = shownLines(state)
  const at = all.findIndex((line) => 'ticker' in line && line.ticker === state.chosen)
  const from = Math.max(0, Math.min(at - Math.floor(shown / 2), all.length - shown))
  const inSight = all.slice(from, from + shown)
  const tickers = inSight.flatMap((line) => ('ticker' in line ? [line.ticker] : []))
  const look = { width: columns - 2, colour, isAscii: ascii === true, isLive, now }
  const { header, lines } = tableLines(state, tickers, look)
  const rows = lines.values()
  const place = all.length > shown ? `  ${placeWords(shownTickers(state), tickers)}` : ''
  const drawn = inSight.map((line) => {
    if ('title' in line) return paint(`  ${line.title}`, 'dim', colour)
    const mark = line.ticker === state.chosen ? paint('>', 'bold', colour) : ' '
    return `${mark} ${rows.next().value ?? ''}`
  })
  return { lines: [`  ${header}`, ...drawn], place }
}

/** @example placeWords(['A', 'B', 'C'], ['B', 'C']) // '2–3 of 3' */
function placeWords(all: readonly string[], inSight: readonly string[]): string {
  const from = all.indexOf(inSight[0] ?? '')
  return `${from + 1}–${from + inSight.length} of ${all.length}`
}

function summaryLines(state: WatchState): string[] {
  const changes = changesOf(state)
  if (changes.length < 2) return []
  const up = changes.filter(({ change }) => change > 0).length
  const down = changes.filter(({ change }) => change < 0).length
  const mean = changes.reduce((sum, { change }) => sum + change, 0) / changes.length
  const named = ({ ticker, change }: (typeof changes)[number]) =>
    `${sanitise(ticker)} ${formatPercent(change)}`
  return [
    `  ${up} up, ${down} down; mean ${formatPercent(mean)}; best ${named(changes[0]!)}; worst ${named(changes.at(-1)!)}`,
  ]
}

function chartLines(
  state: WatchState,
  screen: WatchScreen,
  height: number,
  parts: ReturnType<typeof partsOf>,
): string[] {
  const { frame, chart, hasVolume, indicator, chosen } = state
  const bars = barsOf(state)
  const name = [sanitise(chosen), sanitise(nameOf(state, chosen))].filter(Boolean).join('  ')
  const barsText = `${frame.name} of ${frame.interval} bars`
  if (bars === undefined) {
    const { perChart, unit } = state.money
    const price = perChart > 0n ? `: ${usdcText(perChart)} ${unit}` : ''
    return [`${name}  $ ${barsText}${price}, Enter buys`]
  }
  const range = dayRange({ ticker: chosen, state })
  const row = state.quotes.get(chosen)
  const extended = row && extendedText(row)
  const price = row
    ? `${priceText(row, 'price')} ${unitOf(row)}  ${extended ? `${extended}  ` : ''}`
    : ''
  const kind = chart === 'none' ? 'line' : chart
  const legend = parts.overlays.length > 0 ? `; ${indicator}` : ''
  const day = frame.isIntraday && range ? `day ${rangeWords(range, chosen)}; ` : ''
  const [full, short] = [day, ''].map((words) => `${name}  ${price}${words}${barsText}${legend}`)
  const title = textWidth(full!) <= screen.columns ? full! : short!
  if (bars.length === 0) return [title, 'There are no bars for this ticker in this range.']
  if (height < chartRowsMin + 1) return [title]
  const drawn = drawChart(bars, kind, screen, {
    ...parts,
    height: height - 1,
    volume: hasVolume,
    zone: zoneOf(chosen),
    priceText: priceFormatOf(chosen).price,
  })
  return [title, ...drawn.split('\n')]
}

/** The indicator, computed from the present bars. */
function partsOf(bars: readonly ChartBar[], indicator: string | undefined) {
  if (indicator === undefined) return { overlays: [], panels: [] }
  const computed = indicatorsOf([{ ticker: '', bars }], readIndicators(indicator))
  return chartParts(computed.get('') ?? [], bars)
}

function footLines(state: WatchState, { columns, colour }: WatchScreen, now: number): string[] {
  const { prompt, message, isHelp } = state
  const words = isHelp ? 'any key returns  q quit' : keysLine(columns)
  const keys = prompt ? promptLine(prompt) : paint(words, 'dim', colour)
  return [
    paint(truncate(sanitise(message), columns), 'warn', colour),
    moneyWords(state, now, columns),
    keys,
  ]
}

const keyWords = [
  'j k move',
  '←→ range',
  'c chart',
  's sort',
  'g group',
  '% unit',
  '/ add',
  'x remove',
  '? keys',
]
const moreKeyWords = [
  'j k move',
  '←→ range',
  'c chart',
  'v volume',
  'i indicator',
  's sort',
  'g group',
  '% unit',
  'p pause',
  '/ add',
  'x remove',
  'u undo',
  '? keys',
  'q quit',
]
const fewKeyWords = ['j k move', '←→ range', '/ add', 'x remove', '? keys', 'q quit']

/** As many keys as fit. The help lists all. */
function keysLine(columns: number): string {
  const mostKeyWords = moreKeyWords.filter((words) => words !== 'i indicator')
  const lines = [moreKeyWords, mostKeyWords, keyWords, fewKeyWords].map((words) => words.join('  '))
  return lines.find((line) => textWidth(line) <= columns) ?? '? keys  q quit'
}

function promptLine(prompt: Prompt): string {
  if (prompt.kind === 'add') return `Ticker to add (Enter, Esc): ${prompt.text}_`
  if (prompt.kind === 'find') return `Name to find (Enter, Esc): ${prompt.text}_`
  const row = prompt.rows[prompt.chosen]
  const name = row ? `${textIn(row, 'ticker')} ${textIn(row, 'name')}` : ''
  return `${prompt.chosen + 1} of ${prompt.rows.length}: ${sanitise(name)} (↑↓, Enter adds, Esc)`
}

function helpLines({ colour }: WatchScreen): string[] {
  const width = keyHelp.reduce((widest, [keys]) => Math.max(widest, textWidth(keys)), 0)
  return [
    '',
    ...keyHelp.map(
      ([keys, does]) => `  ${paint(pad(keys, width, 'left'), 'bold', colour)}  ${does}`,
    ),
    '',
    '  Besides the polls, only Enter, r, f and a new ticker pay.',
    '  Bars are bought once.',
  ]
}
