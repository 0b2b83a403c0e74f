import type { Tariff } from '../pricing/tariff.ts'

/** Generated from the connectors by `pnpm run generate`. Do not edit. */
export const schemaText = "\"Price of a field: credits for one fetch, counted per item of a list argument and per page of 20.\"\ndirective @cost(\n  \"Credits for one fetch.\"\n  credits: Int!\n  \"List argument whose length multiplies this field and everything below it.\"\n  timesOf: String\n  \"Argument that limits the items; they are charged by the page of 20.\"\n  pagesOf: String\n  \"Two arguments whose values multiply the credits, by the table of the tariff.\"\n  factorsOf: [String!]\n) on FIELD_DEFINITION\n\ntype Query\n\n\"A company, a crypto asset or an index. Each field below it is another data area.\"\ntype Entity {\n  \"Stable identifier, e.g. cik:0000320193, fund:VOO, crypto:BTC, index:GSPC.\"\n  id: ID!\n  \"Name in the directory.\"\n  name: String!\n  \"EQUITY (companies and funds), CRYPTO or INDEX.\"\n  type: EntityType!\n  \"The requested ticker, normalised.\"\n  ticker: String!\n  \"All tickers of the entity.\"\n  tickers: [String!]!\n  \"SEC filer identifier, ten digits; null for entities that do not file.\"\n  cik: String\n}\n\n\"Kind of entity.\"\nenum EntityType {\n  EQUITY\n  CRYPTO\n  INDEX\n}\n\n\"Bounds, order and page of a time-ordered list. Sorted before it is paged.\"\ninput ArrayFilterInput {\n  \"Most items returned, 1 to 500.\"\n  limit: Int = 20\n  \"Items skipped after sorting.\"\n  offset: Int = 0\n  \"ASC or DESC over the time-ordered field; DESC is newest first.\"\n  sort: String = \"DESC\"\n  \"Inclusive lower bound, ISO 8601 date or date-time.\"\n  since: String\n  \"Inclusive upper bound, ISO 8601 date or date-time.\"\n  until: String\n}\n\n\"A figure of a row in the newest report that changed it, on the share basis of the row.\"\ntype Restatement {\n  \"Field of the row, e.g. netIncome.\"\n  field: String!\n  \"Today's value of the figure.\"\n  value: Float!\n  \"Day of that report.\"\n  filed: String!\n  \"Form of that report, e.g. 10-K.\"\n  form: String!\n  \"SEC accession number of that report.\"\n  accession: String!\n}\n\n\"One observation of a series.\"\ntype MacroPoint {\n  \"Day, or first day of the period, ISO 8601.\"\n  date: String!\n  \"Value in the unit of the series; null if the source publishes none.\"\n  value: Float\n  \"Unit of the value, if the source states one.\"\n  unit: String\n  \"\"\"\n  Name of the series, as its publisher writes it, where the source states it. Of macroSeries\n  alone.\n  \"\"\"\n  title: String\n  \"\"\"\n  How often the series has a value, by its newest observations: daily, weekly, biweekly, monthly,\n  quarterly, semiannual or annual. Of macroSeries alone.\n  \"\"\"\n  frequency: String\n  \"\"\"\n  Seasonally Adjusted, Seasonally Adjusted Annual Rate or Not Seasonally Adjusted, where the\n  source states it. Of macroSeries alone.\n  \"\"\"\n  seasonalAdjustment: String\n}\n\nextend type Query {\n  \"\"\"\n  Last prices of 1 to 100 tickers, in the requested order: equities, indices with a ^ prefix,\n  crypto symbols, pairs of currencies (EURUSD=X), futures (GC=F) and listings abroad by the\n  suffix of their exchange (VOD.L). A ticker without a price has a problem in its row and an error beside the\n  data; each row is priced, and the share of a row that failed at the server is given back as\n  credits. Null with an error when no source has any of them.\n  \"\"\"\n  quotes(tickers: [String!]!): [Quote!] @cost(credits: 1, timesOf: \"tickers\")\n}\n\nextend type Entity {\n  \"Last price, change and size.\"\n  market: Market @cost(credits: 1)\n}\n\n\"Last price of one ticker. Without a price, all fields except ticker and problem are null.\"\ntype Quote {\n  \"The requested ticker, as written in the request.\"\n  ticker: String!\n  \"Name, as the source writes it, else the directory of companies; null where neither has it.\"\n  name: String\n  \"Exchange of the listing, as the source writes it; null where it states none.\"\n  exchange: String\n  \"Last regular price in currency, or points of an index.\"\n  price: Float\n  \"Price minus previous close, same unit.\"\n  change: Float\n  \"Change in percent of the previous close.\"\n  changePercent: Float\n  \"Shares or coins traded in the session.\"\n  volume: Float\n  \"Market capitalization in currency; null for indices and where no source has it.\"\n  marketCap: Float\n  \"Close of the previous session, same unit as price.\"\n  previousClose: Float\n  \"First price of the session, same unit as price.\"\n  open: Float\n  \"Lowest price of the session so far.\"\n  dayLow: Float\n  \"Highest price of the session so far.\"\n  dayHigh: Float\n  \"Lowest price of the last 52 weeks; null where the source states none.\"\n  low52w: Float\n  \"Highest price of the last 52 weeks; null where the source states none.\"\n  high52w: Float\n  \"\"\"\n  Currency of the prices, ISO 4217; GBp, ZAc and ILA are hundredths: pence, cents, agorot. Null\n  for an index, whose prices are points, and where the source does not say.\n  \"\"\"\n  currency: String\n  \"When the price was made, ISO 8601: an instant, or the day of a daily bar.\"\n  asOf: String\n  \"PREPRE, PRE, REGULAR, POST, POSTPOST or CLOSED; null for the price of a daily bar.\"\n  marketState: String\n  \"Error code and message if there is no price.\"\n  problem: String\n}\n\n\"Last price of an entity.\"\ntype Market {\n  \"Last regular price in currency, or points of an index.\"\n  price: Float\n  \"Price minus previous close, same unit.\"\n  change: Float\n  \"Change in percent of the previous close.\"\n  changePercent: Float\n  \"Shares or coins traded in the session.\"\n  volume: Float\n  \"Market capitalization in currency; null for indices and where no source has it.\"\n  marketCap: Float\n  \"Close of the previous session, same unit as price.\"\n  previousClose: Float\n  \"First price of the session, same unit as price.\"\n  open: Float\n  \"Lowest price of the session so far.\"\n  dayLow: Float\n  \"Highest price of the session so far.\"\n  dayHigh: Float\n  \"Lowest price of the last 52 weeks; null where the source states none.\"\n  low52w: Float\n  \"Highest price of the last 52 weeks; null where the source states none.\"\n  high52w: Float\n  \"\"\"\n  Currency of the prices, ISO 4217; GBp, ZAc and ILA are hundredths: pence, cents, agorot. Null\n  for an index, whose prices are points, and where the source does not say.\n  \"\"\"\n  currency: String\n  \"When the price was made, ISO 8601: an instant, or the day of a daily bar.\"\n  asOf: String\n  \"PREPRE, PRE, REGULAR, POST, POSTPOST or CLOSED; null for the price of a daily bar.\"\n  marketState: String\n}\n\nextend type Query {\n  \"\"\"\n  Companies, funds (exchange-traded and mutual), crypto assets and indices by name or ticker, best\n  first. An exact ticker comes first, in any spelling (BRK.B, brk-b), and so does the company of a\n  filer identifier (CIK0000320193, 320193); typos in names are allowed for.\n  \"\"\"\n  searchEntities(\n    \"Name, part of a name, or ticker, 1 to 200 characters.\"\n    query: String!\n    \"Keeps one kind of entity.\"\n    type: EntityType\n    \"Most results, 1 to 50.\"\n    limit: Int = 10\n  ): [EntitySearchResult!] @cost(credits: 1, pagesOf: \"limit\")\n}\n\n\"One result of an entity search.\"\ntype EntitySearchResult {\n  \"Stable identifier, e.g. cik:0000320193, fund:VOO, crypto:BTC, index:GSPC.\"\n  id: ID!\n  \"Name in the source.\"\n  name: String!\n  \"EQUITY (companies and funds), CRYPTO or INDEX.\"\n  type: EntityType!\n  \"Tickers of the entity, the main one first.\"\n  tickers: [String!]!\n  \"0 to 1: how well it fits the query; 1 for its exact ticker.\"\n  confidence: Float!\n  \"Where the entity is listed: sec, sec-fund-tickers or nasdaq-trader (other funds), or builtin for crypto assets and indices.\"\n  source: String!\n}\n\nextend type Query {\n  \"\"\"\n  Bars of 1 to 50 tickers. range is how far back: 1d, 5d, 1mo, 3mo, 6mo, 1y, 2y, 5y, 10y, ytd\n  or max; it counts from now, and from the newest bar held where the source is a mirror or an\n  import. interval is the width of a bar: 1m, 5m, 15m, 30m, 60m, 1d, 1wk or 1mo. Without a\n  filter all bars of the range come oldest first, as a chart draws them; a filter bounds,\n  sorts (newest first unless ASC) and pages them. A ticker without bars has a problem in its\n  row and an error beside the data. Each ticker costs a credit for each 260 bars\n  that the pair of range and interval can have, whatever the filter keeps.\n  \"\"\"\n  priceHistory(tickers: [String!]!, range: String = \"1y\", interval: String = \"1d\", filter: ArrayFilterInput): [PriceHistory!] @cost(credits: 1, timesOf: \"tickers\", factorsOf: [\"range\", \"interval\"])\n}\n\n\"Bars of one ticker.\"\ntype PriceHistory {\n  \"The requested ticker, as written in the request.\"\n  ticker: String!\n  \"Name in the directory of companies, funds, indices and crypto assets; null where it has none.\"\n  name: String\n  \"Null if no source has bars; problem has the reason.\"\n  bars: [Bar!]\n  \"Error code and message if bars is null.\"\n  problem: String\n  \"\"\"\n  Currency of all prices, ISO 4217; GBp, ZAc and ILA are hundredths: pence, cents, agorot. Null\n  for an index, whose bars are points, and where the source does not say.\n  \"\"\"\n  currency: String\n  \"\"\"\n  Total return in percent, from the close of the oldest bar of the range to the close of the\n  newest, with each dividend reinvested on its ex-day; a filter does not change it. Null where\n  the source has no dividends.\n  \"\"\"\n  totalReturn: Float\n}\n\n\"\"\"\nPrices and volume of one stretch of time, on the basis of the newest split. Only adjustedClose\nis adjusted for dividends.\n\"\"\"\ntype Bar {\n  \"Day of the exchange, or start of the bar as a UTC instant, ISO 8601.\"\n  date: String!\n  \"First price, listing currency.\"\n  open: Float\n  \"Highest price, listing currency.\"\n  high: Float\n  \"Lowest price, listing currency.\"\n  low: Float\n  \"Last price, listing currency.\"\n  close: Float!\n  \"Shares or coins traded; null where the source has none.\"\n  volume: Float\n  \"\"\"\n  The close, multiplied by 1 - dividend / close of the day before for each later ex-day of the\n  range, listing currency. Null within a day and where the source has no dividends.\n  \"\"\"\n  adjustedClose: Float\n  \"\"\"\n  Cash of one share whose ex-day is in this bar, divided by later splits, listing currency; 0\n  for none. Null within a day and where the source has no dividends.\n  \"\"\"\n  dividends: Float\n  \"\"\"\n  New shares for one old share by splits in this bar: 4 for 4:1, 0.1 for 1:10, 1 for none. Null\n  within a day and where the source has no splits.\n  \"\"\"\n  splits: Float\n}\n\nextend type Query {\n  \"One company, fund, crypto asset or index by ticker. An unknown ticker is refused before it is charged.\"\n  entityByTicker(\n    \"Ticker, e.g. AAPL, BRK.B, ^GSPC, BTC-USD.\"\n    ticker: String!\n  ): Entity @cost(credits: 1)\n  \"Several entities by ticker, in the requested order. The fields below are fetched for each. An unknown ticker is null, with an error at its path; a query with only unknown tickers is refused free.\"\n  entitiesByTickers(\n    \"Tickers, 1 to 50.\"\n    tickers: [String!]!\n  ): [Entity] @cost(credits: 1, timesOf: \"tickers\")\n}\n\nextend type Entity {\n  \"Records of regulators about the entity, by name or filer identifier.\"\n  regulatory: Regulatory @cost(credits: 0)\n}\n\n\"Records of regulators about an entity.\"\ntype Regulatory\n\nextend type Query {\n  \"Current session of the US market, and its next open and close.\"\n  marketStatus: MarketStatus @cost(credits: 1)\n}\n\n\"State of the US market, by the calendar of the New York Stock Exchange.\"\ntype MarketStatus {\n  \"The regular session runs.\"\n  isOpen: Boolean!\n  \"PRE from 04:00, REGULAR from 09:30, POST from 16:00, CLOSED from 20:00, New York time.\"\n  session: MarketSession!\n  \"PREPRE, PRE, REGULAR, POST, POSTPOST or CLOSED: as session, with the night as its own states.\"\n  marketState: String!\n  \"Next start of a regular session, ISO 8601 with offset.\"\n  nextOpen: String!\n  \"Next end of a regular session, ISO 8601 with offset.\"\n  nextClose: String!\n  \"Zone of the exchange.\"\n  timezone: String!\n}\n\n\"Session of a trading day.\"\nenum MarketSession {\n  PRE\n  REGULAR\n  POST\n  CLOSED\n}\n\nextend type Query {\n  \"\"\"\n  Technical indicators over the bars of a ticker, or over bars that come with the query: one of\n  the two. range and interval are those of priceHistory and count for a ticker only.\n  \"\"\"\n  technicals(\n    \"Ticker of the bars.\"\n    ticker: String\n    range: String = \"1y\"\n    interval: String = \"1d\"\n    \"Bars in any order, 1 to 5,000.\"\n    bars: [BarInput!]\n  ): Technicals @cost(credits: 1)\n}\n\n\"One bar. Indicators skip a bar without the values that they need.\"\ninput BarInput {\n  \"Day, or instant with its offset, ISO 8601.\"\n  date: String!\n  \"First price.\"\n  open: Float\n  \"Highest price.\"\n  high: Float\n  \"Lowest price.\"\n  low: Float\n  \"Last price.\"\n  close: Float!\n  \"Shares or coins traded.\"\n  volume: Float\n}\n\nextend type Entity {\n  \"\"\"\n  Technical indicators over the entity's bars, as TA-Lib defines them. range is one of 1d, 5d,\n  1mo, 3mo, 6mo, 1y, 2y, 5y, 10y, ytd, max; interval one of 1m, 5m, 15m, 30m, 60m, 1d, 1wk, 1mo.\n  \"\"\"\n  technicals(range: String = \"1y\", interval: String = \"1d\"): Technicals @cost(credits: 1)\n}\n\n\"Indicators over one set of bars. Each returns its newest value, and a series on request.\"\ntype Technicals {\n  \"Wilder's relative strength index, 0 to 100.\"\n  rsi(\n    \"Bars, 2 to 500.\"\n    period: Int = 14\n  ): IndicatorValue @cost(credits: 0)\n  \"Moving average convergence divergence, in the unit of the price.\"\n  macd(\n    \"Bars of the fast average, less than those of the slow one.\"\n    fast: Int = 12\n    \"Bars of the slow average, up to 500.\"\n    slow: Int = 26\n    \"Bars of the signal line, 2 to 500.\"\n    signal: Int = 9\n  ): MacdValue @cost(credits: 0)\n  \"Bollinger bands, in the unit of the price.\"\n  bollinger(\n    \"Bars, 2 to 500.\"\n    period: Int = 20\n    \"Population standard deviations from the middle to a band, 0.1 to 10.\"\n    deviations: Float = 2\n  ): BollingerValue @cost(credits: 0)\n  \"Exponential moving average of the close, seeded with a simple one.\"\n  ema(\n    \"Bars, 2 to 500.\"\n    period: Int = 20\n  ): IndicatorValue @cost(credits: 0)\n  \"Simple moving average of the close.\"\n  sma(\n    \"Bars, 2 to 500.\"\n    period: Int = 20\n  ): IndicatorValue @cost(credits: 0)\n  \"Average true range, in the unit of the price.\"\n  atr(\n    \"Bars, 2 to 500.\"\n    period: Int = 14\n  ): IndicatorValue @cost(credits: 0)\n  \"Moving average of the close, weighted by volume.\"\n  vwma(\n    \"Bars, 2 to 500.\"\n    period: Int = 20\n  ): IndicatorValue @cost(credits: 0)\n  \"Money flow index, 0 to 100.\"\n  mfi(\n    \"Bars, 2 to 500.\"\n    period: Int = 14\n  ): IndicatorValue @cost(credits: 0)\n}\n\n\"Newest value of an indicator.\"\ntype IndicatorValue {\n  \"Value, in the unit of the indicator.\"\n  value: Float\n  \"Date of the newest bar.\"\n  date: String\n  \"Why there is no value, e.g. too few bars or a flat price; null if there is one.\"\n  reason: String\n  \"Bars with a value, newest first.\"\n  series(filter: ArrayFilterInput): [IndicatorPoint!]! @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"An indicator at one bar.\"\ntype IndicatorPoint {\n  \"Day of the bar, or its instant.\"\n  date: String!\n  \"Value, in the unit of the indicator.\"\n  value: Float!\n}\n\n\"Newest value of an indicator.\"\ntype MacdValue {\n  \"Fast average less slow average.\"\n  macd: Float\n  \"Average of the differences.\"\n  signal: Float\n  \"Difference less signal.\"\n  histogram: Float\n  \"Date of the newest bar.\"\n  date: String\n  \"Why there is no value, e.g. too few bars or a flat price; null if there is one.\"\n  reason: String\n  \"Bars with a value, newest first.\"\n  series(filter: ArrayFilterInput): [MacdPoint!]! @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"An indicator at one bar.\"\ntype MacdPoint {\n  \"Day of the bar, or its instant.\"\n  date: String!\n  \"Fast average less slow average.\"\n  macd: Float!\n  \"Average of the differences.\"\n  signal: Float!\n  \"Difference less signal.\"\n  histogram: Float!\n}\n\n\"Newest value of an indicator.\"\ntype BollingerValue {\n  \"Upper band.\"\n  upper: Float\n  \"Simple moving average.\"\n  middle: Float\n  \"Lower band.\"\n  lower: Float\n  \"Date of the newest bar.\"\n  date: String\n  \"Why there is no value, e.g. too few bars or a flat price; null if there is one.\"\n  reason: String\n  \"Bars with a value, newest first.\"\n  series(filter: ArrayFilterInput): [BollingerPoint!]! @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"An indicator at one bar.\"\ntype BollingerPoint {\n  \"Day of the bar, or its instant.\"\n  date: String!\n  \"Upper band.\"\n  upper: Float!\n  \"Simple moving average.\"\n  middle: Float!\n  \"Lower band.\"\n  lower: Float!\n}\n\nextend type Entity {\n  \"Statements as filed with the SEC; null for entities that do not file.\"\n  financials(\n    \"Only filings up to this day, ISO 8601, in the version of that day; restatements lists later changes.\"\n    knownOn: String\n    \"true: shares and figures per share as each report filed them, without later splits.\"\n    asReported: Boolean = false\n  ): Financials @cost(credits: 0)\n}\n\n\"Financial statements. Newest first; since and until bound the last day of the period.\"\ntype Financials {\n  \"Income statements.\"\n  income(period: FinancialPeriod = ANNUAL, filter: ArrayFilterInput): [IncomeStatement!] @cost(credits: 1, pagesOf: \"filter.limit\")\n  \"Balance sheets.\"\n  balanceSheet(period: FinancialPeriod = ANNUAL, filter: ArrayFilterInput): [BalanceSheet!] @cost(credits: 1, pagesOf: \"filter.limit\")\n  \"Cash flow statements.\"\n  cashFlow(period: FinancialPeriod = ANNUAL, filter: ArrayFilterInput): [CashFlowStatement!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"Which periods a statement covers.\"\nenum FinancialPeriod {\n  ANNUAL\n  QUARTERLY\n}\n\n\"The income statement of one period. Amounts as the latest filing reports them; null where it reports none. Shares and figures per share are on the basis of the newest report, unless asReported is given.\"\ntype IncomeStatement {\n  \"The filer's fiscal year that ends with or after the period.\"\n  fiscalYear: Int\n  \"FY for a year, Q1 to Q4 for a quarter of the fiscal year.\"\n  fiscalPeriod: String\n  \"First day of the period.\"\n  startDate: String\n  \"Last day of the period.\"\n  endDate: String!\n  \"Day of the latest filing any value of the row comes from.\"\n  filed: String!\n  \"Form of that filing, e.g. 10-K.\"\n  form: String!\n  \"SEC accession number of that filing.\"\n  accession: String!\n  \"Currency of the amounts, ISO 4217.\"\n  currency: String!\n  \"Fields of the row that are computed from reported ones, e.g. a fourth quarter.\"\n  derived: [String!]!\n  \"Fields that no sum of the statement supports: figures of notes, which may be part of another line, and lines for which the filer states several figures.\"\n  unsupported: [String!]!\n  \"Day of the first report on the share basis of the row, after the last split that the reports show; null where they show none.\"\n  shareBasisFrom: String\n  \"Shares of that basis for one share as filed: figures per share are divided by it, shares multiplied.\"\n  splitFactor: Float!\n  \"With knownOn: the figures that later reports changed. Empty without it.\"\n  restatements: [Restatement!]!\n  \"Total revenue. In whole units of the currency.\"\n  revenue: Float\n  \"Cost of goods and services sold. In whole units of the currency.\"\n  costOfRevenue: Float\n  \"Revenue less cost of revenue; computed where it is not reported. In whole units of the currency.\"\n  grossProfit: Float\n  \"Research and development expense. In whole units of the currency.\"\n  researchAndDevelopment: Float\n  \"Selling, general and administrative expense, where reported as one. In whole units of the currency.\"\n  sellingGeneralAndAdministrative: Float\n  \"Selling and marketing expense, where reported apart. In whole units of the currency.\"\n  sellingAndMarketing: Float\n  \"General and administrative expense, where reported apart. In whole units of the currency.\"\n  generalAndAdministrative: Float\n  \"Operating expenses without cost of revenue. In whole units of the currency.\"\n  operatingExpenses: Float\n  \"All costs and expenses, cost of revenue included. In whole units of the currency.\"\n  costsAndExpenses: Float\n  \"Operating income or loss. In whole units of the currency.\"\n  operatingIncome: Float\n  \"Interest expense. In whole units of the currency.\"\n  interestExpense: Float\n  \"Income less expense outside operations. In whole units of the currency.\"\n  nonoperatingIncome: Float\n  \"Income before income taxes. In whole units of the currency.\"\n  incomeBeforeTax: Float\n  \"Income tax expense; negative is a benefit. In whole units of the currency.\"\n  incomeTax: Float\n  \"Net income or loss of the parent. In whole units of the currency.\"\n  netIncome: Float\n  \"Net income or loss that earnings per share are computed from: without preferred dividends. In whole units of the currency.\"\n  netIncomeToCommon: Float\n  \"Net income and other comprehensive income of the parent. In whole units of the currency.\"\n  comprehensiveIncome: Float\n  \"Basic earnings per share, as the newest report of the period has them: later splits are not applied. In the currency.\"\n  epsBasic: Float\n  \"Diluted earnings per share, as the newest report of the period has them: later splits are not applied. In the currency.\"\n  epsDiluted: Float\n  \"Weighted average shares outstanding. A number of shares.\"\n  sharesBasic: Float\n  \"Weighted average shares outstanding, diluted. A number of shares.\"\n  sharesDiluted: Float\n  \"Dividends declared per share. In the currency.\"\n  dividendsPerShare: Float\n}\n\n\"The balance sheet of one day. Amounts as the latest filing reports them; null where it reports none. Shares and figures per share are on the basis of the newest report, unless asReported is given.\"\ntype BalanceSheet {\n  \"The filer's fiscal year that ends with or after the period.\"\n  fiscalYear: Int\n  \"FY for a year, Q1 to Q4 for a quarter of the fiscal year.\"\n  fiscalPeriod: String\n  \"Day of the balance.\"\n  endDate: String!\n  \"Day of the latest filing any value of the row comes from.\"\n  filed: String!\n  \"Form of that filing, e.g. 10-K.\"\n  form: String!\n  \"SEC accession number of that filing.\"\n  accession: String!\n  \"Currency of the amounts, ISO 4217.\"\n  currency: String!\n  \"Fields of the row that are computed from reported ones, e.g. a fourth quarter.\"\n  derived: [String!]!\n  \"Fields that no sum of the statement supports: figures of notes, which may be part of another line, and lines for which the filer states several figures.\"\n  unsupported: [String!]!\n  \"Day of the first report on the share basis of the row, after the last split that the reports show; null where they show none.\"\n  shareBasisFrom: String\n  \"Shares of that basis for one share as filed: figures per share are divided by it, shares multiplied.\"\n  splitFactor: Float!\n  \"With knownOn: the figures that later reports changed. Empty without it.\"\n  restatements: [Restatement!]!\n  \"Cash and cash equivalents. In whole units of the currency.\"\n  cashAndEquivalents: Float\n  \"Marketable securities and other investments of up to a year. In whole units of the currency.\"\n  shortTermInvestments: Float\n  \"Trade receivables, net. In whole units of the currency.\"\n  accountsReceivable: Float\n  \"Inventory, net. In whole units of the currency.\"\n  inventory: Float\n  \"Other current assets; prepaid expenses with them where the statement has one line for both. In whole units of the currency.\"\n  otherCurrentAssets: Float\n  \"All assets of up to a year. In whole units of the currency.\"\n  currentAssets: Float\n  \"Property, plant and equipment, net. In whole units of the currency.\"\n  propertyPlantAndEquipment: Float\n  \"Rights of use under operating leases. In whole units of the currency.\"\n  operatingLeaseAssets: Float\n  \"Goodwill. In whole units of the currency.\"\n  goodwill: Float\n  \"Intangible assets without goodwill, net. In whole units of the currency.\"\n  intangibleAssets: Float\n  \"Marketable securities and other investments of more than a year. In whole units of the currency.\"\n  longTermInvestments: Float\n  \"Other assets of more than a year. In whole units of the currency.\"\n  otherNoncurrentAssets: Float\n  \"All assets. In whole units of the currency.\"\n  totalAssets: Float\n  \"Trade payables. In whole units of the currency.\"\n  accountsPayable: Float\n  \"Accrued expenses. In whole units of the currency.\"\n  accruedLiabilities: Float\n  \"Revenue paid for and still to be earned within a year. In whole units of the currency.\"\n  deferredRevenueCurrent: Float\n  \"Debt taken for up to a year, commercial paper included; all debt due within a year where the statement has one line for it. In whole units of the currency.\"\n  shortTermDebt: Float\n  \"Long-term debt due within a year, convertible notes included. In whole units of the currency.\"\n  currentPortionOfLongTermDebt: Float\n  \"All liabilities of up to a year. In whole units of the currency.\"\n  currentLiabilities: Float\n  \"Debt due after more than a year, convertible notes included. In whole units of the currency.\"\n  longTermDebt: Float\n  \"Operating leases due after more than a year. In whole units of the currency.\"\n  operatingLeaseLiabilitiesNoncurrent: Float\n  \"Other liabilities of more than a year. In whole units of the currency.\"\n  otherNoncurrentLiabilities: Float\n  \"All liabilities; computed from the two sides of the sheet where it is not reported. In whole units of the currency.\"\n  totalLiabilities: Float\n  \"Redeemable shares and minority interests, which stand between liabilities and equity. In whole units of the currency.\"\n  mezzanineEquity: Float\n  \"Common stock and paid-in capital, where reported as one. In whole units of the currency.\"\n  commonStock: Float\n  \"Retained earnings; negative is an accumulated deficit. In whole units of the currency.\"\n  retainedEarnings: Float\n  \"Accumulated other comprehensive income. In whole units of the currency.\"\n  accumulatedOtherComprehensiveIncome: Float\n  \"Equity of the owners of the parent. In whole units of the currency.\"\n  stockholdersEquity: Float\n  \"Equity, minority owners included. In whole units of the currency.\"\n  totalEquity: Float\n  \"The other side of the sheet: equals total assets. In whole units of the currency.\"\n  liabilitiesAndEquity: Float\n  \"Common shares outstanding, as filed: splits that came later are not applied. A number of shares.\"\n  sharesOutstanding: Float\n}\n\n\"The cash flow statement of one period. Amounts as the latest filing reports them; null where it reports none. Shares and figures per share are on the basis of the newest report, unless asReported is given.\"\ntype CashFlowStatement {\n  \"The filer's fiscal year that ends with or after the period.\"\n  fiscalYear: Int\n  \"FY for a year, Q1 to Q4 for a quarter of the fiscal year.\"\n  fiscalPeriod: String\n  \"First day of the period.\"\n  startDate: String\n  \"Last day of the period.\"\n  endDate: String!\n  \"Day of the latest filing any value of the row comes from.\"\n  filed: String!\n  \"Form of that filing, e.g. 10-K.\"\n  form: String!\n  \"SEC accession number of that filing.\"\n  accession: String!\n  \"Currency of the amounts, ISO 4217.\"\n  currency: String!\n  \"Fields of the row that are computed from reported ones, e.g. a fourth quarter.\"\n  derived: [String!]!\n  \"Fields that no sum of the statement supports: figures of notes, which may be part of another line, and lines for which the filer states several figures.\"\n  unsupported: [String!]!\n  \"With knownOn: the figures that later reports changed. Empty without it.\"\n  restatements: [Restatement!]!\n  \"Net income or loss. In whole units of the currency.\"\n  netIncome: Float\n  \"Depreciation and amortization; the sum of both where the filer reports them apart. In whole units of the currency.\"\n  depreciationAndAmortization: Float\n  \"Compensation paid in shares. In whole units of the currency.\"\n  stockBasedCompensation: Float\n  \"Deferred income taxes. In whole units of the currency.\"\n  deferredIncomeTax: Float\n  \"Increase of receivables; positive takes cash. In whole units of the currency.\"\n  changeInReceivables: Float\n  \"Increase of inventory; positive takes cash. In whole units of the currency.\"\n  changeInInventory: Float\n  \"Increase of payables; positive brings cash. In whole units of the currency.\"\n  changeInPayables: Float\n  \"Net cash from operations. In whole units of the currency.\"\n  operatingCashFlow: Float\n  \"Paid for property, plant and equipment; positive is an outflow. In whole units of the currency.\"\n  capitalExpenditures: Float\n  \"Paid for businesses, less their cash; positive is an outflow. In whole units of the currency.\"\n  acquisitions: Float\n  \"Paid for securities; positive is an outflow. In whole units of the currency.\"\n  purchasesOfInvestments: Float\n  \"Net cash from investing; negative is an outflow. In whole units of the currency.\"\n  investingCashFlow: Float\n  \"Dividends paid; positive is an outflow. In whole units of the currency.\"\n  dividendsPaid: Float\n  \"Paid for own shares; positive is an outflow. In whole units of the currency.\"\n  stockRepurchased: Float\n  \"Received for new shares. In whole units of the currency.\"\n  stockIssued: Float\n  \"Received from new long-term debt. In whole units of the currency.\"\n  debtIssued: Float\n  \"Long-term debt repaid; positive is an outflow. In whole units of the currency.\"\n  debtRepaid: Float\n  \"Net cash from financing; negative is an outflow. In whole units of the currency.\"\n  financingCashFlow: Float\n  \"Change of cash by exchange rates. In whole units of the currency.\"\n  effectOfExchangeRates: Float\n  \"Change of cash over the period. In whole units of the currency.\"\n  netChangeInCash: Float\n  \"Operating cash flow less capital expenditures; always computed. In whole units of the currency.\"\n  freeCashFlow: Float\n  \"Income taxes paid less those refunded; without refunds where only that is reported. In whole units of the currency.\"\n  incomeTaxesPaid: Float\n  \"Interest paid, less what was capitalized; gross where only that is reported. In whole units of the currency.\"\n  interestPaid: Float\n}\n\nextend type Entity {\n  \"\"\"\n  Forms 10-K, 10-Q, 20-F, 40-F, 6-K and their amendments, by day of filing. Newest first, back\n  as far as the source reaches here.\n  \"\"\"\n  periodicFilings(filter: ArrayFilterInput): [PeriodicFiling!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"A periodic report filed with the SEC.\"\ntype PeriodicFiling {\n  \"Form type, e.g. 10-K; amendments end in /A.\"\n  form: String!\n  \"Kind of the report, and its period.\"\n  title: String!\n  \"Day of the filing.\"\n  filedAt: String!\n  \"Last day of the period the report covers.\"\n  reportDate: String\n  \"SEC accession number, e.g. 0000320193-25-000079.\"\n  accessionNumber: String!\n  \"The filer's own description of the main document.\"\n  description: String\n  \"Address of the main document; of the filing's index where it has none.\"\n  url: String!\n}\n\nextend type Regulatory {\n  \"\"\"\n  Filings of every form with the SEC, its own and those about it, by day of filing. Newest\n  first, back as far as the source reaches here.\n  \"\"\"\n  filings(\n    \"Form types to keep, e.g. 8-K; 1 to 20. An amendment is a form of its own: 8-K/A.\"\n    forms: [String!]\n    filter: ArrayFilterInput\n    \"Only filings up to this day, ISO 8601.\"\n    knownOn: String\n  ): [Filing!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"One filing with the SEC.\"\ntype Filing {\n  \"Form type, e.g. 8-K; amendments end in /A.\"\n  form: String!\n  \"Items of a current report (8-K), e.g. 2.02; empty for other forms.\"\n  items: [String!]!\n  \"Day of the filing, ISO 8601.\"\n  filedAt: String!\n  \"Last day of the period or day of the event; null for forms without one.\"\n  reportDate: String\n  \"SEC accession number, e.g. 0000320193-25-000079.\"\n  accessionNumber: String!\n  \"The filer's own description of the main document.\"\n  description: String\n  \"Address of the main document; of the filing's index where it has none.\"\n  url: String!\n}\n\nextend type Entity {\n  \"\"\"\n  Earnings by quarter as filed, newest first; since and until bound the last day of the quarter.\n  A quarter appears once its report (10-Q, 10-K) is filed, some days after the announcement.\n  Foreign companies that report only years (20-F, 40-F) have years.\n  Estimates and surprises are not public data and are not included.\n  \"\"\"\n  earnings(\n    filter: ArrayFilterInput\n    \"Only filings up to this day, ISO 8601, in the version of that day; restatements lists later changes.\"\n    knownOn: String\n    \"true: earnings per share as each report filed them, without later splits.\"\n    asReported: Boolean = false\n  ): [Earnings!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"Earnings of a filer in one quarter, or in one year if it reports no quarters. Amounts as in the latest filing.\"\ntype Earnings {\n  \"Day the results were announced: the last form 8-K under item 2.02 up to the report, ISO 8601; null where none was found.\"\n  date: String\n  \"Last day of the quarter or year, ISO 8601.\"\n  periodEnd: String!\n  \"Fiscal year.\"\n  fiscalYear: Int\n  \"Q1 to Q4 of the fiscal year, or FY for all of it.\"\n  fiscalPeriod: String\n  \"Diluted earnings per share, in the currency, on the share basis of the newest report.\"\n  epsActual: Float\n  \"Basic earnings per share, in the currency, on the same basis.\"\n  epsBasic: Float\n  \"Revenue in whole units of the currency.\"\n  revenue: Float\n  \"Net income of the parent in whole units of the currency.\"\n  netIncome: Float\n  \"Currency of the amounts, ISO 4217.\"\n  currency: String!\n  \"Fields computed from reported ones: a fourth quarter is the year minus nine months.\"\n  derived: [String!]!\n  \"Day of the latest filing with the figures.\"\n  filedAt: String!\n  \"Form of that filing, e.g. 10-Q.\"\n  form: String!\n  \"Address of the report that announced the results.\"\n  url: String\n  \"Day of the first report on the share basis of the row, after the last split that the reports show; null where they show none.\"\n  shareBasisFrom: String\n  \"Shares of that basis for one share as filed: earnings per share as filed are divided by it.\"\n  splitFactor: Float!\n  \"With knownOn: the figures that later reports changed. Empty without it.\"\n  restatements: [Restatement!]!\n}\n\nextend type Entity {\n  \"\"\"\n  Press releases on results, filed on form 8-K under item 2.02, by day of filing. Newest first;\n  at most 40 at once.\n  \"\"\"\n  earningsPressReleases(filter: ArrayFilterInput): [EarningsPressRelease!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"A press release on results. Its text is only at the address.\"\ntype EarningsPressRelease {\n  \"Kind of the release, and its reporting day.\"\n  title: String!\n  \"Day of the filing, ISO 8601.\"\n  date: String!\n  \"Day the results were announced, as the report states it.\"\n  reportDate: String\n  \"Address of the release (exhibit 99.1); of the report itself where it attaches none.\"\n  url: String!\n  \"Whether url is the release itself, not the report.\"\n  isExhibit: Boolean!\n  \"Items of the report, e.g. 2.02.\"\n  items: [String!]!\n  \"SEC accession number, e.g. 0000320193-25-000077.\"\n  accessionNumber: String!\n}\n\nextend type Entity {\n  \"\"\"\n  Trades of insiders, from forms 4 and 5 since June 2003, by day of filing; newest first, at\n  most 200 at once. One list reads at most 60 forms: give since and until\n  to reach further, or to find rare trades.\n  \"\"\"\n  insiderTrades(\n    filter: InsiderTradeFilterInput\n    \"Only forms filed up to this day, ISO 8601: later amendments are left out.\"\n    knownOn: String\n  ): [InsiderTrade!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"ArrayFilterInput over the day of filing, and conditions on the trades.\"\ninput InsiderTradeFilterInput {\n  \"Most items returned, 1 to 200.\"\n  limit: Int = 20\n  \"Items skipped after sorting.\"\n  offset: Int = 0\n  \"ASC or DESC over the day of filing; DESC is newest first.\"\n  sort: String = \"DESC\"\n  \"Inclusive lower bound, ISO 8601 date or date-time.\"\n  since: String\n  \"Inclusive upper bound, ISO 8601 date or date-time.\"\n  until: String\n  \"SEC transaction codes, e.g. P bought, S sold, A granted, M exercised, F withheld, G given.\"\n  codes: [String!]\n  \"A acquired or D disposed.\"\n  acquiredDisposed: String\n  \"Words of the insider's name, in any order.\"\n  owner: String\n  \"Role of the insider at the issuer.\"\n  role: InsiderRole\n  \"Lowest value of the trade, USD; trades without a price are left out.\"\n  minValue: Float\n  \"true: derivatives alone; false: shares alone.\"\n  derivative: Boolean\n}\n\n\"Role of an insider at the issuer.\"\nenum InsiderRole {\n  DIRECTOR\n  OFFICER\n  TEN_PERCENT_OWNER\n}\n\n\"One transaction of an insider.\"\ntype InsiderTrade {\n  \"Day of the filing, ISO 8601.\"\n  filedAt: String!\n  \"Day of the transaction, ISO 8601.\"\n  transactionDate: String\n  \"Form: 4 or 5; amendments end in /A.\"\n  form: String!\n  \"The insider, last name first, as filed; joint filers are separated by semicolons.\"\n  ownerName: String!\n  \"SEC identifier of the first insider, ten digits.\"\n  ownerCik: String\n  \"Whether an insider of the form is a director.\"\n  isDirector: Boolean!\n  \"Whether an insider of the form is an officer.\"\n  isOfficer: Boolean!\n  \"Whether an insider of the form owns ten percent of a class.\"\n  isTenPercentOwner: Boolean!\n  \"Title of the officer.\"\n  officerTitle: String\n  \"Class of the security.\"\n  securityTitle: String!\n  \"SEC transaction code, e.g. P bought, S sold.\"\n  code: String!\n  \"A acquired or D disposed.\"\n  acquiredDisposed: String\n  \"Number of shares or derivatives.\"\n  shares: Float\n  \"Price of one share or derivative, USD; null or 0 if nothing was paid.\"\n  price: Float\n  \"Shares times price, USD.\"\n  value: Float\n  \"Amount held after the transaction.\"\n  sharesOwnedFollowing: Float\n  \"Whether the holding is direct.\"\n  isDirect: Boolean!\n  \"Whether the security is a derivative, e.g. an option.\"\n  isDerivative: Boolean!\n  \"Exercise or conversion price of a derivative, USD.\"\n  exercisePrice: Float\n  \"Day a derivative expires.\"\n  expires: String\n  \"Underlying security of a derivative.\"\n  underlying: String\n  \"SEC accession number.\"\n  accessionNumber: String!\n  \"Address of the form in readable form.\"\n  url: String!\n}\n\nextend type Entity {\n  \"\"\"\n  Officers, then directors, as the newest 40 forms 3, 4 and 5 of the last\n  2 years name them. A person without a form in that time is missing; one who left\n  since the last form is still listed.\n  \"\"\"\n  executives: [Executive!] @cost(credits: 1)\n}\n\n\"An officer or director, as the latest form states it.\"\ntype Executive {\n  \"Last name first, as filed.\"\n  name: String!\n  \"Title of an officer; null for a director who is not an officer.\"\n  title: String\n  \"SEC identifier of the person, ten digits.\"\n  cik: String!\n  \"Whether the person is an officer.\"\n  isOfficer: Boolean!\n  \"Whether the person is a director.\"\n  isDirector: Boolean!\n  \"Day of the filing, ISO 8601.\"\n  reportedAt: String!\n  \"Shares of the first class reported in that filing, held after the last transaction.\"\n  sharesOwned: Float\n  \"Address of the filing in readable form.\"\n  url: String!\n}\n\nextend type Entity {\n  \"Signs of risk in public records, derived by rule. Not a judgement and not advice.\"\n  risk: Risk @cost(credits: 1)\n}\n\nextend type Regulatory {\n  \"\"\"\n  Organisations of the sanctions lists that the company's name may mean, best first. since and until\n  bound the day of the list.\n  \"\"\"\n  sanctions(filter: ArrayFilterInput): [SanctionsMatch!] @cost(credits: 2, pagesOf: \"filter.limit\")\n}\n\n\"Signs of risk in public records.\"\ntype Risk {\n  \"Whether a sanctions list held here has an organisation of the company's name.\"\n  sanctions: EntitySanctions @cost(credits: 2)\n  \"\"\"\n  Late filings, delistings, bankruptcy, auditor changes and withdrawn statements by the forms\n  that announce them, going-concern wording of the newest annual report, sanctions matches; by\n  day, newest first, at most 200 at once. extensions.sources names what answered.\n  \"\"\"\n  signals(filter: ArrayFilterInput): [RiskSignal!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"A company's name screened against the sanctions list. A convenience, not compliance screening.\"\ntype EntitySanctions {\n  \"Whether any organisation on the list has a similar enough name.\"\n  matched: Boolean!\n  \"Score of the best match, 0 to 1; null without one.\"\n  score: Float\n  \"The listed name or alias that matched best, as published.\"\n  matchedName: String\n  \"List the entry is on, as in sanctionsScreen.\"\n  listName: String\n  \"Sanctions programs of the best match, joined by a comma.\"\n  program: String\n  \"Number of matching organisations.\"\n  count: Int!\n}\n\n\"An event that may be a risk, derived by rule from a public record.\"\ntype RiskSignal {\n  \"Day of the filing or of the list, ISO 8601.\"\n  date: String!\n  \"\"\"\n  LATE_FILING, DELISTING (of the share), CLASS_REMOVAL (of matured notes, warrants, preferred\n  stock, or of a class that could not be read), BANKRUPTCY, LISTING_NOTICE, AUDITOR_CHANGE,\n  NON_RELIANCE, GOING_CONCERN or SANCTIONS_MATCH.\n  \"\"\"\n  kind: String!\n  \"Description of the event.\"\n  title: String!\n  \"The form and item, wording or list that the event is derived from.\"\n  reason: String!\n  \"Address of the record.\"\n  url: String!\n  \"SEC accession number; null if the record is not a filing.\"\n  accessionNumber: String\n}\n\nextend type Entity {\n  \"\"\"\n  Revenue by product, business segment and geography, as the filer tags it in its reports;\n  newest period first, by axis, the largest first. since and until bound the last day of the\n  period. One list reads at most 8 reports. The fourth quarter is only in the year.\n  \"\"\"\n  segmentedRevenue(period: FinancialPeriod = ANNUAL, filter: ArrayFilterInput): [SegmentedRevenue!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"Dimension by which revenue is split.\"\nenum SegmentAxis {\n  PRODUCT\n  SEGMENT\n  GEOGRAPHY\n}\n\n\"Revenue of one part of a filer. The rows include subtotals (Product) beside their parts (IPhone): add those with addsUp alone.\"\ntype SegmentedRevenue {\n  \"Dimension by which the revenue is split.\"\n  axis: SegmentAxis!\n  \"The part's name, derived from its tag.\"\n  name: String!\n  \"The part as tagged, e.g. aapl:IPhoneMember, country:US.\"\n  member: String!\n  \"Revenue in whole units of the currency.\"\n  value: Float!\n  \"Currency, ISO 4217.\"\n  currency: String!\n  \"\"\"\n  Whether the row is one of those of its axis that add up to the whole revenue of the period;\n  false for subtotals and for a second split. Null if no rows of the axis add up, as where the\n  report reconciles segments and revenue by other items.\n  \"\"\"\n  addsUp: Boolean\n  \"First day of the period, ISO 8601.\"\n  periodStart: String!\n  \"Last day of the period, ISO 8601.\"\n  periodEnd: String!\n  \"Form of the report, e.g. 10-K.\"\n  form: String!\n  \"Day of the filing, ISO 8601.\"\n  filedAt: String!\n  \"Address of the report.\"\n  url: String!\n}\n\nextend type Entity {\n  \"\"\"\n  Subsidiaries (exhibit 21 of the newest annual report), owners of more than five percent\n  (schedules 13D and 13G in XML, since December 2024), officers and directors (forms 3 to 5),\n  parent and subsidiaries by legal entity identifier (GLEIF, by exact name); by day of the filing\n  or record, newest first, of equal days by kind and name. A part that is not available is\n  left out and named in the warnings; null if none is available. One company may be named by two\n  sources.\n  \"\"\"\n  relationships(\n    \"Kinds to keep; all without it.\"\n    kinds: [RelationshipKind!]\n    filter: ArrayFilterInput\n  ): [Relationship!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"Relationship of the other party to the entity.\"\nenum RelationshipKind {\n  PARENT\n  SUBSIDIARY\n  OWNER\n  OFFICER\n  DIRECTOR\n}\n\n\"A relationship of an entity to another company or a person.\"\ntype Relationship {\n  \"Relationship of the other party to the entity.\"\n  kind: RelationshipKind!\n  \"Name as filed; people last name first.\"\n  name: String!\n  \"SEC identifier of the other party, ten digits, where the filing states it.\"\n  cik: String\n  \"Legal entity identifier of the other party, twenty characters, where the record states it.\"\n  lei: String\n  \"Jurisdiction of a parent or subsidiary, form of an owner, title of an officer.\"\n  detail: String\n  \"Percent of the class that an owner holds, 0 to 100.\"\n  percent: Float\n  \"Shares that an owner or insider holds, as stated in that filing.\"\n  shares: Float\n  \"Day of the filing or record, ISO 8601.\"\n  date: String!\n  \"Address of the filing or record.\"\n  url: String!\n}\n\nextend type Query {\n  \"\"\"\n  Entries of the SDN list, and of the other lists this server holds, that a name may be: best\n  first, one match an entry, at most 50. Empty when none scores minScore or more.\n  IMO, tail and registration numbers find their vessel, aircraft or company. Spelling, word order, scripts, legal forms, initials and common short names are allowed\n  for. The lists screened are the sources of the answer; see sanctionsLists.\n  \"\"\"\n  sanctionsScreen(\n    \"Name of a person, organisation, vessel or aircraft, 1 to 256 characters.\"\n    name: String!\n    \"ISO 3166 code, two or three letters: keeps entries tied to the country by address, nationality, citizenship, birthplace, flag or the country of their programme. A warning names the matches it leaves out.\"\n    country: String\n    \"Least score of a match, 0 to 1, 0.26 unless given. Matches of 0.95 and more are strong.\"\n    minScore: Float\n  ): [SanctionsMatch!] @cost(credits: 2)\n  \"The lists names are screened against here, and those that are not, with the reason. Free.\"\n  sanctionsLists: [SanctionsList!] @cost(credits: 0)\n}\n\n\"A sanctions list and whether names are screened against it.\"\ntype SanctionsList {\n  \"Name, as in listName of a match.\"\n  name: String!\n  \"Publisher.\"\n  source: String!\n  \"Whether names are screened against it.\"\n  isScreened: Boolean!\n  \"Parties on it.\"\n  entries: Int!\n  \"The list's own time.\"\n  asOf: String\n  \"Why it is not screened; null if it is.\"\n  reason: String\n}\n\n\"One matching entry of a sanctions list.\"\ntype SanctionsMatch {\n  \"The listed name or alias that matched best, as published.\"\n  matchedName: String!\n  \"0 to 1: the share of labelled pairs of names so alike that are one party. 0.95 and more is strong; exactly 1 for the same name after normalisation.\"\n  score: Float!\n  \"List the entry is on: SDN, OFAC Consolidated, UN, UK, EU, or CSL with the agency's list.\"\n  listName: String!\n  \"Sanctions programs, joined by a comma, e.g. SDGT, IFSR.\"\n  program: String\n  \"Sanctions programs, e.g. CUBA.\"\n  programs: [String!]!\n  \"Primary name of the entry, as published.\"\n  entityName: String!\n  \"individual, entity, vessel or aircraft.\"\n  type: String!\n  \"OFAC's number of the entry; null on other lists.\"\n  sdnId: String\n  \"The list's own number of the entry.\"\n  entryId: String!\n  \"ISO alpha-2 codes of addresses, nationalities, birthplaces and flag.\"\n  countries: [String!]!\n  \"The list's remarks: dates and places of birth, documents, links.\"\n  remarks: String\n  \"The IMO, tail or registration number by which the entry was found; null where its name matched.\"\n  matchedIdentifier: String\n}\n\nextend type Query {\n  \"\"\"\n  Holdings of the newest quarter one institution reported on form 13F, amendments included,\n  largest value first. cik is the SEC filer identifier, ten digits; limit is 1 to 500.\n  \"\"\"\n  institutionalHoldings(\n    cik: String!\n    limit: Int = 50\n    \"Only reports filed up to this day, ISO 8601.\"\n    knownOn: String\n  ): [InstitutionalHolding!] @cost(credits: 1, pagesOf: \"limit\")\n}\n\nextend type Entity {\n  \"\"\"\n  Positions in the entity that institutions reported on form 13F, with options, by day of filing:\n  newest first, of equal days the largest first. From the quarterly data set of all forms 13F.\n  \"\"\"\n  institutionalHoldings(\n    filter: ArrayFilterInput\n    \"From the newest data set whose forms had all been filed by this day, ISO 8601.\"\n    knownOn: String\n  ): [InstitutionalHolding!] @cost(credits: 1, pagesOf: \"filter.limit\")\n  \"\"\"\n  Institutions that reported the most shares of the entity on form 13F, the largest first (ASC:\n  the smallest first); since and until bound the day of filing. From the same data set.\n  \"\"\"\n  topHolders(\n    filter: ArrayFilterInput\n    \"From the newest data set whose forms had all been filed by this day, ISO 8601.\"\n    knownOn: String\n  ): [InstitutionalHolding!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"\"\"\nOne security in a form 13F. Options on it are rows of their own. The prices of its shares tell\nwhether a report states dollars or thousands; where they allow both, the total against the USD 100\nmillion from which managers report, and then the day of filing.\n\"\"\"\ntype InstitutionalHolding {\n  \"Ticker of the security; null if no public source maps the CUSIP to one.\"\n  ticker: String\n  \"Shares held at the end of the quarter; for options, the underlying shares; null for debt.\"\n  shares: Float\n  \"Value at the end of the quarter, USD, independent of the form's unit.\"\n  value: Float\n  \"Why the value is doubtful; null if it is plausible.\"\n  valueWarning: String\n  \"Share of the value of all positions of the report, percent; null in lists of holders.\"\n  weight: Float\n  \"Change of shares since the report of the quarter before, splits not considered; all of them if it is new; null where that report is not at hand, for debt, and in lists of holders.\"\n  sharesChange: Float\n  \"Last day of the reported quarter, ISO 8601. The day of filing is filedAt.\"\n  reportedAt: String\n  \"Day of the newest filing with the row, ISO 8601.\"\n  filedAt: String\n  \"Principal amount of debt, USD; null otherwise.\"\n  principal: Float\n  \"PUT or CALL for options; null for the security itself.\"\n  putCall: String\n  \"CUSIP of the security, nine characters.\"\n  cusip: String\n  \"Issuer as the form names it; null in lists of holders.\"\n  issuer: String\n  \"Class of the security as the form names it; null in lists of holders.\"\n  titleOfClass: String\n  \"Reporting institution.\"\n  holderName: String\n  \"SEC identifier of the institution, ten digits.\"\n  holderCik: String\n}\n\nextend type Query {\n  \"\"\"\n  Gross domestic product of a country, newest first, in the unit each point states. country is\n  an ISO 3166 code, three letters. type is real (constant prices), nominal (current prices) or\n  forecast (growth of real GDP in percent, outlook included). Dated by the first day of the\n  year, or of the quarter where only quarters are published.\n  \"\"\"\n  gdp(country: String!, type: String = \"real\"): [MacroPoint!] @cost(credits: 1)\n}\n\nextend type Query {\n  \"\"\"\n  Consumer price inflation of a country in percent against a year before, newest first.\n  country is an ISO 3166 code, three letters. Annual, dated by the first day of the year;\n  monthly for the United States where the annual figure has no source.\n  \"\"\"\n  inflation(country: String!): [MacroPoint!] @cost(credits: 1)\n}\n\nextend type Query {\n  \"\"\"\n  Short-term interest rate of a country in percent a year, monthly, newest first; the unit of\n  each point names the rate: the federal funds rate, the ECB's deposit facility rate, else the\n  interbank rate, else the policy rate. country is an ISO 3166 code, three letters.\n  \"\"\"\n  interestRates(country: String!): [MacroPoint!] @cost(credits: 1)\n  \"\"\"\n  Policy rate of a country's central bank in percent a year, at the end of each month, newest\n  first. country is an ISO 3166 code, three letters; members of the euro area have the ECB's.\n  \"\"\"\n  policyRates(\n    \"ISO 3166 code, three letters.\"\n    country: String!\n  ): [MacroPoint!] @cost(credits: 1)\n}\n\nextend type Query {\n  \"\"\"\n  Observations of one economic series in the unit of the series, newest first unless sorted.\n  seriesId is the identifier of FRED (CPIAUCSL, GDP, DGS10), of DBnomics with slashes\n  (AMECO/ZUTN/EA19.1.0.0.0.ZUTN), or of a series the operator imported. Series whose owner does\n  not allow selling them are refused, free. Null with an error if no source is on.\n  \"\"\"\n  macroSeries(\n    seriesId: String!\n    filter: ArrayFilterInput = {  }\n    \"The version of the series that was published on this day, ISO 8601. Series of FRED alone, on servers with a key of it.\"\n    knownOn: String\n  ): [MacroPoint!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\nextend type Query {\n  \"\"\"\n  Short interest of a US equity by ticker, listed or over the counter, twice a month, newest\n  first unless sorted. The filter bounds the settlement date.\n  \"\"\"\n  shortInterest(\n    ticker: String!\n    filter: ArrayFilterInput = {  }\n    \"Only settlements published by this day, ISO 8601. FINRA keeps the last version of each.\"\n    knownOn: String\n  ): [ShortInterestRecord!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\nextend type Entity {\n  \"Short interest by settlement date, twice a month, newest first unless sorted.\"\n  shortInterest(\n    filter: ArrayFilterInput\n    \"Only settlements published by this day, ISO 8601. FINRA keeps the last version of each.\"\n    knownOn: String\n  ): [ShortInterestRecord!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"Short positions in one security at one settlement date.\"\ntype ShortInterestRecord {\n  \"Settlement date, ISO 8601; published about eight days later.\"\n  settlementDate: String!\n  \"Shares sold short.\"\n  sharesShort: Float\n  \"Days to cover by FINRA: shares short divided by the average daily volume, 1 where that is less; null without volume.\"\n  daysToCover: Float\n  \"Shares short at the previous settlement date.\"\n  previousSharesShort: Float\n  \"Change of shares short since the previous settlement date, percent.\"\n  changePercent: Float\n  \"Mean of daily volume over the period, shares.\"\n  averageDailyVolume: Float\n}\n\nextend type Query {\n  \"\"\"\n  Campaign committees by the name of a candidate, committee or sponsor, newest cycle first. Every\n  word of the name must begin a word of the record's.\n  \"\"\"\n  campaignFinance(name: String!, filter: CampaignFinanceFilterInput = {  }): [CampaignFinanceRecord!] @cost(credits: 2, pagesOf: \"filter.limit\")\n}\n\nextend type Regulatory {\n  \"\"\"\n  Committees that the company has registered as their connected organisation, newest cycle\n  first: its political action committees. Those of subsidiaries with other names are not among\n  them. Empty, with a warning, where it has none.\n  \"\"\"\n  campaignFinance(filter: CampaignFinanceFilterInput = {  }): [CampaignFinanceRecord!] @cost(credits: 2, pagesOf: \"filter.limit\")\n}\n\n\"ArrayFilterInput and the dimensions of a committee. A record that does not state one is left out.\"\ninput CampaignFinanceFilterInput {\n  \"Most items returned, 1 to 500.\"\n  limit: Int = 20\n  \"Items skipped after sorting.\"\n  offset: Int = 0\n  \"ASC or DESC over the cycle; DESC is newest first.\"\n  sort: String = \"DESC\"\n  \"Inclusive lower bound on the last day of the cycle, ISO 8601 date or date-time.\"\n  since: String\n  \"Inclusive upper bound on the last day of the cycle, ISO 8601 date or date-time.\"\n  until: String\n  \"Two-year election cycle, an even year.\"\n  cycle: Int\n  \"Party, as the FEC abbreviates it (DEM, REP, LIB) or in full.\"\n  party: String\n  \"State, two letters.\"\n  state: String\n  \"Lowest total receipts, USD.\"\n  minRaised: Float\n  \"Committee type, one letter of the FEC: H House, S Senate, P President, Q and N PACs, O super PACs, X and Y parties.\"\n  committeeType: String\n}\n\n\"One committee in one election cycle.\"\ntype CampaignFinanceRecord {\n  \"Name of the committee as registered; of the candidate where the source has no committee.\"\n  committeeName: String!\n  \"Two-year election cycle, an even year.\"\n  cycle: Int\n  \"Party, where the committee has one.\"\n  party: String\n  \"State, two letters.\"\n  state: String\n  \"Total receipts in the cycle, USD.\"\n  totalRaised: Float\n  \"The FEC's number of the committee, e.g. C00577130.\"\n  committeeId: String\n  \"Committee type, one letter of the FEC.\"\n  committeeType: String\n  \"The committee's candidate, family name first.\"\n  candidateName: String\n  \"The FEC's number of the candidate, e.g. S4AZ00139; a candidate for two offices has two.\"\n  candidateId: String\n  \"\"\"\n  Other numbers of the candidate under which the FEC states the same receipts again in the\n  cycle. Count them once.\n  \"\"\"\n  repeatedAs: [String!]!\n  \"Last day of the period of the figures.\"\n  coverageEnd: String\n}\n\nextend type Entity {\n  \"\"\"\n  Drug approvals, recalls and shortages, device clearances and approvals of companies of this\n  name, newest first. At most 1,000 of each kind are read.\n  \"\"\"\n  fdaEvents(filter: ArrayFilterInput): [FdaEvent!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"A decision or publication of the FDA.\"\ntype FdaEvent {\n  \"DRUG_APPROVAL, DRUG_RECALL, DRUG_SHORTAGE, DEVICE_CLEARANCE, DEVICE_APPROVAL or DEVICE_RECALL.\"\n  kind: String!\n  \"Day of the decision, report or update.\"\n  date: String\n  \"Product.\"\n  title: String!\n  \"Reason or class, if the FDA states one.\"\n  detail: String\n  \"Status, or classification and status of a recall.\"\n  status: String\n  \"Number of the application, recall or package.\"\n  reference: String\n  \"Company as registered.\"\n  company: String\n}\n\nextend type Entity {\n  \"\"\"\n  Federal court cases with a party of the company's name (at most 40, where the operator has a\n  CourtListener token), and the newest litigation releases of the SEC that name it. By day of\n  filing or release, newest first.\n  \"\"\"\n  litigation(filter: ArrayFilterInput): [LitigationCase!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"A case in court, or a litigation release.\"\ntype LitigationCase {\n  \"Caption of the case, or title of the release.\"\n  caseName: String!\n  \"Court.\"\n  court: String\n  \"Day of filing, or of the release.\"\n  dateFiled: String\n  \"Day the case ended; null while it is open and for releases.\"\n  dateTerminated: String\n  \"Docket number, or number of the release.\"\n  docketNumber: String\n  \"Cause of action.\"\n  cause: String\n  \"Parties, as the court lists them.\"\n  parties: [String!]!\n  \"Address of the docket or release.\"\n  url: String\n  \"CourtListener or SEC.\"\n  source: String!\n}\n\nextend type Entity {\n  \"\"\"\n  Federal contracts awarded since October 2007 to recipients that bear the company's trade name,\n  by their first day, newest first. Subsidiaries of other names are absent.\n  \"\"\"\n  governmentContracts(filter: ArrayFilterInput): [GovernmentContract!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"A federal contract: a definitive contract, or an order under one.\"\ntype GovernmentContract {\n  \"Number of the award.\"\n  awardId: String!\n  \"Recipient as registered.\"\n  recipient: String\n  \"Obligated so far, USD; negative after larger deobligations.\"\n  amount: Float\n  \"Awarding agency.\"\n  agency: String\n  \"Description of the goods or services.\"\n  description: String\n  \"First day of performance.\"\n  startDate: String\n  \"Last day of performance.\"\n  endDate: String\n  \"Address of the award.\"\n  url: String!\n}\n\nextend type Entity {\n  \"Clinical studies sponsored or co-sponsored by the company, by the day of their last update, newest first.\"\n  clinicalTrials(filter: ArrayFilterInput): [ClinicalTrial!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"A study registered at ClinicalTrials.gov.\"\ntype ClinicalTrial {\n  \"Registry number, e.g. NCT07684144.\"\n  nctId: String!\n  \"Brief title.\"\n  title: String!\n  \"Overall status, e.g. RECRUITING, COMPLETED, TERMINATED.\"\n  status: String\n  \"Phases, e.g. PHASE2; empty if none applies.\"\n  phases: [String!]!\n  \"Conditions studied.\"\n  conditions: [String!]!\n  \"Lead sponsor.\"\n  sponsor: String\n  \"Start of the study: a day, or a month.\"\n  startDate: String\n  \"Day of the last update posted.\"\n  updatedAt: String\n  \"Address of the study.\"\n  url: String!\n}\n\nextend type Query {\n  \"\"\"\n  Headlines that contain a phrase, newest first, no duplicates. At most 200 characters.\n  Live, one query takes news of at most 5 phrases and entities.\n  \"\"\"\n  news(query: String!, filter: NewsFilterInput = {  }): [NewsArticle!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\nextend type Entity {\n  \"\"\"\n  Headlines about the entity by its trade name, newest first, no duplicates. Live, one query takes\n  news of at most 5 phrases and entities.\n  \"\"\"\n  news(filter: NewsFilterInput = {  }): [NewsArticle!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"ArrayFilterInput and the dimensions of an article.\"\ninput NewsFilterInput {\n  \"Most items returned, 1 to 500.\"\n  limit: Int = 20\n  \"Items skipped after sorting.\"\n  offset: Int = 0\n  \"ASC or DESC over the time of publication; DESC is newest first.\"\n  sort: String = \"DESC\"\n  \"Inclusive lower bound, ISO 8601 date or date-time.\"\n  since: String\n  \"Inclusive upper bound, ISO 8601 date or date-time.\"\n  until: String\n  \"Publishers, by part of their name or domain; any of them. At most 20.\"\n  sources: [String!]\n  \"Keeps titles that contain at least one of these words. At most 20.\"\n  keywords: [String!]\n  \"Language, ISO 639-1, e.g. en.\"\n  language: String\n}\n\n\"A headline with the address of its article. Copyright stays with the publisher.\"\ntype NewsArticle {\n  \"Headline.\"\n  title: String!\n  \"Time of publication, or of discovery by the source, ISO 8601.\"\n  date: String!\n  \"Publisher, by name or domain.\"\n  source: String!\n  \"Address of the article.\"\n  url: String!\n  \"Language, ISO 639-1, where the source states it.\"\n  language: String\n}\n\nextend type Entity {\n  \"Posts and comments about the entity in social networks.\"\n  social: Social @cost(credits: 0)\n}\n\n\"Social networks.\"\ntype Social {\n  \"Posts in forums about shares that contain the ticker or trade name, newest first, at most 100.\"\n  reddit(filter: ArrayFilterInput): [RedditPost!] @cost(credits: 1, pagesOf: \"filter.limit\")\n  \"Of the 100 newest comments in those forums, those that contain it.\"\n  redditComments(filter: ArrayFilterInput): [RedditComment!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"A post on Reddit.\"\ntype RedditPost {\n  \"Title.\"\n  title: String!\n  \"Time of the post, ISO 8601.\"\n  date: String!\n  \"Forum.\"\n  subreddit: String!\n  \"Votes up less votes down.\"\n  score: Int\n  \"Comments on it.\"\n  comments: Int\n  \"Address of the post.\"\n  url: String!\n}\n\n\"A comment on Reddit.\"\ntype RedditComment {\n  \"The first 300 characters.\"\n  text: String!\n  \"Time of the comment, ISO 8601.\"\n  date: String!\n  \"Forum.\"\n  subreddit: String!\n  \"Votes up less votes down.\"\n  score: Int\n  \"Address of the comment.\"\n  url: String!\n}\n\nextend type Entity {\n  \"Stories and comments on Hacker News that contain the entity's trade name, newest first.\"\n  discussions(filter: ArrayFilterInput): [Discussion!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"A story, or a comment on one. Its text is read at its address.\"\ntype Discussion {\n  \"Title of the story.\"\n  title: String!\n  \"Time of the post, ISO 8601.\"\n  date: String!\n  \"story or comment.\"\n  kind: String!\n  \"Hacker News.\"\n  source: String!\n  \"Address of the discussion.\"\n  url: String!\n  \"Points of a story.\"\n  points: Int\n  \"Comments on a story.\"\n  comments: Int\n}\n\nextend type Query {\n  \"Open prediction markets that contain every word, by the time they close. At most 200 characters.\"\n  predictions(query: String!, filter: ArrayFilterInput): [PredictionMarket!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\nextend type Entity {\n  \"Open prediction markets about the entity by its trade name, by the time they close.\"\n  predictions(filter: ArrayFilterInput): [PredictionMarket!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"A prediction market. Prices are those of its traders, not our forecasts.\"\ntype PredictionMarket {\n  \"Question as the market states it.\"\n  question: String!\n  \"Polymarket, Kalshi or Manifold (play money).\"\n  source: String!\n  \"Outcomes with their prices; empty if the source prices each answer separately.\"\n  outcomes: [PredictionOutcome!]!\n  \"Traded so far, in currency.\"\n  volume: Float\n  \"USD, or MANA: play money.\"\n  currency: String!\n  \"Whether the market uses play money.\"\n  isPlayMoney: Boolean!\n  \"When the market closes, ISO 8601.\"\n  closesAt: String\n  \"Address of the market.\"\n  url: String!\n}\n\n\"One outcome of a market.\"\ntype PredictionOutcome {\n  \"Outcome as the market states it.\"\n  name: String!\n  \"Price as a probability, 0 to 1; null without trades.\"\n  probability: Float\n}\n\nextend type Query {\n  \"Papers on a subject: the most relevant of each catalogue, newest first, without duplicates. At most 200 characters.\"\n  research(query: String!, filter: ArrayFilterInput): [ResearchPaper!] @cost(credits: 5, pagesOf: \"filter.limit\")\n}\n\nextend type Entity {\n  \"Papers that contain the entity's trade name, newest first, without duplicates.\"\n  research(filter: ArrayFilterInput): [ResearchPaper!] @cost(credits: 5, pagesOf: \"filter.limit\")\n}\n\n\"A paper or preprint.\"\ntype ResearchPaper {\n  \"Title.\"\n  title: String!\n  \"Authors, in their order.\"\n  authors: [String!]!\n  \"Day of publication; the first day of the month or year if only that is known.\"\n  publishedAt: String\n  \"Catalogue of the paper: OpenAlex, Crossref or arXiv.\"\n  source: String!\n  \"Journal, series or publisher.\"\n  venue: String\n  \"DOI.\"\n  doi: String\n  \"Citations counted by the catalogue.\"\n  citations: Int\n  \"Address of the paper.\"\n  url: String!\n}\n\nextend type Query {\n  \"\"\"\n  Valuation of the large-cap US equity index, newest first. series is one of pe-ratio,\n  pe-ratio-ttm, shiller-pe, price-to-book, price-to-sales, dividend-yield, earnings-yield.\n  Earnings are those of twelve months, so pe-ratio and pe-ratio-ttm are one; shiller-pe is\n  against ten years of real earnings. Monthly; book and sales quarterly.\n  \"\"\"\n  sp500Multiples(series: String!): [MultiplePoint!] @cost(credits: 1)\n}\n\n\"One observation of a multiple.\"\ntype MultiplePoint {\n  \"Day, or first day of the period, ISO 8601.\"\n  date: String!\n  \"Ratio, or percent for the two yields.\"\n  value: Float\n}\n\nextend type Query {\n  \"\"\"\n  Shares of a predefined universe within every bound of the filter, in the order of the\n  universe: actives and small caps by volume, gainers and losers by change, the shorted by\n  short interest. A share without a value for a bound is excluded. Where the growth of\n  earnings is not the market's own figure it is that of fiscal years, as filed with the SEC.\n  \"\"\"\n  screen(filter: ScreenFilterInput = {  }): [ScreenResult!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"Predefined universe, each capped at about 250 names.\"\nenum ScreenUniverse {\n  \"Market capitalization from 2 billion USD, more than 5 million shares traded.\"\n  MOST_ACTIVES\n  \"Up more than 3 percent; from 2 billion USD and 5 USD a share, over 15,000 shares traded.\"\n  DAY_GAINERS\n  \"Down more than 2.5 percent; from 2 billion USD and 5 USD a share, over 20,000 shares traded.\"\n  DAY_LOSERS\n  \"Nasdaq and NYSE, growth of earnings per share under 15 percent.\"\n  AGGRESSIVE_SMALL_CAPS\n  \"Technology on Nasdaq and NYSE, revenue and earnings per share up at least 25 percent.\"\n  GROWTH_TECHNOLOGY_STOCKS\n  \"10 to 100 billion USD, price to earnings 0 to 20 and less than the growth of earnings.\"\n  UNDERVALUED_LARGE_CAPS\n  \"Price to earnings 0 to 20 and less than the growth of earnings, which is at least 25 percent.\"\n  UNDERVALUED_GROWTH_STOCKS\n  \"Over 1 USD a share and 200,000 shares a day, by shares sold short per share outstanding.\"\n  MOST_SHORTED\n}\n\n\"A universe and bounds on its names.\"\ninput ScreenFilterInput {\n  \"Names to start from.\"\n  universe: ScreenUniverse = MOST_ACTIVES\n  \"Lowest share price, USD.\"\n  minPrice: Float\n  \"Highest share price, USD.\"\n  maxPrice: Float\n  \"Lowest pre-market gap, percent of previous close; names without pre-market data are excluded.\"\n  minGapPercent: Float\n  \"Highest pre-market gap, percent of previous close; names without pre-market data are excluded.\"\n  maxGapPercent: Float\n  \"Lowest regular-session change, percent.\"\n  minChangePercent: Float\n  \"Highest regular-session change, percent.\"\n  maxChangePercent: Float\n  \"Lowest ratio of today's volume to the 3-month average; names without an average are excluded.\"\n  minRelativeVolume: Float\n  \"Lowest volume times price, USD.\"\n  minDollarVolume: Float\n  \"Lowest market capitalization, USD.\"\n  minMarketCap: Float\n  \"Highest market capitalization, USD.\"\n  maxMarketCap: Float\n  \"Most names returned, 1 to 100.\"\n  limit: Int = 25\n  \"Names skipped.\"\n  offset: Int = 0\n}\n\n\"One name that passed the screen.\"\ntype ScreenResult {\n  \"Ticker, share classes by hyphen.\"\n  ticker: String!\n  \"Name of the company.\"\n  name: String\n  \"Exchange it is listed on.\"\n  exchange: String\n  \"Last regular price, USD.\"\n  price: Float\n  \"Close of the previous session, USD.\"\n  previousClose: Float\n  \"Regular-session change, percent of previous close.\"\n  changePercent: Float\n  \"Shares traded today.\"\n  volume: Float\n  \"Mean of daily volume over three months, shares.\"\n  averageDailyVolume3M: Float\n  \"Volume divided by the three-month average.\"\n  relativeVolume: Float\n  \"Last pre-market price, USD.\"\n  preMarketPrice: Float\n  \"Pre-market change, percent of previous close.\"\n  preMarketChangePercent: Float\n  \"Pre-market gap, percent of previous close.\"\n  gapPercent: Float\n  \"Volume times price, USD.\"\n  dollarVolume: Float\n  \"Market capitalization, USD.\"\n  marketCap: Float\n  \"PREPRE, PRE, REGULAR, POST, POSTPOST or CLOSED.\"\n  marketState: String\n}\n\nextend type Query {\n  \"\"\"\n  Factor returns of the US market in percent of the period, newest first unless sorted. The\n  filter bounds the first day of the period.\n  \"\"\"\n  factorReturns(\n    \"Which factors.\"\n    set: FactorSet = THREE_FACTORS\n    \"Length of the period; WEEKLY only for THREE_FACTORS.\"\n    frequency: FactorFrequency = MONTHLY\n    filter: ArrayFilterInput\n  ): [FactorReturn!] @cost(credits: 5, pagesOf: \"filter.limit\")\n}\n\n\"A set of factors.\"\nenum FactorSet {\n  \"Market, size and value, since 1926.\"\n  THREE_FACTORS\n  \"Market, size, value, profitability and investment, since 1963.\"\n  FIVE_FACTORS\n  \"Winners of the last year minus losers, since 1927.\"\n  MOMENTUM\n}\n\n\"Length of a period of returns.\"\nenum FactorFrequency {\n  DAILY\n  WEEKLY\n  MONTHLY\n  ANNUAL\n}\n\n\"Factor returns of one period, percent. Null if the set has no such factor.\"\ntype FactorReturn {\n  \"First day of the period, or the day, ISO 8601.\"\n  date: String!\n  \"Market less the risk-free rate, percent.\"\n  marketExcess: Float\n  \"Small less big companies (SMB), percent.\"\n  smallMinusBig: Float\n  \"High less low book-to-market (HML), percent.\"\n  highMinusLow: Float\n  \"Robust less weak profitability (RMW), percent.\"\n  robustMinusWeak: Float\n  \"Conservative less aggressive investment (CMA), percent.\"\n  conservativeMinusAggressive: Float\n  \"Winners less losers of the last year, percent.\"\n  momentum: Float\n  \"Return of one-month Treasury bills, percent.\"\n  riskFree: Float\n}\n\nextend type Query {\n  \"\"\"\n  A balance of a country with the rest of the world, annual, newest first, in current USD;\n  negative is a deficit. country is an ISO 3166 code, three letters.\n  \"\"\"\n  balanceOfPayments(\n    \"ISO 3166 code, three letters.\"\n    country: String!\n    \"Which balance.\"\n    balance: Balance = CURRENT_ACCOUNT\n  ): [MacroPoint!] @cost(credits: 1)\n}\n\n\"A balance of the balance of payments.\"\nenum Balance {\n  \"Goods, services, primary and secondary income.\"\n  CURRENT_ACCOUNT\n  \"Exports less imports of goods and services.\"\n  GOODS_AND_SERVICES\n  \"Direct investment abroad less foreign direct investment.\"\n  DIRECT_INVESTMENT\n}\n\nextend type Query {\n  \"\"\"\n  Par yield curve of US Treasury securities, percent a year, a row a trading day since 1990,\n  newest first unless sorted. Without since it reads this year and the one before.\n  \"\"\"\n  treasuryYields(filter: ArrayFilterInput): [TreasuryYields!] @cost(credits: 1, pagesOf: \"filter.limit\")\n}\n\n\"Par yields of one day, percent a year. Null for maturities that were not issued then.\"\ntype TreasuryYields {\n  \"Trading day, ISO 8601.\"\n  date: String!\n  \"One month, percent a year.\"\n  month1: Float\n  \"Six weeks, percent a year.\"\n  weeks6: Float\n  \"Two months, percent a year.\"\n  month2: Float\n  \"Three months, percent a year.\"\n  month3: Float\n  \"Four months, percent a year.\"\n  month4: Float\n  \"Six months, percent a year.\"\n  month6: Float\n  \"One year, percent a year.\"\n  year1: Float\n  \"Two years, percent a year.\"\n  year2: Float\n  \"Three years, percent a year.\"\n  year3: Float\n  \"Five years, percent a year.\"\n  year5: Float\n  \"Seven years, percent a year.\"\n  year7: Float\n  \"Ten years, percent a year.\"\n  year10: Float\n  \"Twenty years, percent a year.\"\n  year20: Float\n  \"Thirty years, percent a year.\"\n  year30: Float\n}\n\nextend type Entity {\n  \"Options and futures written on the entity.\"\n  derivatives: Derivatives @cost(credits: 0)\n}\n\n\"Options and futures on one entity.\"\ntype Derivatives {\n  \"\"\"\n  Positions of large traders in the futures on an index, a Treasury yield or a coin, weekly,\n  newest first. Empty for entities on which no futures are reported.\n  \"\"\"\n  futures(filter: ArrayFilterInput): [FuturesPosition!] @cost(credits: 2, pagesOf: \"filter.limit\")\n  \"\"\"\n  Quoted futures on an index, a Treasury yield or a coin, nearest expiration first. Empty for\n  entities on which none are quoted.\n  \"\"\"\n  futuresChain: [FuturesContract!] @cost(credits: 2)\n  \"\"\"\n  The option chain by day of expiration: the farthest first unless sorted ASC; within a day by\n  strike. since and until bound the expiration.\n  \"\"\"\n  options(\n    \"Keeps one day of expiration, YYYY-MM-DD.\"\n    expiration: String\n    \"Keeps calls or puts.\"\n    type: OptionType\n    filter: ArrayFilterInput\n  ): [OptionContract!] @cost(credits: 2, pagesOf: \"filter.limit\")\n}\n\n\"Right to buy or to sell.\"\nenum OptionType {\n  CALL\n  PUT\n}\n\n\"Positions in one futures contract on one day, in contracts.\"\ntype FuturesPosition {\n  \"Day of the positions, ISO 8601; published three days later.\"\n  date: String!\n  \"Contract and exchange.\"\n  market: String!\n  \"Open contracts.\"\n  openInterest: Float\n  \"Long contracts of speculators.\"\n  nonCommercialLong: Float\n  \"Short contracts of speculators.\"\n  nonCommercialShort: Float\n  \"Long contracts of hedgers.\"\n  commercialLong: Float\n  \"Short contracts of hedgers.\"\n  commercialShort: Float\n}\n\n\"One futures contract as its market quotes it.\"\ntype FuturesContract {\n  \"Symbol with its exchange, e.g. ESZ26.CME.\"\n  symbol: String!\n  \"Name of the contract.\"\n  name: String\n  \"Day of expiration, ISO 8601.\"\n  expiration: String!\n  \"Last price, in points or in the currency of the contract.\"\n  price: Float\n  \"Settlement price of the previous session, same unit as price.\"\n  previousClose: Float\n  \"Price minus previous close, same unit.\"\n  change: Float\n  \"Change in percent of the previous close.\"\n  changePercent: Float\n}\n\n\"One option. Prices are per share.\"\ntype OptionContract {\n  \"Symbol of the Options Clearing Corporation, e.g. AAPL261218C00250000.\"\n  symbol: String!\n  \"Day of expiration, ISO 8601.\"\n  expiration: String!\n  \"Strike price.\"\n  strike: Float!\n  \"ISO 4217 currency of the strike and the prices.\"\n  currency: String\n  \"CALL or PUT.\"\n  type: OptionType!\n  \"Highest bid.\"\n  bid: Float\n  \"Lowest ask.\"\n  ask: Float\n  \"Price of the last trade.\"\n  last: Float\n  \"Contracts traded in the session.\"\n  volume: Float\n  \"Open contracts at the end of the previous day.\"\n  openInterest: Float\n  \"Implied volatility a year, a fraction: 0.25 is 25 percent.\"\n  impliedVolatility: Float\n  \"Change of the price with one unit of the underlying.\"\n  delta: Float\n  \"Change of delta with one unit of the underlying.\"\n  gamma: Float\n  \"Change of the price with one day.\"\n  theta: Float\n  \"Change of the price with one point of volatility.\"\n  vega: Float\n  \"Change of the price with one point of interest.\"\n  rho: Float\n}\n\nextend type Entity {\n  \"Consensus of analysts: target and recommendation.\"\n  analyst: AnalystConsensus @cost(credits: 1)\n}\n\n\"Analysts' opinions on one company. Not advice.\"\ntype AnalystConsensus {\n  \"ISO 4217 currency of the targets; null where the source does not state it.\"\n  currency: String\n  \"Mean target.\"\n  priceTarget: Float\n  \"strong_buy, buy, hold, underperform or sell.\"\n  recommendation: String\n  \"Highest target.\"\n  priceTargetHigh: Float\n  \"Lowest target.\"\n  priceTargetLow: Float\n  \"Median target.\"\n  priceTargetMedian: Float\n  \"Number of analysts.\"\n  analysts: Int\n  \"Number of analysts with the rating strong buy.\"\n  strongBuy: Int\n  \"Number of analysts with the rating buy.\"\n  buy: Int\n  \"Number of analysts with the rating hold.\"\n  hold: Int\n  \"Number of analysts with the rating sell.\"\n  sell: Int\n  \"Number of analysts with the rating strong sell.\"\n  strongSell: Int\n}\n"

export const tariff: Tariff = {
  "version": "8a82f428348e",
  "rates": {
    "Query.quotes": {
      "credits": 1,
      "timesOf": "tickers"
    },
    "Entity.market": {
      "credits": 1
    },
    "Query.searchEntities": {
      "credits": 1,
      "pagesOf": "limit",
      "limitMax": 50
    },
    "Query.priceHistory": {
      "credits": 1,
      "timesOf": "tickers",
      "factors": {
        "arguments": [
          "range",
          "interval"
        ],
        "defaults": [
          "1y",
          "1d"
        ],
        "table": {
          "1d": {
            "1m": 6,
            "5m": 2,
            "15m": 1,
            "30m": 1,
            "60m": 1,
            "1d": 1,
            "1wk": 1,
            "1mo": 1
          },
          "5d": {
            "1m": 28,
            "5m": 6,
            "15m": 2,
            "30m": 1,
            "60m": 1,
            "1d": 1,
            "1wk": 1,
            "1mo": 1
          },
          "1mo": {
            "1m": 178,
            "5m": 36,
            "15m": 12,
            "30m": 6,
            "60m": 3,
            "1d": 1,
            "1wk": 1,
            "1mo": 1
          },
          "3mo": {
            "1m": 516,
            "5m": 104,
            "15m": 35,
            "30m": 18,
            "60m": 9,
            "1d": 1,
            "1wk": 1,
            "1mo": 1
          },
          "6mo": {
            "1m": 1025,
            "5m": 205,
            "15m": 69,
            "30m": 35,
            "60m": 18,
            "1d": 1,
            "1wk": 1,
            "1mo": 1
          },
          "1y": {
            "1m": 2033,
            "5m": 407,
            "15m": 136,
            "30m": 68,
            "60m": 34,
            "1d": 1,
            "1wk": 1,
            "1mo": 1
          },
          "2y": {
            "1m": 4055,
            "5m": 811,
            "15m": 271,
            "30m": 136,
            "60m": 68,
            "1d": 2,
            "1wk": 1,
            "1mo": 1
          },
          "5y": {
            "1m": 10125,
            "5m": 2025,
            "15m": 675,
            "30m": 338,
            "60m": 169,
            "1d": 5,
            "1wk": 1,
            "1mo": 1
          },
          "10y": {
            "1m": 20238,
            "5m": 4048,
            "15m": 1350,
            "30m": 675,
            "60m": 338,
            "1d": 10,
            "1wk": 2,
            "1mo": 1
          },
          "ytd": {
            "1m": 2028,
            "5m": 406,
            "15m": 136,
            "30m": 68,
            "60m": 34,
            "1d": 1,
            "1wk": 1,
            "1mo": 1
          },
          "max": {
            "1m": 20238,
            "5m": 4048,
            "15m": 1350,
            "30m": 675,
            "60m": 338,
            "1d": 100,
            "1wk": 20,
            "1mo": 5
          }
        }
      }
    },
    "Query.entityByTicker": {
      "credits": 1
    },
    "Query.entitiesByTickers": {
      "credits": 1,
      "timesOf": "tickers"
    },
    "Entity.regulatory": {
      "credits": 0
    },
    "Query.marketStatus": {
      "credits": 1
    },
    "Entity.technicals": {
      "credits": 1
    },
    "Query.technicals": {
      "credits": 1
    },
    "Technicals.rsi": {
      "credits": 0
    },
    "Technicals.macd": {
      "credits": 0
    },
    "Technicals.bollinger": {
      "credits": 0
    },
    "Technicals.ema": {
      "credits": 0
    },
    "Technicals.sma": {
      "credits": 0
    },
    "Technicals.atr": {
      "credits": 0
    },
    "Technicals.vwma": {
      "credits": 0
    },
    "Technicals.mfi": {
      "credits": 0
    },
    "IndicatorValue.series": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "MacdValue.series": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "BollingerValue.series": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.financials": {
      "credits": 0
    },
    "Financials.income": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Financials.balanceSheet": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Financials.cashFlow": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.periodicFilings": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Regulatory.filings": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.earnings": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.earningsPressReleases": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 40
    },
    "Entity.insiderTrades": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 200
    },
    "Entity.executives": {
      "credits": 1
    },
    "Entity.risk": {
      "credits": 1
    },
    "Risk.sanctions": {
      "credits": 2
    },
    "Risk.signals": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 200
    },
    "Regulatory.sanctions": {
      "credits": 2,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.segmentedRevenue": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.relationships": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Query.sanctionsScreen": {
      "credits": 2
    },
    "Query.sanctionsLists": {
      "credits": 0
    },
    "Query.institutionalHoldings": {
      "credits": 1,
      "pagesOf": "limit",
      "limitMax": 500
    },
    "Entity.institutionalHoldings": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.topHolders": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Query.gdp": {
      "credits": 1
    },
    "Query.inflation": {
      "credits": 1
    },
    "Query.interestRates": {
      "credits": 1
    },
    "Query.policyRates": {
      "credits": 1
    },
    "Query.macroSeries": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Query.shortInterest": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.shortInterest": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Query.campaignFinance": {
      "credits": 2,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Regulatory.campaignFinance": {
      "credits": 2,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.fdaEvents": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.litigation": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.governmentContracts": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.clinicalTrials": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Query.news": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.news": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.social": {
      "credits": 0
    },
    "Social.reddit": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Social.redditComments": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.discussions": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Query.predictions": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.predictions": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Query.research": {
      "credits": 5,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.research": {
      "credits": 5,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Query.sp500Multiples": {
      "credits": 1
    },
    "Query.screen": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 100
    },
    "Query.factorReturns": {
      "credits": 5,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Query.balanceOfPayments": {
      "credits": 1
    },
    "Query.treasuryYields": {
      "credits": 1,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.derivatives": {
      "credits": 0
    },
    "Derivatives.futures": {
      "credits": 2,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Derivatives.futuresChain": {
      "credits": 2
    },
    "Derivatives.options": {
      "credits": 2,
      "pagesOf": "filter.limit",
      "limitMax": 500
    },
    "Entity.analyst": {
      "credits": 1
    }
  },
  "unavailable": {}
}
