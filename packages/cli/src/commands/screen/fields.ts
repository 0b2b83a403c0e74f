/** Columns of a row, in the order of the catalog's query. */
export const screenFields = [
  'ticker',
  'name',
  'exchange',
  'price',
  'previousClose',
  'changePercent',
  'volume',
  'averageDailyVolume3M',
  'relativeVolume',
  'preMarketPrice',
  'preMarketChangePercent',
  'gapPercent',
  'dollarVolume',
  'marketCap',
  'marketState',
] as const
