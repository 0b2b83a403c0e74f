import { sanitise } from '@fiq/shared/sanitise'
import { quoteTable } from '../../command-line/views/quote-table.ts'
import { type Row, textIn } from '../../query/rows.ts'
import { chartRowsMin, drawChart } from '../../terminal/chart/draw-chart.ts'
import { paint, unpainted } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { tableColumnsMin } from '../../terminal/format/table.ts'
import { pad, textWidth, truncate } from '../../terminal/format/text-width.ts'
import { keyHelp } from './keys.ts'
import { marketWords, moneyWords, phaseWords, type Wordings } from './phase-words.ts'
import { barsOf, chosenTicker, type Prompt, type WatchState } from './state.ts'

export type WatchScreen = Screen & { rows: number }

/** Lines of the head and the foot. */
const headRows = 1
const footRows = 3

/** The whole view, exactly as many lines as the terminal has, none wider than it. */
export function watchLines(state: WatchState, screen: WatchScreen, now: number): string[] {
  const { columns, rows, colour } = screen
  const body = state.isHelp ? helpLines(screen) : bodyLines(state, screen, now)
  const room = Math.max(0, rows - headRows - footRows)
  const filled = [
    ...body.slice(0, room),
    ...new Array<string>(Math.max(0, room - body.length)).fill(''),
  ]
  const lines = [headLine(state, screen, now), ...filled, ...footLines(state, screen, now)]
  return lines
    .slice(0, rows)
    .map((line) =>
      textWidth(unpainted(line)) > columns ? truncate(unpainted(line), columns) : line,
    )
    .map((line) => (colour ? line : unpainted(line)))
}

function headLine(state: WatchState, { columns, colour }: WatchScreen, now: number): string {
  const title = 'fiq watch'
  const room = columns - title.length - 2
  const market = truncate(fitting(marketWords(state, now), room), room)
  return paint(title, 'bold', colour) + pad(market, columns - title.length, 'right')
}

function fitting([full, brief]: Wordings, room: number): string {
  return textWidth(full) <= room ? full : brief
}

function bodyLines(state: WatchState, screen: WatchScreen, now: number): string[] {
  const room = screen.rows - headRows - footRows
  const chart = state.chart !== 'none' && room >= chartRowsMin + 4
  const tableRoom = chart
    ? Math.max(3, Math.min(state.tickers.length + 1, Math.floor(room / 3)))
    : room
  const { lines, place } = quoteLines(state, screen, tableRoom, now)
  if (!chart) return lines
  return [...lines, place, ...chartLines(state, screen, room - lines.length - 1)]
}

/**
 * The quotes, the chosen one marked; as many around it as there is room for, and which of all these
 * are where some are not shown.
 */
function quoteLines(
  state: WatchState,
  screen: WatchScreen,
  room: number,
  now: number,
): { lines: string[]; place: string } {
  const rows = state.tickers.map((ticker): Row => state.quotes.get(ticker) ?? { ticker })
  const width = Math.max(tableColumnsMin, screen.columns - 2)
  const table = quoteTable(rows, { ...screen, columns: width }, new Date(now)).split('\n')
  const [title = '', ...quotes] = table.slice(0, rows.length + 1)
  const shown = Math.max(1, room - 1)
  const from = Math.max(0, Math.min(state.chosen - shown + 1, quotes.length - shown))
  const marked = quotes.map((line, index) => `${index === state.chosen ? '> ' : '  '}${line}`)
  const lines = [`  ${title}`, ...marked.slice(from, from + shown)]
  const all = quotes.length
  const place = all > shown ? `  ${from + 1} to ${from + shown} of ${all}` : ''
  return { lines, place: paint(place, 'dim', screen.colour) }
}

function chartLines(state: WatchState, screen: WatchScreen, height: number): string[] {
  const { frame, chart, hasVolume } = state
  const ticker = sanitise(chosenTicker(state))
  const bars = barsOf(state)
  const title = `${ticker} ${frame.name}, bars of ${frame.interval}`
  if (bars === undefined) return [title, 'The chart comes with the next answer.']
  if (bars.length === 0) return [title, 'There are no bars of it in this range.']
  const kind = chart === 'none' ? 'line' : chart
  const drawn = drawChart(bars, kind, screen, { height: height - 1, volume: hasVolume })
  return [title, ...drawn.split('\n')]
}

function footLines(state: WatchState, { columns, colour }: WatchScreen, now: number): string[] {
  const { prompt, said, phase } = state
  const isLoud = phase.kind === 'cap reached' || phase.kind === 'paused'
  const money = `${moneyWords(state)} · `
  const words = fitting(phaseWords(state, now), columns - textWidth(money))
  const third = prompt ? promptLine(prompt) : keysLine(columns)
  return [
    paint(truncate(sanitise(said), columns), 'warn', colour),
    `${money}${paint(words, isLoud ? 'warn' : undefined, colour)}`,
    prompt ? third : paint(third, 'dim', colour),
  ]
}

const keyWords = [
  '? help',
  'q quit',
  '←→ range',
  'Tab ticker',
  '/ add',
  'c chart',
  'k remove',
  'f find',
  'v volume',
  'r now',
  'Space pause',
]

/** The keys that fit, the most needed first. */
function keysLine(columns: number): string {
  return keyWords.reduce((line, words) => {
    const longer = line === '' ? words : `${line}  ${words}`
    return textWidth(longer) <= columns ? longer : line
  }, '')
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
    '  A change that needs an answer asks at once, and costs one.',
  ]
}
