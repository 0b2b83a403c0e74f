import { toolNamed } from '@fiq/shared/catalog/catalog'
import type { Answer } from '../../query/answer.ts'
import type { Question } from '../../query/question.ts'
import { questionOf } from '../../query/tool-query.ts'
import {
  type Indicator,
  type IndicatorSeries,
  pointsFor,
  selectionOf,
  seriesIn,
} from './indicators.ts'

type Asked = { tickers: readonly string[]; range: string; interval: string }

/**
 * What is asked: the tool's own query, and beside it the indicators of each ticker where some are
 * wanted. The server computes them over the same bars.
 */
export function historyQuestion(asked: Asked, indicators: readonly Indicator[]): Question {
  const tool = toolNamed('priceHistory')!
  const question = questionOf(tool, asked)
  if (indicators.length === 0) return question
  const { tickers, range, interval } = asked
  const selection = selectionOf(indicators, pointsFor(range, interval))
  const declared = tickers.map((_, place) => `$t${place}: String!`).join(', ')
  const technicals = tickers.map(
    (_, place) =>
      `t${place}: technicals(ticker: $t${place}, range: $range, interval: $interval) { ${selection} }`,
  )
  return {
    ...question,
    query: question.query
      .replace(/^query \(/, `query (${declared}, `)
      .replace(/\}\s*$/, `${technicals.join(' ')} }`),
    variables: {
      ...question.variables,
      ...Object.fromEntries(tickers.map((ticker, place) => [`t${place}`, ticker])),
    },
    label: `${question.label} with ${indicators.map(({ name }) => name).join(' ')}`.slice(0, 120),
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
