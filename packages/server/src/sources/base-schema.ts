/** Types that all connectors share. Connectors extend them with `extend type`. */
export const baseSchema = /* GraphQL */ `
  "Price of a field in credits for one fetch. A list argument or a page of 20 items can multiply it."
  directive @cost(
    "Credits for one fetch."
    credits: Int!
    "Name of a list argument. Its length multiplies the price of this field and of all fields below it."
    timesOf: String
    "Name of the argument that limits the items. Each page of 20 items, also a partial one, costs the credits once."
    pagesOf: String
    "Names of two arguments. Their values multiply the credits by a factor in the tariff."
    factorsOf: [String!]
  ) on FIELD_DEFINITION

  type Query

  "A company, a fund, a crypto asset or an index. Most of its fields are data areas, each with its own price."
  type Entity {
    "Stable identifier, e.g. cik:0000320193, fund:VOO, crypto:BTC, index:GSPC."
    id: ID!
    "Name in the directory of companies, funds, crypto assets and indices."
    name: String!
    "EQUITY for companies and funds, CRYPTO or INDEX."
    type: EntityType!
    "The requested ticker in the spelling of the directory, e.g. BRK-B."
    ticker: String!
    "All tickers of the entity."
    tickers: [String!]!
    "SEC filer identifier (CIK), ten digits. Null for entities that do not file with the SEC."
    cik: String
  }

  "Kind of entity."
  enum EntityType {
    EQUITY
    CRYPTO
    INDEX
  }

  "Bounds, order and page of a list that has dates. The server applies the bounds first, then sorts, then cuts the page."
  input ArrayFilterInput {
    "Maximum number of items, 1 to 500."
    limit: Int = 20
    "Number of items to skip after sorting."
    offset: Int = 0
    "Order by date: DESC is newest first, ASC is oldest first."
    sort: String = "DESC"
    "Earliest date, inclusive. ISO 8601 date or date-time."
    since: String
    "Latest date, inclusive. ISO 8601 date or date-time."
    until: String
  }

  "A figure that a report after knownOn changed. Shares and figures per share count shares as of that day, without later splits."
  type Restatement {
    "Name of the changed field of the row, e.g. netIncome."
    field: String!
    "Value in the newest report of the figure, in the unit of the field."
    value: Float!
    "Filing date of that report, ISO 8601."
    filed: String!
    "Form of that report, e.g. 10-K."
    form: String!
    "SEC accession number of that report."
    accession: String!
  }

  "One observation of an economic series."
  type MacroPoint {
    "Day of the observation, or first day of its period, ISO 8601. This is not the publication date."
    date: String!
    "Value in the unit of the series. Null if the source publishes no value for the period."
    value: Float
    "Unit of the value, as the source states it. Null if it states none."
    unit: String
    """
    Name of the series, as its publisher writes it. Null if the source states none. Only
    macroSeries has it.
    """
    title: String
    """
    Frequency of the newest observations: daily, weekly, biweekly, monthly, quarterly, semiannual
    or annual. Only macroSeries has it.
    """
    frequency: String
    """
    Seasonally Adjusted, Seasonally Adjusted Annual Rate or Not Seasonally Adjusted. Null if the
    source does not state it. Only macroSeries has it.
    """
    seasonalAdjustment: String
  }
`
