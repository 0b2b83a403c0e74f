import { toolNamed } from '@fiq/shared/catalog/catalog'
import { FiqError } from '@fiq/shared/errors'
import { type IndicatorSeries, indicatorsOf, readIndicators } from '../../bars/indicators.ts'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { flagOf, optionOf } from '../../command-line/parsed-arguments.ts'
import { withRemedy } from '../../command-line/run-tool.ts'
import { tickersOf } from '../../command-line/tickers-of.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import type { Answer } from '../../query/answer.ts'
import { type Row, rowsOf, textIn } from '../../query/rows.ts'
import { toolOperation } from '../../query/tool-query.ts'
import { comparedMax } from '../../terminal/chart/comparison.ts'
import type { ChartKind } from '../../terminal/chart/draw-chart.ts'
import { isNumber } from '../../terminal/format/format-number.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { closeAt, commonStart, comparisonView } from './comparison-view.ts'
import { historyView } from './view.ts'

/** The query of the tool, plus name and currency of each ticker, at the same price. */
export const historyDocument =
  'query ($tickers: [String!]!, $range: String = "1y", $interval: String = "1d") { priceHistory(tickers: $tickers, range: $range, interval: $interval) { ticker name currency problem bars { date open high low close volume } } }'

/** Minutes, not `1mo`. */
const isIntraday = (interval: string) => interval.endsWith('m')
const intradayRemedy =
  'Short bars reach back some days only. Choose a shorter --range or a wider --interval, or check the spelling.'

const noIndicators = 'A comparison draws no indicators. The files (--csv, --xlsx) have them.'

/** `fiq history` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const range = optionOf(args, 'range') ?? '1y'
  // The range of one day has only one daily bar.
  const interval = optionOf(args, 'interval') ?? (range === '1d' ? '5m' : '1d')
  const tickers = tickersOf(args, context.lists)
  const indicators = readIndicators(optionOf(args, 'indicator'))
  const isPercent = flagOf(args, 'percent')
  if (isPercent && tickers.length > comparedMax)
    throw new FiqError('USAGE', `--percent can compare at most ${comparedMax} tickers.`)
  const file = optionOf(args, 'xlsx')
  const workbook = file === undefined ? undefined : context.openFile(file)
  const operation = toolOperation(toolNamed('priceHistory')!, { tickers, range, interval })
  const answer = await context
    .query({ ...operation, query: historyDocument })
    .catch((error: unknown) => {
      throw isIntraday(interval) ? withRemedy(error, intradayRemedy) : error
    })
  const value = answer.data?.['priceHistory']
  const histories = rowsOf(value)
  const series = indicatorsOf(value, indicators)
  const seriesOf = (history: Row) => series.get(textIn(history, 'ticker')) ?? []
  const kind = optionOf(args, 'chart') as ChartKind | 'none' | undefined
  const view = (screen: Screen) => {
    if (isPercent) return comparisonView(histories, { screen, kind })
    const [asOf, now] = [staleDate(answer), context.now()]
    return histories
      .map((history) =>
        historyView(history, {
          kind,
          range,
          interval,
          asOf,
          now,
          series: seriesOf(history),
          screen,
        }),
      )
      .join('\n\n')
  }
  const start = isPercent ? commonStart(histories) : undefined
  const rows = histories.flatMap((history) => barRows(history, seriesOf(history), start))
  const notes = isPercent && indicators.length > 0 ? [noIndicators] : []
  if (workbook === undefined)
    return present(context, answer, { value, view, rows, notes }, judged(value))
  const { writeWorkbook } = await import('./history-workbook.ts')
  const bytes = await writeWorkbook(rows, answer)
  if (rows.length > 0) workbook.write(bytes)
  const summary = `${file}: ${rows.length} rows, and a sheet with the source of each column`
  present(
    context,
    answer,
    { value: { file, rows: rows.length }, view: () => summary },
    judged(value),
  )
}

/**
 * The value that decides whether the result is empty. A row of a ticker without bars counts as
 * empty. A tool without a value counts as empty too, although an empty list of rows would not.
 */
function judged(value: unknown): unknown {
  return Array.isArray(value) ? rowsOf(value).map(({ bars }) => bars) : value
}

/** One row for each bar, with its ticker and indicators, as spreadsheets need it. */
function barRows(
  { ticker, currency, bars }: Row,
  series: readonly IndicatorSeries[],
  start: string | undefined,
): readonly Row[] {
  const lines = series.flatMap((one) => one.lines)
  const rows = rowsOf(bars)
  const base = start === undefined ? undefined : closeAt(rows, start)
  return rows.map((bar) => {
    const date = textIn(bar, 'date')
    const values = lines.map(({ name, at }) => [name, at.get(date) ?? null] as const)
    const change = start === undefined ? {} : { changePercent: changeSince(base, bar['close']) }
    const money = { currency: currency ?? null }
    return { ticker, ...bar, ...money, ...change, ...Object.fromEntries(values) }
  })
}

/** Change in percent; `null` without an earlier value. */
function changeSince(before: number | undefined, after: unknown): number | null {
  return before && isNumber(after) ? (after / before - 1) * 100 : null
}

function staleDate({ sources }: Answer): string | undefined {
  return sources.find(({ stale, asOf }) => stale && asOf !== undefined)?.asOf
}
