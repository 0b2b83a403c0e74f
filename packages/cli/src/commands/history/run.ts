import type { Answer, CliContext, Screen } from '../../context.ts'
import type { ChartKind } from '../../terminal/chart/draw-chart.ts'
import { askTool } from '../ask-tool.ts'
import type { Given } from '../declaration.ts'
import { argumentsOf, optionOf } from '../given.ts'
import { present } from '../present.ts'
import { type Row, rowsOf } from '../rows.ts'
import { upperCased } from '../upper-cased.ts'
import { historyView } from './view.ts'

export async function run(context: CliContext, given: Given): Promise<void> {
  const range = optionOf(given, 'range')
  const interval = optionOf(given, 'interval')
  const { answer, value } = await askTool(context, 'priceHistory', {
    tickers: argumentsOf(given, 'tickers').map(upperCased),
    range,
    interval,
  })
  const kind = optionOf(given, 'chart') as ChartKind | undefined
  const histories = rowsOf(value)
  const view = (screen: Screen) =>
    histories
      .map((history) =>
        historyView(history, {
          kind,
          period: `${range ?? '1y'} of ${interval ?? '1d'} bars`,
          asOf: staleDate(answer),
          now: context.now(),
          screen,
        }),
      )
      .join('\n\n')
  present(context, answer, { value, view, rows: histories.flatMap(barRows) }, judged(value))
}

/**
 * A ticker without bars is no answer, even though its row says the ticker; and a tool without a
 * value is none either, which as rows would be an empty list, and that is an answer.
 */
function judged(value: unknown): unknown {
  return Array.isArray(value) ? rowsOf(value).map(({ bars }) => bars) : value
}

/** One row a bar, with its ticker: what a spreadsheet wants. */
function barRows({ ticker, bars }: Row): readonly Row[] {
  return rowsOf(bars).map((bar) => ({ ticker, ...bar }))
}

function staleDate({ sources }: Answer): string | undefined {
  return sources.find(({ stale, asOf }) => stale && asOf !== undefined)?.asOf
}
