import { indicatorRules, type Parameter } from '@fiq/shared/indicators/indicator-rules'

/** Type names of indicators with more than one output. The others share one type. */
const typeOf: Readonly<Record<string, string>> = { macd: 'MacdValue', bollinger: 'BollingerValue' }

/** Outputs by type, with the unit of each. */
const outputs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Indicator: { value: 'Value, in the unit of the indicator.' },
  Macd: {
    macd: 'Fast average minus slow average, in the unit of the price.',
    signal: 'Signal line: exponential moving average of macd, in the unit of the price.',
    histogram: 'macd minus signal, in the unit of the price.',
  },
  Bollinger: {
    upper: 'Upper band, in the unit of the price.',
    middle: 'Middle band: simple moving average of the close, in the unit of the price.',
    lower: 'Lower band, in the unit of the price.',
  },
}

/** The schema of the indicators, from their table. */
export const technicalsSdl: string = /* GraphQL */ `
  extend type Query {
    """
    Technical indicators over the bars of a ticker, or over bars that the query contains. Give either
    ticker or bars. range and interval are those of priceHistory and apply to a ticker only.
    """
    technicals(
      "Ticker whose bars are used."
      ticker: String
      range: String = "1y"
      interval: String = "1d"
      "Bars in any order, 1 to 5,000."
      bars: [BarInput!]
    ): Technicals
  }

  "One bar of the query. An indicator skips bars without a value that it needs."
  input BarInput {
    "Day, or date-time with its offset, ISO 8601."
    date: String!
    "First price."
    open: Float
    "Highest price."
    high: Float
    "Lowest price."
    low: Float
    "Last price."
    close: Float!
    "Number of shares or coins traded."
    volume: Float
  }

  extend type Entity {
    """
    Technical indicators over the bars of the entity, computed as TA-Lib defines them. range is one of
    1d, 5d, 1mo, 3mo, 6mo, 1y, 2y, 5y, 10y, ytd and max. interval is one of 1m, 5m, 15m, 30m, 60m, 1d,
    1wk and 1mo.
    """
    technicals(range: String = "1y", interval: String = "1d"): Technicals
  }

  "Indicators over one set of bars. Each returns its newest value, and the values of earlier bars in series."
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
  "Newest value of an indicator. Its values are null if reason is set."
  type ${name}Value {
    ${lines('')}
    "Date of the newest bar, in the form of its date."
    date: String
    "Reason for a missing value, e.g. too few bars. Null if there is a value."
    reason: String
    "Values of the bars that have one, newest first."
    series(filter: ArrayFilterInput): [${name}Point!]!
  }

  "Value of an indicator at one bar."
  type ${name}Point {
    "Date of the bar: a day, or a date-time for bars shorter than a day. ISO 8601."
    date: String!
    ${lines('!')}
  }
`
}
