import { html } from 'hono/html'
import { ageText, changeText, priceText, shortText } from '../charts/figures.ts'
import { type Line, lineChart, lineKey, linesMax } from '../charts/line-chart.ts'
import type { Markup } from '../layout/layout.ts'
import { type Cited, citedIn, listAt, numberAt, objectAt, textAt } from './read-answer.ts'

/** Draws the answer of the example query: a chart of the year, and a row for each company. */
export function benchAnswer(body: unknown): Markup {
  const lines = changesOf(body)
  const companies = listAt(body, 'data', 'entitiesByTickers')
  const sources = new Set(citedIn(body).map(({ source }) => source))
  const title = `${countText(companies.length, 'company', 'companies')}, ${countText(sources.size, 'source', 'sources').toLowerCase()}`
  return html`<div class="row apart">
      <h2>${title}</h2>
      <div class="keys">
        ${lines.map(
          ({ name, values }, at) =>
            html`<span>${lineKey(at)}<b>${name}</b> ${changeMark(values.at(-1) ?? 0, 1)}</span>`,
        )}
      </div>
    </div>
    ${lines.length > 0 ? chartOf(lines) : ''} ${tableOf(body, companies)}`
}

/** A percentage change with its sign and a triangle. */
export function changeMark(percent: number, decimals = 2): Markup {
  const kind = percent < 0 ? 'down' : percent > 0 ? 'up' : ''
  return html`<span class="${kind}">${changeText(percent, decimals)}</span>`
}

function chartOf(lines: readonly Line[]): Markup {
  const changes = lines.map(({ name, values }) => `${name} ${changeText(values.at(-1) ?? 0, 1)}`)
  return html`<figure>
    ${lineChart({
      lines,
      label: `Change over one year: ${changes.join(', ')}`,
      textOf: (percent) => changeText(percent, 0),
    })}
  </figure>`
}

/** The closes of each history in percent of its first close. */
function changesOf(body: unknown): readonly Line[] {
  return listAt(body, 'data', 'priceHistory')
    .map((history) => {
      const bars = listAt(history, 'bars').flatMap((bar) => {
        const ms = Date.parse(textAt(bar, 'date') ?? '')
        const close = numberAt(bar, 'close')
        return Number.isNaN(ms) || close === undefined ? [] : [{ ms, close }]
      })
      const first = bars[0]?.close ?? 0
      return {
        name: textAt(history, 'ticker') ?? '',
        times: bars.map(({ ms }) => ms),
        values: bars.map(({ close }) => (first === 0 ? null : (close / first - 1) * 100)),
      }
    })
    .filter(({ times }) => times.length > 1)
    .slice(0, linesMax)
}

/** A column: the member of the answer that it shows, and how it formats the cell of a company. */
type Column = {
  path: string
  head(companies: readonly unknown[]): string
  cell(company: unknown): Markup | string | undefined
}

const columns: readonly Column[] = [
  {
    path: 'market',
    head: (companies) => `Price${currencyOf(companies)}`,
    cell: (company) => textOf(numberAt(company, 'market', 'price'), priceText),
  },
  {
    path: 'market',
    head: () => 'Day',
    cell: (company) => {
      const percent = numberAt(company, 'market', 'changePercent')
      return percent === undefined ? undefined : changeMark(percent)
    },
  },
  {
    path: 'technicals',
    head: () => 'RSI 14',
    cell: (company) =>
      textOf(numberAt(company, 'technicals', 'rsi', 'value'), (value) => value.toFixed(1)),
  },
  {
    path: 'financials.income',
    head: (companies) => `Revenue${yearOf(companies)}`,
    cell: (company) => textOf(numberAt(company, 'financials', 'income', 0, 'revenue'), shortText),
  },
  {
    path: 'shortInterest',
    head: () => 'Days to cover',
    cell: (company) =>
      textOf(numberAt(company, 'shortInterest', 0, 'daysToCover'), (days) => days.toFixed(2)),
  },
  {
    path: 'risk.sanctions',
    head: () => 'Sanctions',
    cell: (company) => {
      const { matched } = objectAt(company, 'risk', 'sanctions')
      if (typeof matched !== 'boolean') return undefined
      return matched ? 'match' : 'no match'
    },
  },
]

function tableOf(body: unknown, companies: readonly unknown[]): Markup {
  const cited = citedIn(body)
  const present = columns.filter(({ cell }) => companies.some((each) => cell(each) !== undefined))
  return html`<div class="scroll pin" tabindex="0" role="region" aria-label="Result as a table">
    <table data-result>
      <thead>
        <tr>
          <th scope="col">Company</th>
          ${present.map(({ head }) => html`<th scope="col" class="num">${head(companies)}</th>`)}
        </tr>
        <tr class="src">
          <td>${sourceText(cited, /^entitiesByTickers(\.\d+)?$/)}</td>
          ${spansOf(present).map(
            ({ path, span }) =>
              html`<td class="num" colspan="${span}">${sourceText(cited, pathPattern(path))}</td>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${companies.map(
          (company) => html`<tr>
            <th scope="row">${textAt(company, 'ticker')} <span class="muted">${shortName(textAt(company, 'name') ?? '')}</span></th>
            ${present.map(({ cell }) => html`<td class="num">${cell(company) ?? '–'}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** Groups adjacent columns of one source, which share the cell that names it. */
function spansOf(present: readonly Column[]): readonly { path: string; span: number }[] {
  return [...Map.groupBy(present, ({ path }) => path)].map(([path, of]) => ({
    path,
    span: of.length,
  }))
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^entitiesByTickers\\.\\d+\\.${path.replaceAll('.', '\\.')}`)
}

/** The source of a column and the age of its oldest value. */
function sourceText(cited: readonly Cited[], pattern: RegExp): string {
  const oldest = oldestOf(cited, pattern)
  return oldest ? `${shortSource(oldest)}, ${ageText(oldest.asOf, oldest.retrievedAt)}` : ''
}

function oldestOf(cited: readonly Cited[], pattern: RegExp): Cited | undefined {
  return cited
    .filter(({ path }) => pattern.test(path))
    .toSorted((one, other) => ((one.asOf ?? '') < (other.asOf ?? '') ? -1 : 1))[0]
}

/** @example shortSource({ source: 'FINRA Query API, consolidated short interest' }) // 'FINRA' */
function shortSource({ source }: Pick<Cited, 'source'>): string {
  return source.split(',')[0]!.replace(/ Finance| Query API| company/, '')
}

/** A value of the example query, with its source. */
export type CitedValue = Pick<Cited, 'source' | 'asOf'> & { name: string }

/** Values of a company in the answer of the example query, those of different sources first. */
export function citedValues(body: unknown): readonly CitedValue[] {
  const cited = citedIn(body)
  const values = [
    ['price', 'market'],
    ['revenue', 'financials.income'],
    ['daysToCover', 'shortInterest'],
    ['rsi', 'technicals'],
  ] as const
  return values.flatMap(([name, path]) => {
    const oldest = oldestOf(cited, pathPattern(path))
    return oldest ? [{ name, source: shortSource(oldest), asOf: oldest.asOf }] : []
  })
}

function currencyOf(companies: readonly unknown[]): string {
  const all = new Set(companies.map((each) => textAt(each, 'market', 'currency')))
  const [only] = all
  return all.size === 1 && only !== undefined ? `, ${only}` : ''
}

function yearOf(companies: readonly unknown[]): string {
  const all = new Set(
    companies.map((each) => numberAt(each, 'financials', 'income', 0, 'fiscalYear')),
  )
  const [only] = all
  return all.size === 1 && only !== undefined ? ` ${only}` : ''
}

/** @example shortName('MICROSOFT CORP') // 'Microsoft' */
function shortName(name: string): string {
  const words = name.replace(/[,.]?\s+(inc|corp|corporation|co|ltd|plc|company)\.?$/i, '')
  return words.length > 6 && words === words.toUpperCase()
    ? words.toLowerCase().replace(/\b\w/g, (letter) => letter.toUpperCase())
    : words
}

function textOf(value: number | undefined, text: (value: number) => string): string | undefined {
  return value === undefined ? undefined : text(value)
}

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

function countText(count: number, one: string, many: string): string {
  return `${words[count] ?? count} ${count === 1 ? one : many}`
}
