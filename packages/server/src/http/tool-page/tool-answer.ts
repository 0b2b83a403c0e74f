import { fieldWord } from '@fiq/shared/answers/field-word'
import type { Tool } from '@fiq/shared/catalog/tool'
import { html } from 'hono/html'
import { citedIn } from '../bench/read-answer.ts'
import { type Candle, candleChart, candlesMax } from '../charts/candle-chart.ts'
import { ageText, changeText, numberText, priceText, shortText } from '../charts/figures.ts'
import { type Line, lineChart, lineKey, linesMax } from '../charts/line-chart.ts'
import { counted } from '../layout/count-words.ts'
import type { Markup } from '../layout/layout.ts'
import { columnsOf, type Row, rowsAt } from './rows.ts'
import { tabList, tabPanel } from './snippets.ts'

/** Maximum rows of the table. The file of a result has all rows. */
const rowsMax = 500
/** Maximum characters of JSON on the page. */
const jsonMax = 60_000

/**
 * Draws an answer as chart, table and JSON, with its sources below. Without dates there is no
 * chart.
 */
export function toolAnswer(tool: Tool, body: unknown): Markup {
  const rows = rowsAt(body, tool.outputPath)
  const chart = chartOf(rows)
  const parts: readonly (readonly [name: string, content: Markup])[] = [
    ...(chart ? [['Chart', chart] as const] : []),
    ['Table', tableOf(rows)],
    ['JSON', jsonOf(body)],
  ]
  return html`<header class="scripted">
      ${tabList(
        'Result',
        'result',
        parts.map(([name]) => name),
      )}
      <button class="btn sm scripted" type="button" data-csv>CSV</button>
    </header>
    ${parts.map(([, content], at) => tabPanel('result', at, content))}
    ${footerOf(tool, rows, body)}`
}

const timeColumns = ['date', 'settlementDate', 'reportedAt'] as const

function chartOf(rows: readonly Row[]): Markup | undefined {
  const time = timeColumns.find((name) => rows.some((row) => typeof row[name] === 'string'))
  if (time === undefined || rows.length < 2) return undefined
  const dated = rows
    .map((row) => ({ row, ms: Date.parse(String(row[time])) }))
    .filter(({ ms }) => !Number.isNaN(ms))
    .sort((one, other) => one.ms - other.ms)
  const tickers = new Set(rows.map((row) => row['ticker']))
  const isBars = rows.every((row) => typeof row['open'] === 'number')
  if (isBars && tickers.size === 1) return candlesOf(dated)
  const value = ['close', 'value', 'daysToCover', 'sharesShort'].find((name) =>
    rows.some((row) => typeof row[name] === 'number'),
  )
  return value === undefined ? undefined : linesOf(dated, value)
}

type Dated = readonly { row: Row; ms: number }[]

function candlesOf(dated: Dated): Markup {
  const bars = dated.flatMap(({ row, ms }) => {
    const { open, high, low, close, volume } = row
    if (typeof open !== 'number' || typeof high !== 'number') return []
    if (typeof low !== 'number' || typeof close !== 'number') return []
    return [{ ms, open, high, low, close, volume: typeof volume === 'number' ? volume : null }]
  }) satisfies Candle[]
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return html``
  const percent = (last.close / first.close - 1) * 100
  const from = new Date(first.ms).toISOString().slice(0, 10)
  const { ticker, currency: unit } = dated[0]!.row
  const name = String(ticker ?? '')
  const currency = typeof unit === 'string' ? ` ${unit}` : ''
  return html`<div class="in stack">
    <div class="row apart">
      <p>
        <b>${name}</b> ${priceText(last.close)}${currency}
        <span class="${percent < 0 ? 'down' : 'up'}">${changeText(percent)}</span>
        <span class="muted nowrap">since ${from}</span>
      </p>
      <div class="keys">
        <span><svg viewBox="0 0 20 10" class="plot" aria-hidden="true"><rect class="rise" x="6" y="1" width="8" height="8" /></svg>rose: hollow</span>
        <span><svg viewBox="0 0 20 10" class="plot" aria-hidden="true"><rect class="fall" x="6" y="1" width="8" height="8" /></svg>fell: filled</span>
      </div>
    </div>
    <figure>
      ${candleChart({
        bars,
        label: `${name} from ${from}: ${changeText(percent)}, last ${priceText(last.close)}`,
        textOf: numberText,
        volumeText: shortText,
      })}
    </figure>
    ${bars.length > candlesMax ? html`<p class="small muted">The last ${candlesMax} of ${bars.length} bars.</p>` : ''}
  </div>`
}

/** One line for each ticker or unit. Several tickers are drawn in percent of their first close. */
function linesOf(dated: Dated, value: string): Markup {
  const groups = [...Map.groupBy(dated, ({ row }) => String(row['ticker'] ?? row['unit'] ?? value))]
  const isPercent = value === 'close' && groups.length > 1
  const lines: readonly Line[] = groups.slice(0, linesMax).map(([name, of]) => {
    const values = of.map(({ row }) => (typeof row[value] === 'number' ? row[value] : null))
    const first = values.find((each) => each !== null) ?? 0
    const shown = values.map((each) =>
      each === null || first === 0 ? null : (each / first - 1) * 100,
    )
    return { name, times: of.map(({ ms }) => ms), values: isPercent ? shown : values }
  })
  const textOf = isPercent ? (percent: number) => changeText(percent, 0) : numberText
  return html`<div class="in stack">
    <div class="keys">${lines.map(({ name, values }, at) => html`<span>${lineKey(at)}<b>${name}</b> ${textOf(values.at(-1) ?? 0)}</span>`)}</div>
    <figure>
      ${lineChart({
        lines,
        label: lines
          .map(({ name, values }) => `${name}: last ${textOf(values.at(-1) ?? 0)}`)
          .join(', '),
        textOf,
        height: 330,
      })}
    </figure>
  </div>`
}

function tableOf(rows: readonly Row[]): Markup {
  if (rows.length === 0)
    return html`<p class="in muted">The answer has no rows: nothing matches these inputs.</p>`
  const columns = filledColumns(rows)
  const isNumber = (name: string) => rows.some((row) => typeof row[name] === 'number')
  const more = rows.length - rowsMax
  return html`<div class="scroll longtable" tabindex="0" role="region" aria-label="Result as a table">
      <table>
        <thead>
          <tr>${columns.map((name) => html`<th scope="col" class="${isNumber(name) ? 'num' : ''}">${fieldWord(name)}</th>`)}</tr>
        </thead>
        <tbody>
          ${rows.slice(0, rowsMax).map(
            (row) => html`<tr>
              ${columns.map((name) => html`<td class="${isNumber(name) ? 'num' : ''}">${cellOf(name, row[name])}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${more > 0 ? html`<p class="in small muted">and ${more} more. The CSV file has all rows.</p>` : ''}`
}

/** The columns with a value in at least one row. The JSON and the file have all. */
function filledColumns(rows: readonly Row[]): readonly string[] {
  const columns = columnsOf(rows)
  const filled = columns.filter((name) => rows.some((row) => (row[name] ?? null) !== null))
  return filled.length > 0 ? filled : columns
}

/** A change has the triangle of its direction. */
function cellOf(name: string, value: unknown): Markup | string {
  const text = cellText(name, value)
  if (!/^change(?:Percent)?$/.test(name) || typeof value !== 'number' || value === 0) return text
  return html`<span class="${value < 0 ? 'down' : 'up'}">${text}</span>`
}

const shortened = /^(?:volume|dollarVolume|marketCap|averageDailyVolume.*)$/
const prices =
  /^(?:price|change|open|high|low|close|adjustedClose|previousClose|preMarketPrice|day(?:Low|High)|(?:low|high)52w)$/

const ratios = /^(?:relativeVolume|score|confidence|daysToCover)$/

function cellText(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number') return numberCell(name, value).replace(/^-/, '−')
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** Volumes and sizes are short, prices have two decimals, percents their sign. The file is exact. */
function numberCell(name: string, value: number): string {
  if (name.endsWith('Percent')) return changeText(value)
  if (shortened.test(name)) return shortText(value)
  if (name === 'change') return `${value > 0 ? '+' : ''}${priceText(value)}`
  if (prices.test(name)) return priceText(value)
  if (ratios.test(name)) return value.toFixed(2)
  return value.toLocaleString('en-US', { maximumFractionDigits: 4 })
}

function jsonOf(body: unknown): Markup {
  const text = JSON.stringify(body, null, 2) ?? ''
  const shown =
    text.length > jsonMax
      ? `${text.slice(0, jsonMax)}\n… ${text.length - jsonMax} more characters`
      : text
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="Answer as JSON"><code>${shown}</code></pre></div>`
}

/** What one row is, and what several are. */
function nounsOf(rows: readonly Row[]): readonly [one: string, many: string] {
  return rows.some((row) => 'open' in row && 'close' in row) ? ['bar', 'bars'] : ['row', 'rows']
}

/** The currency of tools whose money is always in one, and whose rows do not name it. */
const unitWords: Readonly<Record<string, string>> = {
  screen: ', prices in USD',
  institutionalHoldings: ', values in USD',
  campaignFinance: ', amounts in USD',
}

function footerOf({ name }: Tool, rows: readonly Row[], body: unknown): Markup {
  const cited = [...new Map(citedIn(body).map((each) => [each.source, each])).values()]
  const sources = cited.map(
    ({ source, asOf, retrievedAt, isSandbox }) =>
      `${source}${isSandbox ? ' (sandbox)' : ''}, ${ageText(asOf, retrievedAt)}`,
  )
  const licences = [...new Set(cited.map(({ licence }) => licence))]
  return html`<footer>
    <span>${counted(rows.length, ...nounsOf(rows))}${unitWords[name] ?? ''}. ${sources.join('; ')}</span>
    <span>${licences.join('; ')}</span>
  </footer>`
}
