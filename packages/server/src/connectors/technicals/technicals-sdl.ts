import { indicatorRules, type Parameter } from '@fiq/shared/indicators/indicator-rules'

/** Type names of indicators with more than one output. The others share one type. */
const typeOf: Readonly<Record<string, string>> = { macd: 'MacdValue', bollinger: 'BollingerValue' }

/** Outputs by type, with the unit of each. */
const outputs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Indicator: { value: 'Value, in the unit of the indicator.' },
  Macd: {
    macd: 'Fast average less slow average.',
    signal: 'Average of the differences.',
    histogram: 'Difference less signal.',
  },
  Bollinger: {
    upper: 'Upper band.',
    middle: 'Simple moving average.',
    lower: 'Lower band.',
  },
}

/** The schema of the indicators, from their table. */
export const technicalsSdl: string = /* GraphQL */ `
  extend type Query {
    """
    Technical indicators over the bars of a ticker, or over bars that come with the query: one of
    the two. range and interval are those of priceHistory and count for a ticker only.
    """
    technicals(
      "Ticker of the bars."
      ticker: String
      range: String = "1y"
      interval: String = "1d"
      "Bars in any order, 1 to 5,000."
      bars: [BarInput!]
    ): Technicals
  }

  "One bar. Indicators skip a bar without the values that they need."
  input BarInput {
    "Day, or instant with its offset, ISO 8601."
    date: String!
    "First price."
    open: Float
    "Highest price."
    high: Float
    "Lowest price."
    low: Float
    "Last price."
    close: Float!
    "Shares or coins traded."
    volume: Float
  }

  extend type Entity {
    """
    Technical indicators over the entity's bars, as TA-Lib defines them. range is one of 1d, 5d,
    1mo, 3mo, 6mo, 1y, 2y, 5y, 10y, ytd, max; interval one of 1m, 5m, 15m, 30m, 60m, 1d, 1wk, 1mo.
    """
    technicals(range: String = "1y", interval: String = "1d"): Technicals
  }

  "Indicators over one set of bars. Each returns its newest value, and a series on request."
  type Technicals {
    ${Object.entries(indicatorRules)
      .map(
        ([name, { meaning, parameters }]) => `"${meaning}"
    ${name}(${parameters.map(argument).join(', ')}): ${typeOf[name] ?? 'IndicatorValue'}`,
      )
      .join('\n\n    ')}
  }
  ${Object.entries(outputs).map(valueAndPoint).join('')}
`

function argument({ name, default: byDefault, isWhole, meaning }: Parameter): string {
  return `"${meaning}" ${name}: ${isWhole ? 'Int' : 'Float'} = ${byDefault}`
}

function valueAndPoint([name, fields]: [string, Readonly<Record<string, string>>]): string {
  const lines = (mark: string) =>
    Object.entries(fields)
      .map(([field, meaning]) => `"${meaning}"\n    ${field}: Float${mark}`)
      .join('\n    ')
  return `
  "Newest value of an indicator."
  type ${name}Value {
    ${lines('')}
    "Date of the newest bar."
    date: String
    "Why there is no value, e.g. too few bars or a flat price; null if there is one."
    reason: String
    "Bars with a value, newest first."
    series(filter: ArrayFilterInput): [${name}Point!]!
  }

  "An indicator at one bar."
  type ${name}Point {
    "Day of the bar, or its instant."
    date: String!
    ${lines('!')}
  }
`
}
