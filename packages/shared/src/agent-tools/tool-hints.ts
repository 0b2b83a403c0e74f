/**
 * Units, dates and further fields of the tools, for callers of MCP 2025-11-25 and later: their
 * fixed queries select neither currencies nor units.
 */
const toolHints: Readonly<Record<string, string>> = {
  quotes:
    'Also currency pairs (EURUSD=X), futures (GC=F) and foreign listings (VOD.L). Prices are in the currency of the listing, in London pence; area market of entityByTicker has currency and time.',
  searchEntities: 'The digits of an id cik:… are the cik of institutionalHoldings.',
  priceHistory:
    'Prices are adjusted for splits, in the currency of the listing. filter { since, until } picks days of the past. range must reach back to them and sets the price: for a ticker with daily bars, 10y costs twice and max 20 times as much as 5y; max with monthly bars costs as much as 5y. In graphql the field also has currency, dividends, adjustedClose and totalReturn.',
  sanctionsScreen:
    'SDN is the sanctions list of the US Treasury. score is 0 to 1, listName the list; an empty answer is no match. Screen several names with aliases in graphql.',
  institutionalHoldings:
    'value is in USD, reportedAt the end of the quarter. In graphql the field also has weight and sharesChange.',
  gdp: 'Each row has its unit.',
  inflation: 'Each row has its unit.',
  interestRates: 'Each row has its unit.',
  macroSeries:
    'A series of FRED or DBnomics. In graphql the field also has unit, title and frequency.',
  shortInterest: 'sharesShort is in shares.',
  campaignFinance: 'totalRaised is in USD.',
  sp500Multiples: 'Values are ratios; yields are in percent.',
  screen: 'Amounts are in USD.',
}

/** A description with the hint of its tool after the first sentence. */
export function hinted(name: string, description: string): string {
  const hint = Object.hasOwn(toolHints, name) ? toolHints[name] : undefined
  return hint === undefined ? description : description.replace('. ', `. ${hint} `)
}
