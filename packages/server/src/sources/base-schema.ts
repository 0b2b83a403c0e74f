/** Types that all connectors share. Connectors extend them with `extend type`. */
export const baseSchema = /* GraphQL */ `
  "Price of a field: credits for one fetch, counted per item of a list argument and per page of 20."
  directive @cost(
    "Credits for one fetch."
    credits: Int!
    "List argument whose length multiplies this field and everything below it."
    timesOf: String
    "Argument that limits the items; they are charged by the page of 20."
    pagesOf: String
    "Two arguments whose values multiply the credits, by the table of the tariff."
    factorsOf: [String!]
  ) on FIELD_DEFINITION

  type Query

  "A company, a crypto asset or an index. Each field below it is another data area."
  type Entity {
    "Stable identifier, e.g. cik:0000320193, fund:VOO, crypto:BTC, index:GSPC."
    id: ID!
    "Name in the directory."
    name: String!
    "EQUITY (companies and funds), CRYPTO or INDEX."
    type: EntityType!
    "The requested ticker, normalised."
    ticker: String!
    "All tickers of the entity."
    tickers: [String!]!
    "SEC filer identifier, ten digits; null for entities that do not file."
    cik: String
  }

  "Kind of entity."
  enum EntityType {
    EQUITY
    CRYPTO
    INDEX
  }

  "Bounds, order and page of a time-ordered list. Sorted before it is paged."
  input ArrayFilterInput {
    "Most items returned, 1 to 500."
    limit: Int = 20
    "Items skipped after sorting."
    offset: Int = 0
    "ASC or DESC over the time-ordered field; DESC is newest first."
    sort: String = "DESC"
    "Inclusive lower bound, ISO 8601 date or date-time."
    since: String
    "Inclusive upper bound, ISO 8601 date or date-time."
    until: String
  }

  "A figure of a row in the newest report that changed it, on the share basis of the row."
  type Restatement {
    "Field of the row, e.g. netIncome."
    field: String!
    "Today's value of the figure."
    value: Float!
    "Day of that report."
    filed: String!
    "Form of that report, e.g. 10-K."
    form: String!
    "SEC accession number of that report."
    accession: String!
  }

  "One observation of a series."
  type MacroPoint {
    "Day, or first day of the period, ISO 8601."
    date: String!
    "Value in the unit of the series; null if the source publishes none."
    value: Float
    "Unit of the value, if the source states one."
    unit: String
    """
    Name of the series, as its publisher writes it, where the source states it. Of macroSeries
    alone.
    """
    title: String
    """
    How often the series has a value, by its newest observations: daily, weekly, biweekly, monthly,
    quarterly, semiannual or annual. Of macroSeries alone.
    """
    frequency: String
    """
    Seasonally Adjusted, Seasonally Adjusted Annual Rate or Not Seasonally Adjusted, where the
    source states it. Of macroSeries alone.
    """
    seasonalAdjustment: String
  }
`
