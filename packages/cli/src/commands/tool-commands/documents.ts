/**
 * Queries of commands whose tables show more columns than the catalog's tool selects. The price
 * depends on rows, so more columns cost the same.
 */
export const sanctionsDocument =
  'query ($name: String!, $country: String, $minScore: Float) { sanctionsScreen(name: $name, country: $country, minScore: $minScore) { matchedName score listName program programs entityName type sdnId entryId countries remarks matchedIdentifier } sanctionsLists { isScreened entries } }'

export const holdingsDocument =
  'query ($cik: String!, $limit: Int = 50) { institutionalHoldings(cik: $cik, limit: $limit) { ticker shares value reportedAt issuer weight sharesChange filedAt principal putCall titleOfClass cusip valueWarning holderName holderCik } }'

export const shortInterestDocument =
  'query ($ticker: String!, $filter: ArrayFilterInput) { shortInterest(ticker: $ticker, filter: $filter) { settlementDate sharesShort daysToCover previousSharesShort changePercent averageDailyVolume } }'

export const campaignFinanceDocument =
  'query ($name: String!, $filter: CampaignFinanceFilterInput) { campaignFinance(name: $name, filter: $filter) { committeeName cycle party state totalRaised committeeId committeeType candidateName coverageEnd } }'

export const seriesDocument =
  'query ($seriesId: String!, $filter: ArrayFilterInput) { macroSeries(seriesId: $seriesId, filter: $filter) { date value title unit frequency seasonalAdjustment } }'

/** The selected fields of a row in such a query. */
export function fieldsIn(document: string): readonly string[] {
  const [, selection = ''] = /\{ ([^{}]*) \}/.exec(document) ?? []
  return selection.split(' ')
}
