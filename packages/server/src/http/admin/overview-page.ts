import { parseUsdc } from '@fiq/shared/money/usdc'
import { html } from 'hono/html'
import type { Range } from '../../storage/admin/sold-over-time.ts'
import { usdcText } from '../charts/figures.ts'
import { clockText, grouped } from '../layout/count-words.ts'
import { type Column, countColumn, dataTable, scrolled } from '../layout/data-table.ts'
import type { Markup } from '../layout/layout.ts'
import { barPlot, legend, linePlot } from '../layout/plot.ts'
import { fileLink, section } from './admin-words.ts'
import type { OverviewShape as Shape } from './shapes.ts'
import { type SourceHealth, sourceColumns, stripLegend } from './source-health.ts'

/** Words for a range and for its steps. */
const words: Readonly<Record<Range, { span: string; by: string }>> = {
  hour: { span: '1 hour', by: 'by 5 minutes' },
  day: { span: '24 hours', by: 'by hour' },
  week: { span: '7 days', by: 'by hour' },
  month: { span: '30 days', by: 'by day' },
  year: { span: '1 year', by: 'by day' },
}

/** The overview without its charts. */
export type OverviewFigures = Omit<Shape, 'drawn' | 'range'> & { range: Range }

type Step = Shape['sold'][number]
type StateRow = Shape['totals'][number]

/** Draws revenue, payments, owed answers, latency, sources and unpaid load over a time range. */
export function overviewPage(
  overview: OverviewFigures,
  sources: readonly SourceHealth[],
  nowMs: number,
): Markup {
  const { range, totals } = overview
  const { span, by } = words[range]
  const isNotEmpty = ({ count }: StateRow) => count > 0
  const states = totals.filter(isNotEmpty)
  return html`<div>${figures(overview, sources, nowMs)}</div>
    <div class="charts">${charts(overview)}</div>
    ${section('steps', `Figures ${by}`, fileLink('steps', { range }), stepTable(overview.sold))}
    ${section(
      'sources',
      'Sources',
      html`${stripLegend()} ${fileLink('sources')}`,
      dataTable(sourceColumns, sources, {
        label: 'Sources',
        empty: 'No request to a source in the last 24 hours.',
      }),
    )}
    ${section(
      'states',
      `Payments by state, ${span}`,
      fileLink('states', { range }),
      dataTable(stateColumns, states, { label: 'States', empty: 'There were no payments.' }),
    )}`
}

/** The steps with any figure, newest first. The file has all steps. */
function stepTable(sold: readonly Step[]): Markup {
  const active = sold.filter((step) => step.payments + step.creditQueries + step.quotes > 0)
  const left = sold.length - active.length
  return html`${scrolled(
    'Figures, as a table',
    dataTable(stepColumns, active.toReversed(), { label: 'Steps', empty: 'There was no request.' }),
  )}
  ${active.length > 0 && left > 0 ? html`<p class="small muted">${grouped(left)} more without a request; the CSV file has them.</p>` : ''}`
}

function figures(
  overview: OverviewFigures,
  sources: readonly SourceHealth[],
  nowMs: number,
): Markup {
  const { revenue, revenueBefore, payments, owed, times, quotes, unpaid, refused, range } = overview
  const many = (of: SourceHealth['state']) => sources.filter(({ state }) => state === of).length
  return html`<dl class="figures">
    <div>
      <dt>Revenue</dt>
      <dd>${usdcText(revenue)} <small>USDC</small></dd>
      <dd>${change(revenue, revenueBefore)} the ${range} before</dd>
    </div>
    <div>
      <dt>Payments</dt>
      <dd>${grouped(payments)}</dd>
      <dd>${meanAmount(revenue, payments)} USDC each</dd>
    </div>
    <div>
      <dt>Owed to buyers</dt>
      <dd>${grouped(owed.count)} <small>${owed.count === 1 ? 'answer' : 'answers'}</small></dd>
      <dd>
        ${
          owed.oldest === null
            ? 'nothing'
            : html`<a href="#/payments?state=owed">${usdcText(owed.amount)} USDC, ${age(nowMs - Date.parse(owed.oldest))}</a>`
        }
      </dd>
    </div>
    <div>
      <dt>Latency, median</dt>
      <dd>${times.answers === 0 ? '–' : html`${grouped(times.median)} <small>ms</small>`}</dd>
      <dd>${times.answers === 0 ? 'no answers' : `95th ${grouped(times.p95)} ms`}</dd>
    </div>
    <div>
      <dt>Sources queried</dt>
      <dd>${String(sources.length)}</dd>
      <dd>${String(many('failing'))} failing, ${String(many('slow'))} slow</dd>
    </div>
    <div>
      <dt>Quotes not paid</dt>
      <dd>${grouped(unpaid)}</dd>
      <dd>of ${grouped(quotes)}; ${grouped(refused)} refused</dd>
    </div>
  </dl>`
}

/** Mean of payments, rounded to a thousandth of a USDC. */
function meanAmount(revenue: string, payments: number): string {
  if (payments === 0) return usdcText(0n)
  const thousandths = (parseUsdc(revenue) / BigInt(payments) + 500n) / 1_000n
  return usdcText(thousandths * 1_000n)
}

/** Change against the range before. The last step of the current range is incomplete. */
function change(now: string, before: string): Markup {
  const [after, first] = [Number(now), Number(before)]
  if (first === 0) return html`0 USDC in`
  const percent = ((after - first) / first) * 100
  const text = `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`
  return html`<span class="${percent < 0 ? 'down' : 'up'}">${text}</span> on`
}

function age(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 120) return `${minutes} minutes`
  return minutes < 2_880
    ? `${Math.round(minutes / 60)} hours`
    : `${Math.round(minutes / 1_440)} days`
}

function charts({ sold, range, revenue, payments, unpaid }: OverviewFigures): Markup {
  const by = `${words[range].by}, UTC`
  const plot = (label: string) => ({
    label,
    height: 150,
    steps: sold.length,
    ticks: ticksOf(sold, range),
  })
  const panel = (title: string, aside: Markup | string, drawn: Markup) =>
    html`<section class="panel">
      <div class="row apart">
        <h2>${title}</h2>
        <span class="small muted">${aside}</span>
      </div>
      ${drawn}
    </section>`
  const of = (value: (step: Step) => number) => [sold.map(value)]
  return html`${panel(
    'Revenue, USDC',
    by,
    barPlot(
      plot(`Revenue ${by}, ${revenue} USDC in all`),
      of((step) => Number(step.revenue)),
    ),
  )}
  ${panel(
    'Payments',
    by,
    barPlot(
      plot(`Payments ${by}, ${payments} in all`),
      of((step) => step.payments),
    ),
  )}
  ${panel(
    'Latency of paid answers, ms',
    legend(['median', '95th'], 'line'),
    linePlot(plot('Latency of paid answers, median and 95th percentile, ms'), [
      sold.map(({ times }) => times?.median),
      sold.map(({ times }) => times?.p95),
    ]),
  )}
  ${panel(
    'Quotes not paid',
    by,
    barPlot(
      plot(`Quotes not paid ${by}, ${unpaid} in all`),
      of((step) => step.unpaid),
    ),
  )}`
}

function ticksOf(sold: readonly Step[], range: Range) {
  const each = Math.ceil(sold.length / 4)
  return sold.flatMap(({ at }, step) => {
    if (step % each !== 0) return []
    const day = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
    const isClock = range === 'hour' || range === 'day'
    const text = isClock ? at.slice(11, 16) : new Date(at).toLocaleDateString('en-GB', day)
    return [{ step, text }]
  })
}

const count = (name: string, value: (step: Step) => number, one = name.toLowerCase()) =>
  countColumn(name, value, [one, name.toLowerCase()])

/** Columns of the chart figures by step. Their sums are the totals at the top of the page. */
export const stepColumns: readonly Column<Step>[] = [
  { name: 'From (UTC)', is: 'head', value: ({ at }) => clockText(at) },
  {
    name: 'Revenue, USDC',
    is: 'number',
    unit: 'USDC',
    value: ({ revenue }) => revenue,
    show: ({ revenue }) => usdcText(revenue),
    sum: (rows) => sumAmounts(rows.map(({ revenue }) => revenue)),
  },
  count('Payments', ({ payments }) => payments, 'payment'),
  count('Queries on credits', ({ creditQueries }) => creditQueries, 'query on credits'),
  count('Credits', ({ credits }) => credits, 'credit'),
  { name: 'Median, ms', is: 'number', value: ({ times }) => times?.median ?? null },
  { name: '95th, ms', is: 'number', value: ({ times }) => times?.p95 ?? null },
  count('Quotes', ({ quotes }) => quotes, 'quote'),
  count('Not paid', ({ unpaid }) => unpaid),
  count('Refused', ({ refused }) => refused),
]

export const stateColumns: readonly Column<StateRow>[] = [
  {
    name: 'State',
    is: 'head',
    value: ({ state }) => state,
    show: ({ state }) => html`<a href="#/payments?state=${state}">${state}</a>`,
  },
  countColumn('Payments', (row) => row.count, ['payment', 'payments']),
  {
    name: 'USDC',
    is: 'number',
    unit: 'USDC',
    value: ({ amount }) => amount,
    show: ({ amount }) => usdcText(amount),
    sum: (rows) => sumAmounts(rows.map(({ amount }) => amount)),
  },
]

function sumAmounts(amounts: readonly string[]): string {
  return usdcText(amounts.reduce((all, each) => all + parseUsdc(each), 0n))
}
