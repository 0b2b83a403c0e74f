/** Groups of data areas, in the order of the account page. */
export const areaGroups: readonly { name: string; areas: readonly string[] }[] = [
  {
    name: 'Market',
    areas: [
      ...['quotes', 'price-history', 'technicals', 'risk', 'market-status', 'screen'],
      ...['search-entities', 'derivatives', 'short-interest', 'sp500-multiples', 'factor-returns'],
    ],
  },
  {
    name: 'Company',
    areas: [
      ...['entities', 'financials', 'periodic-filings', 'filings', 'earnings', 'executives'],
      ...['earnings-press-releases', 'insider-trades', 'segmented-revenue', 'relationships'],
      ...['institutional-holdings', 'sanctions-screen', 'regulatory', 'campaign-finance'],
      ...['fda-events', 'litigation', 'government-contracts', 'clinical-trials', 'analyst'],
      ...['news', 'social', 'discussions', 'predictions', 'research'],
    ],
  },
  {
    name: 'Macro',
    areas: [
      ...['gdp', 'inflation', 'interest-rates', 'macro-series', 'balance-of-payments'],
      'treasury-yields',
    ],
  },
]

/** Group of debits without a recorded area. Earlier versions did not record it. */
export const unknownGroup = 'Not recorded'

/** The group of an area; {@link unknownGroup} for an empty name. */
export function groupOf(area: string): string {
  if (area === '') return unknownGroup
  return areaGroups.find(({ areas }) => areas.includes(area))?.name ?? 'Company'
}
