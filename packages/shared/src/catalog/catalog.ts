import {
  arrayFilter,
  campaignFinanceFilter,
  country,
  gdpTypes,
  historyIntervals,
  historyRanges,
  input,
  multipleSeries,
  name,
  screenFilter,
  ticker,
  tickers,
} from './inputs.ts'
import type { Tool } from './tool.ts'

const market = 'market'
const regulatory = 'regulatory'
const macro = 'macro'

/** The sixteen tools, in the order of the specification. */
export const catalog: readonly Tool[] = [
  tool('quotes', market, true, 'Last price, change and volume of equities, indices and crypto', {
    query:
      'query ($tickers: [String!]!) { quotes(tickers: $tickers) { ticker price change changePercent volume marketCap previousClose } }',
    inputSchema: input({ tickers: tickers(100) }),
    variables: { tickers: ['AAPL', 'MSFT', '^GSPC'] },
  }),
  tool('searchEntities', market, true, 'Companies, crypto assets and indices by name or ticker', {
    query:
      'query ($query: String!, $type: EntityType, $limit: Int = 10) { searchEntities(query: $query, type: $type, limit: $limit) { id name type tickers confidence source } }',
    inputSchema: input({
      query: name('Name or ticker, typos allowed'),
      'type?': {
        type: 'string',
        enum: ['EQUITY', 'CRYPTO', 'INDEX'],
        description: 'Kind of entity',
      },
      'limit?': {
        type: 'integer',
        minimum: 1,
        maximum: 50,
        default: 10,
        description: 'Most results',
      },
    }),
    variables: { query: 'apple', limit: 5 },
  }),
  tool('priceHistory', market, true, 'Open, high, low, close and volume bars', {
    query:
      'query ($tickers: [String!]!, $range: String = "1y", $interval: String = "1d") { priceHistory(tickers: $tickers, range: $range, interval: $interval) { ticker bars { date open high low close volume } } }',
    inputSchema: input({
      tickers: tickers(50),
      'range?': { type: 'string', enum: historyRanges, default: '1y', description: 'How far back' },
      'interval?': {
        type: 'string',
        enum: historyIntervals,
        default: '1d',
        description: 'Width of a bar',
      },
    }),
    variables: { tickers: ['AAPL'], range: '1mo', interval: '1d' },
  }),
  tool(
    'entityByTicker',
    market,
    false,
    'One company, crypto asset or index, with data areas nested below it',
    {
      query:
        'query ($ticker: String!) { entityByTicker(ticker: $ticker) { id name market { price changePercent } } }',
      inputSchema: input({ ticker }),
      variables: { ticker: 'AAPL' },
    },
  ),
  tool('entitiesByTickers', market, true, 'Several entities at once', {
    query:
      'query ($tickers: [String!]!) { entitiesByTickers(tickers: $tickers) { id name market { price changePercent } } }',
    inputSchema: input({ tickers: tickers(50) }),
    variables: { tickers: ['AAPL', 'MSFT'] },
  }),
  tool(
    'marketStatus',
    market,
    false,
    'Whether the US market is open, and when it next opens and closes',
    {
      query: 'query { marketStatus { isOpen session nextOpen nextClose timezone } }',
      inputSchema: input({}),
      variables: {},
    },
  ),
  tool('sanctionsScreen', regulatory, true, 'Screens a name against the SDN list', {
    query:
      'query ($name: String!, $country: String) { sanctionsScreen(name: $name, country: $country) { matchedName score listName program } }',
    inputSchema: input({
      name: name('Name of a person, organisation, vessel or aircraft'),
      'country?': {
        ...country,
        description:
          'ISO country code: keeps matches with an address, nationality or birthplace there',
      },
    }),
    variables: { name: 'SANDBOX EXAMPLE AIRLINES' },
  }),
  tool('institutionalHoldings', regulatory, true, 'Holdings an institution reported on form 13F', {
    query:
      'query ($cik: String!, $limit: Int = 50) { institutionalHoldings(cik: $cik, limit: $limit) { ticker shares value reportedAt } }',
    inputSchema: input({
      cik: {
        type: 'string',
        minLength: 1,
        maxLength: 10,
        pattern: '^[0-9]{1,10}$',
        description: 'SEC filer identifier, 10-digit zero-padded form',
      },
      'limit?': {
        type: 'integer',
        minimum: 1,
        maximum: 500,
        default: 50,
        description: 'Most holdings',
      },
    }),
    variables: { cik: '0001067983', limit: 50 },
  }),
  tool('gdp', macro, true, 'Gross domestic product of a country', {
    query:
      'query ($country: String!, $type: String = "real") { gdp(country: $country, type: $type) { date value unit } }',
    inputSchema: input({
      country,
      'type?': {
        type: 'string',
        enum: gdpTypes,
        default: 'real',
        description: 'Constant prices, current prices, or a forecast',
      },
    }),
    variables: { country: 'USA', type: 'real' },
  }),
  tool('inflation', macro, true, 'Consumer price inflation of a country', {
    query: 'query ($country: String!) { inflation(country: $country) { date value unit } }',
    inputSchema: input({ country }),
    variables: { country: 'USA' },
  }),
  tool('interestRates', macro, true, 'Policy and interbank rates of a country', {
    query: 'query ($country: String!) { interestRates(country: $country) { date value unit } }',
    inputSchema: input({ country }),
    variables: { country: 'USA' },
  }),
  tool('macroSeries', macro, true, 'Observations of an economic series by identifier', {
    query:
      'query ($seriesId: String!, $filter: ArrayFilterInput) { macroSeries(seriesId: $seriesId, filter: $filter) { date value } }',
    inputSchema: input({
      seriesId: {
        type: 'string',
        minLength: 1,
        maxLength: 64,
        description: 'Series identifier, e.g. CPIAUCSL',
      },
      'filter?': arrayFilter,
    }),
    variables: { seriesId: 'CPIAUCSL', filter: { limit: 12 } },
  }),
  tool('shortInterest', regulatory, true, 'Short interest of a US equity by settlement date', {
    query:
      'query ($ticker: String!, $filter: ArrayFilterInput) { shortInterest(ticker: $ticker, filter: $filter) { settlementDate sharesShort daysToCover } }',
    inputSchema: input({ ticker, 'filter?': arrayFilter }),
    variables: { ticker: 'AAPL', filter: { limit: 6 } },
  }),
  tool('campaignFinance', regulatory, true, 'Campaign committees and what they raised', {
    query:
      'query ($name: String!, $filter: CampaignFinanceFilterInput) { campaignFinance(name: $name, filter: $filter) { committeeName cycle party state totalRaised } }',
    inputSchema: input({ name: name('Candidate or committee'), 'filter?': campaignFinanceFilter }),
    variables: { name: 'Sanders', filter: { cycle: 2024 } },
  }),
  tool('sp500Multiples', market, true, 'Valuation multiples of large US equities', {
    query: 'query ($series: String!) { sp500Multiples(series: $series) { date value } }',
    inputSchema: input({
      series: { type: 'string', enum: multipleSeries, description: 'Multiple or yield' },
    }),
    variables: { series: 'shiller-pe' },
  }),
  tool('screen', market, true, 'Screens a predefined universe of US equities', {
    query:
      'query ($filter: ScreenFilterInput) { screen(filter: $filter) { ticker name exchange price previousClose changePercent volume averageDailyVolume3M relativeVolume preMarketPrice preMarketChangePercent gapPercent dollarVolume marketCap marketState } }',
    inputSchema: input({ 'filter?': screenFilter }),
    variables: { filter: { universe: 'DAY_GAINERS', minPrice: 10, limit: 10 } },
  }),
]

/** @returns The tool of that name, or `undefined`. */
export function toolNamed(name: string): Tool | undefined {
  return catalog.find((tool) => tool.name === name)
}

function tool(
  name: string,
  category: Tool['category'],
  paginated: boolean,
  summary: string,
  rest: Pick<Tool, 'query' | 'inputSchema' | 'variables'>,
): Tool {
  return { name, summary, category, ...rest, outputPath: `data.${name}`, paginated }
}
