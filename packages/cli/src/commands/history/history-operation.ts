import { toolNamed } from '@fiq/shared/catalog/catalog'
import type { Answer } from '../../query/answer.ts'
import type { Operation } from '../../query/operation.ts'
import { toolOperation } from '../../query/tool-query.ts'
import {
  type Indicator,
  type IndicatorSeries,
  pointsFor,
  selectionOf,
  seriesIn,
} from './indicators.ts'

type BarRange = { tickers: readonly string[]; range: string; interval: string }

/**
 * The query of the tool, with the given indicators of each ticker beside it. The server computes them
 * from the same bars.
 */
export function historyOperation(bars: BarRange, indicators: readonly Indicator[]): Operation {
  const tool = toolNamed('priceHistory')!
  const operation = toolOperation(tool, bars)
  if (indicators.length === 0) return operation
  const { tickers, range, interval } = bars
  const selection = selectionOf(indicators, pointsFor(range, interval))
  const declared = tickers.map((_, place) => `$t${place}: String!`).join(', ')
  const technicals = tickers.map(
    (_, place) =>
      `t${place}: technicals(ticker: $t${place}, range: $range, interval: $interval) { ${selection} }`,
  )
  return {
    ...operation,
    query: operation.query
      .replace(/^query \(/, `query (${declared}, `)
      .replace(/\}\s*$/, `${technicals.join(' ')} }`),
    variables: {
      ...operation.variables,
      ...Object.fromEntries(tickers.map((ticker, place) => [`t${place}`, ticker])),
    },
    label: `${operation.label} with ${indicators.map(({ name }) => name).join(' ')}`.slice(0, 120),
  }
}

/** The indicators of the ticker at a place. */
export function indicatorsIn(
  { data }: Answer,
  place: number,
  indicators: readonly Indicator[],
): readonly IndicatorSeries[] {
  return seriesIn(data?.[`t${place}`], indicators)
}
