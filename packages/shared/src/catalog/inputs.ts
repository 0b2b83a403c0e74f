import { defined } from '../defined.ts'
import type { InputSchema } from './tool.ts'

/** Longest texts an input takes. The specification sets no upper bound; these are far above use. */
const nameLengthMax = 200
const tickerLengthMax = 32

export const ticker: InputSchema = {
  type: 'string',
  minLength: 1,
  maxLength: tickerLengthMax,
  description: 'Ticker: equity (AAPL), index with a ^ prefix (^GSPC) or crypto symbol (BTC-USD)',
}

export const tickers = (maxItems: number): InputSchema => ({
  type: 'array',
  items: ticker,
  minItems: 1,
  maxItems,
  uniqueItems: true,
  description: `1 to ${maxItems} different tickers: equities, indices with a ^ prefix, crypto symbols`,
})

export const name = (description: string): InputSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: nameLengthMax,
  description,
})

export const country: InputSchema = {
  type: 'string',
  minLength: 2,
  maxLength: 3,
  description: 'ISO 3166 country code, three letters, e.g. USA',
}

const filterProperties = (limitMax: number) =>
  ({
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: limitMax,
      default: 20,
      description: 'Most items returned, after sorting',
    },
    offset: { type: 'integer', minimum: 0, default: 0, description: 'Items skipped after sorting' },
    sort: {
      type: 'string',
      enum: ['ASC', 'DESC'],
      default: 'DESC',
      description: 'Direction over the time-ordered field; DESC is newest first',
    },
    since: { type: 'string', description: 'Inclusive lower bound, ISO 8601 date or date-time' },
    until: { type: 'string', description: 'Inclusive upper bound, ISO 8601 date or date-time' },
  }) as const satisfies Record<string, InputSchema>

/** ArrayFilterInput. */
export const arrayFilter: InputSchema = {
  type: 'object',
  description: 'ArrayFilterInput: bounds, order and page',
  additionalProperties: false,
  properties: filterProperties(500),
}

/** CampaignFinanceFilterInput: ArrayFilterInput and the dimensions of a committee. */
export const campaignFinanceFilter: InputSchema = {
  type: 'object',
  description: 'CampaignFinanceFilterInput: ArrayFilterInput and its own dimensions',
  additionalProperties: false,
  properties: {
    ...filterProperties(500),
    cycle: {
      type: 'integer',
      minimum: 1976,
      maximum: 2100,
      description: 'Two-year election cycle, an even year',
    },
    party: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'Party, abbreviated (DEM, REP) or in full',
    },
    state: { type: 'string', pattern: '^[A-Za-z]{2}$', description: 'State, two letters' },
    minRaised: { type: 'number', description: 'Lowest total receipts, USD' },
    committeeType: {
      type: 'string',
      pattern: '^[A-Za-z]$',
      description: 'Committee type, one letter of the FEC, e.g. H, S, P, Q, O',
    },
  },
}

const bound = (description: string): InputSchema => ({ type: 'number', description })

/** Predefined universes of the screen, about 250 names each. */
const screenUniverses = [
  'MOST_ACTIVES',
  'DAY_GAINERS',
  'DAY_LOSERS',
  'AGGRESSIVE_SMALL_CAPS',
  'GROWTH_TECHNOLOGY_STOCKS',
  'UNDERVALUED_LARGE_CAPS',
  'UNDERVALUED_GROWTH_STOCKS',
  'MOST_SHORTED',
] as const

/** ScreenFilterInput. */
export const screenFilter: InputSchema = {
  type: 'object',
  description: 'ScreenFilterInput: a universe and bounds on its names',
  additionalProperties: false,
  properties: {
    universe: {
      type: 'string',
      enum: screenUniverses,
      default: 'MOST_ACTIVES',
      description: 'Predefined universe; each is capped at about 250 names',
    },
    minPrice: bound('Lowest share price, USD'),
    maxPrice: bound('Highest share price, USD'),
    minGapPercent: bound(
      'Lowest pre-market gap, percent of previous close; names without pre-market data are excluded',
    ),
    maxGapPercent: bound(
      'Highest pre-market gap, percent of previous close; names without pre-market data are excluded',
    ),
    minChangePercent: bound('Lowest regular-session change, percent'),
    maxChangePercent: bound('Highest regular-session change, percent'),
    minRelativeVolume: bound(
      "Lowest ratio of today's volume to the 3-month average; names without an average are excluded",
    ),
    minDollarVolume: bound('Lowest volume times price, USD'),
    minMarketCap: bound('Lowest market capitalization, USD'),
    maxMarketCap: bound('Highest market capitalization, USD'),
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 25,
      description: 'Most names returned',
    },
    offset: { type: 'integer', minimum: 0, default: 0, description: 'Names skipped' },
  },
}

/** Spans of price bars, counted back from now. */
export const historyRanges = [
  '1d',
  '5d',
  '1mo',
  '3mo',
  '6mo',
  '1y',
  '2y',
  '5y',
  '10y',
  'ytd',
  'max',
] as const
/** Lengths of price bars: `m` is minutes, `mo` months. */
export const historyIntervals = ['1m', '5m', '15m', '30m', '60m', '1d', '1wk', '1mo'] as const
/** Valuation multiples of the S&P 500. */
export const multipleSeries = [
  'pe-ratio',
  'pe-ratio-ttm',
  'shiller-pe',
  'price-to-book',
  'price-to-sales',
  'dividend-yield',
  'earnings-yield',
] as const
export const gdpTypes = ['real', 'nominal', 'forecast'] as const

/** An object input; names ending in `?` are optional. */
export function input(
  properties: Readonly<Record<string, InputSchema>>,
): InputSchema & { type: 'object' } {
  const required = Object.keys(properties).filter((key) => !key.endsWith('?'))
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, schema]) => [key.replace('?', ''), schema]),
    ),
    ...defined({ required: required.length > 0 ? required : undefined }),
    additionalProperties: false,
  }
}
