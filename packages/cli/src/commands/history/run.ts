import type { Given } from '../../command-line/declaration.ts'
import { optionOf } from '../../command-line/given.ts'
import { tickersOf } from '../../command-line/tickers-of.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import type { Answer } from '../../query/answer.ts'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import type { ChartKind } from '../../terminal/chart/draw-chart.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { historyOperation, indicatorsIn } from './history-operation.ts'
import { type IndicatorSeries, readIndicators } from './indicators.ts'
import { historyView } from './view.ts'

export async function run(context: CliContext, given: Given): Promise<void> {
  const range = optionOf(given, 'range') ?? '1y'
  const interval = optionOf(given, 'interval') ?? '1d'
  const tickers = tickersOf(given)
  const indicators = readIndicators(optionOf(given, 'indicator'))
  const answer = await context.query(historyOperation({ tickers, range, interval }, indicators))
  const value = answer.data?.['priceHistory']
  const seriesOf = (history: Row) =>
    indicators.length === 0
      ? []
      : indicatorsIn(answer, tickers.indexOf(textIn(history, 'ticker')), indicators)
  const kind = optionOf(given, 'chart') as ChartKind | 'none' | undefined
  const histories = rowsOf(value)
  const view = (screen: Screen) =>
    histories
      .map((history) =>
        historyView(history, {
          kind,
          period: `${range} of ${interval} bars`,
          asOf: staleDate(answer),
          now: context.now(),
          series: seriesOf(history),
          screen,
        }),
      )
      .join('\n\n')
  present(
    context,
    answer,
    { value, view, rows: histories.flatMap((history) => barRows(history, seriesOf(history))) },
    judged(value),
  )
}

/**
 * A ticker without bars is no answer, even though its row says the ticker; and a tool without a
 * value is none either, which as rows would be an empty list, and that is an answer.
 */
function judged(value: unknown): unknown {
  return Array.isArray(value) ? rowsOf(value).map(({ bars }) => bars) : value
}

/** One row a bar, with its ticker and indicators: what a spreadsheet wants. */
function barRows({ ticker, bars }: Row, series: readonly IndicatorSeries[]): readonly Row[] {
  const lines = series.flatMap((one) => one.lines)
  return rowsOf(bars).map((bar) => ({
    ticker,
    ...bar,
    ...Object.fromEntries(
      lines.map(({ name, at }) => [name, at.get(textIn(bar, 'date')) ?? null] as const),
    ),
  }))
}

function staleDate({ sources }: Answer): string | undefined {
  return sources.find(({ stale, asOf }) => stale && asOf !== undefined)?.asOf
}
