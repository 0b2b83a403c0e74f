/**
 * Queries of commands whose tables show more than the tool of the catalog selects. The price is by
 * the row, so the same rows with more columns cost the same.
 */
export const sanctionsDocument =
  'query ($name: String!, $country: String, $minScore: Float) { sanctionsScreen(name: $name, country: $country, minScore: $minScore) { matchedName score listName program programs entityName type sdnId entryId countries remarks matchedIdentifier } }'

export const holdingsDocument =
  'query ($cik: String!, $limit: Int = 50) { institutionalHoldings(cik: $cik, limit: $limit) { ticker shares value reportedAt issuer weight sharesChange filedAt principal putCall titleOfClass cusip valueWarning holderName holderCik } }'

export const shortInterestDocument =
  'query ($ticker: String!, $filter: ArrayFilterInput) { shortInterest(ticker: $ticker, filter: $filter) { settlementDate sharesShort daysToCover previousSharesShort changePercent averageDailyVolume } }'

export const campaignFinanceDocument =
  'query ($name: String!, $filter: CampaignFinanceFilterInput) { campaignFinance(name: $name, filter: $filter) { committeeName cycle party state totalRaised committeeId committeeType candidateName coverageEnd } }'

export const seriesDocument =
  'query ($seriesId: String!, $filter: ArrayFilterInput) { macroSeries(seriesId: $seriesId, filter: $filter) { date value title unit frequency seasonalAdjustment } }'

/** The fields of a row that such a query selects. */
export function fieldsIn(document: string): readonly string[] {
  const [, selection = ''] = /\{ ([^{}]*) \} \}$/.exec(document) ?? []
  return selection.split(' ')
}
