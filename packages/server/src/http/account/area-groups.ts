/** Groups of data areas, as the account page adds them up and draws them, in this order. */
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

/** Name of the group of debits whose area is not known: those of earlier versions. */
export const unknownGroup = 'Not recorded'

/** The group of an area; {@link unknownGroup} for an empty name. */
export function groupOf(area: string): string {
  if (area === '') return unknownGroup
  return areaGroups.find(({ areas }) => areas.includes(area))?.name ?? 'Company'
}
