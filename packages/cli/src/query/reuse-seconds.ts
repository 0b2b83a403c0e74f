/**
 * Seconds for which `--reuse` may return the answer of a root field again: seconds for live prices,
 * hours for daily data. Other fields are not reused.
 */
export const reuseSeconds: Readonly<Record<string, number>> = {
  quotes: 15,
  marketStatus: 30,
  screen: 30,
  priceHistory: 60,
  entityByTicker: 60,
  entitiesByTickers: 60,
  searchEntities: 86_400,
  sanctionsScreen: 3_600,
  institutionalHoldings: 21_600,
  shortInterest: 21_600,
  campaignFinance: 21_600,
  sp500Multiples: 21_600,
  gdp: 21_600,
  inflation: 21_600,
  interestRates: 21_600,
  macroSeries: 21_600,
}
