/** Data areas below an entity, and what is selected of each; `%TYPE` stands for the value of an argument. Generated from the connectors by `pnpm run generate`. Do not edit. */
export const entityAreas: Readonly<Record<string, string>> = {
  "market": "market { price change changePercent volume marketCap previousClose open dayLow dayHigh low52w high52w currency asOf marketState extendedPrice extendedChangePercent extendedAsOf }",
  "regulatory": "regulatory { filings(forms: %[String!], filter: %ArrayFilterInput, knownOn: %String) { form items filedAt reportDate accessionNumber description url } sanctions(filter: %ArrayFilterInput) { matchedName score listName program programs entityName type sdnId entryId countries remarks matchedIdentifier } campaignFinance(filter: %CampaignFinanceFilterInput) { committeeName cycle party state totalRaised committeeId committeeType candidateName candidateId repeatedAs coverageEnd } }",
  "regulatory.filings": "regulatory { filings(forms: %[String!], filter: %ArrayFilterInput, knownOn: %String) { form items filedAt reportDate accessionNumber description url } }",
  "regulatory.sanctions": "regulatory { sanctions(filter: %ArrayFilterInput) { matchedName score listName program programs entityName type sdnId entryId countries remarks matchedIdentifier } }",
  "regulatory.campaignFinance": "regulatory { campaignFinance(filter: %CampaignFinanceFilterInput) { committeeName cycle party state totalRaised committeeId committeeType candidateName candidateId repeatedAs coverageEnd } }",
  "technicals": "technicals(range: %String, interval: %String) { rsi(period: %Int) { value date reason } macd(fast: %Int, slow: %Int, signal: %Int) { macd signal histogram date reason } bollinger(period: %Int, deviations: %Float) { upper middle lower date reason } ema(period: %Int) { value date reason } sma(period: %Int) { value date reason } atr(period: %Int) { value date reason } vwma(period: %Int) { value date reason } mfi(period: %Int) { value date reason } }",
  "financials": "financials(knownOn: %String, asReported: %Boolean) { income(period: %FinancialPeriod, filter: %ArrayFilterInput) { fiscalYear fiscalPeriod startDate endDate filed form accession currency derived unsupported shareBasisFrom splitFactor revenue costOfRevenue grossProfit researchAndDevelopment sellingGeneralAndAdministrative sellingAndMarketing generalAndAdministrative operatingExpenses costsAndExpenses operatingIncome interestExpense nonoperatingIncome incomeBeforeTax incomeTax netIncome netIncomeToCommon comprehensiveIncome epsBasic epsDiluted sharesBasic sharesDiluted dividendsPerShare restatements { field value filed form accession } } balanceSheet(period: %FinancialPeriod, filter: %ArrayFilterInput) { fiscalYear fiscalPeriod endDate filed form accession currency derived unsupported shareBasisFrom splitFactor cashAndEquivalents shortTermInvestments accountsReceivable inventory otherCurrentAssets currentAssets propertyPlantAndEquipment operatingLeaseAssets goodwill intangibleAssets longTermInvestments otherNoncurrentAssets totalAssets accountsPayable accruedLiabilities deferredRevenueCurrent shortTermDebt currentPortionOfLongTermDebt currentLiabilities longTermDebt operatingLeaseLiabilitiesNoncurrent otherNoncurrentLiabilities totalLiabilities mezzanineEquity commonStock retainedEarnings accumulatedOtherComprehensiveIncome stockholdersEquity minorityInterest totalEquity liabilitiesAndEquity sharesOutstanding restatements { field value filed form accession } } cashFlow(period: %FinancialPeriod, filter: %ArrayFilterInput) { fiscalYear fiscalPeriod startDate endDate filed form accession currency derived unsupported netIncome depreciationAndAmortization stockBasedCompensation deferredIncomeTax changeInReceivables changeInInventory changeInPayables operatingCashFlow capitalExpenditures acquisitions purchasesOfInvestments investingCashFlow dividendsPaid stockRepurchased stockIssued debtIssued debtRepaid financingCashFlow effectOfExchangeRates netChangeInCash freeCashFlow incomeTaxesPaid interestPaid restatements { field value filed form accession } } }",
  "financials.income": "financials(knownOn: %String, asReported: %Boolean) { income(period: %FinancialPeriod, filter: %ArrayFilterInput) { fiscalYear fiscalPeriod startDate endDate filed form accession currency derived unsupported shareBasisFrom splitFactor revenue costOfRevenue grossProfit researchAndDevelopment sellingGeneralAndAdministrative sellingAndMarketing generalAndAdministrative operatingExpenses costsAndExpenses operatingIncome interestExpense nonoperatingIncome incomeBeforeTax incomeTax netIncome netIncomeToCommon comprehensiveIncome epsBasic epsDiluted sharesBasic sharesDiluted dividendsPerShare restatements { field value filed form accession } } }",
  "financials.balanceSheet": "financials(knownOn: %String, asReported: %Boolean) { balanceSheet(period: %FinancialPeriod, filter: %ArrayFilterInput) { fiscalYear fiscalPeriod endDate filed form accession currency derived unsupported shareBasisFrom splitFactor cashAndEquivalents shortTermInvestments accountsReceivable inventory otherCurrentAssets currentAssets propertyPlantAndEquipment operatingLeaseAssets goodwill intangibleAssets longTermInvestments otherNoncurrentAssets totalAssets accountsPayable accruedLiabilities deferredRevenueCurrent shortTermDebt currentPortionOfLongTermDebt currentLiabilities longTermDebt operatingLeaseLiabilitiesNoncurrent otherNoncurrentLiabilities totalLiabilities mezzanineEquity commonStock retainedEarnings accumulatedOtherComprehensiveIncome stockholdersEquity minorityInterest totalEquity liabilitiesAndEquity sharesOutstanding restatements { field value filed form accession } } }",
  "financials.cashFlow": "financials(knownOn: %String, asReported: %Boolean) { cashFlow(period: %FinancialPeriod, filter: %ArrayFilterInput) { fiscalYear fiscalPeriod startDate endDate filed form accession currency derived unsupported netIncome depreciationAndAmortization stockBasedCompensation deferredIncomeTax changeInReceivables changeInInventory changeInPayables operatingCashFlow capitalExpenditures acquisitions purchasesOfInvestments investingCashFlow dividendsPaid stockRepurchased stockIssued debtIssued debtRepaid financingCashFlow effectOfExchangeRates netChangeInCash freeCashFlow incomeTaxesPaid interestPaid restatements { field value filed form accession } } }",
  "periodicFilings": "periodicFilings(filter: %ArrayFilterInput) { form title filedAt reportDate accessionNumber description url }",
  "earnings": "earnings(filter: %ArrayFilterInput, knownOn: %String, asReported: %Boolean) { date periodEnd fiscalYear fiscalPeriod epsActual epsBasic revenue netIncome currency derived filedAt form url shareBasisFrom splitFactor restatements { field value filed form accession } }",
  "earningsCalendar": "earningsCalendar { date session periodEnd fiscalYear fiscalPeriod epsEstimate revenueEstimate currency }",
  "earningsPressReleases": "earningsPressReleases(filter: %ArrayFilterInput) { title date reportDate url isExhibit items accessionNumber }",
  "insiderTrades": "insiderTrades(filter: %InsiderTradeFilterInput, knownOn: %String) { filedAt transactionDate form ownerName ownerCik isDirector isOfficer isTenPercentOwner officerTitle securityTitle code acquiredDisposed shares price value sharesOwnedFollowing isDirect isDerivative exercisePrice expires underlying accessionNumber url }",
  "executives": "executives { name title cik isOfficer isDirector reportedAt sharesOwned url }",
  "risk": "risk { sanctions { matched score matchedName listName program count } signals(filter: %ArrayFilterInput) { date kind title reason url accessionNumber } }",
  "risk.signals": "risk { signals(filter: %ArrayFilterInput) { date kind title reason url accessionNumber } }",
  "segmentedRevenue": "segmentedRevenue(period: %FinancialPeriod, filter: %ArrayFilterInput) { axis name member value currency addsUp periodStart periodEnd form filedAt url }",
  "relationships": "relationships(kinds: %[RelationshipKind!], filter: %ArrayFilterInput) { kind name cik lei detail percent shares date url }",
  "institutionalHoldings": "institutionalHoldings(filter: %ArrayFilterInput, knownOn: %String) { ticker shares value valueWarning weight sharesChange reportedAt filedAt principal putCall cusip issuer titleOfClass holderName holderCik }",
  "topHolders": "topHolders(filter: %ArrayFilterInput, knownOn: %String) { ticker shares value valueWarning weight sharesChange reportedAt filedAt principal putCall cusip issuer titleOfClass holderName holderCik }",
  "shortInterest": "shortInterest(filter: %ArrayFilterInput, knownOn: %String) { settlementDate sharesShort daysToCover previousSharesShort changePercent averageDailyVolume }",
  "fdaEvents": "fdaEvents(filter: %ArrayFilterInput) { kind date title detail status reference company }",
  "litigation": "litigation(filter: %ArrayFilterInput) { caseName court dateFiled dateTerminated docketNumber cause parties url source }",
  "governmentContracts": "governmentContracts(filter: %ArrayFilterInput) { awardId recipient amount agency description startDate endDate url }",
  "clinicalTrials": "clinicalTrials(filter: %ArrayFilterInput) { nctId title status phases conditions sponsor startDate updatedAt url }",
  "news": "news(filter: %NewsFilterInput) { title date source url language }",
  "social": "social { reddit(filter: %ArrayFilterInput) { title date subreddit score comments url } redditComments(filter: %ArrayFilterInput) { text date subreddit score url } }",
  "social.reddit": "social { reddit(filter: %ArrayFilterInput) { title date subreddit score comments url } }",
  "social.redditComments": "social { redditComments(filter: %ArrayFilterInput) { text date subreddit score url } }",
  "discussions": "discussions(filter: %ArrayFilterInput) { title date kind source url points comments }",
  "predictions": "predictions(filter: %ArrayFilterInput) { question source volume currency isPlayMoney closesAt url outcomes { name probability } }",
  "research": "research(filter: %ArrayFilterInput) { title authors publishedAt source venue doi citations url }",
  "derivatives": "derivatives { futures(filter: %ArrayFilterInput) { date market openInterest nonCommercialLong nonCommercialShort commercialLong commercialShort } futuresChain { symbol name expiration price previousClose change changePercent } options(expiration: %String, type: %OptionType, minStrike: %Float, maxStrike: %Float, filter: %ArrayFilterInput) { symbol expiration strike currency type bid ask last volume openInterest impliedVolatility delta gamma theta vega rho } }",
  "derivatives.futures": "derivatives { futures(filter: %ArrayFilterInput) { date market openInterest nonCommercialLong nonCommercialShort commercialLong commercialShort } }",
  "derivatives.options": "derivatives { options(expiration: %String, type: %OptionType, minStrike: %Float, maxStrike: %Float, filter: %ArrayFilterInput) { symbol expiration strike currency type bid ask last volume openInterest impliedVolatility delta gamma theta vega rho } }",
  "analyst": "analyst { currency priceTarget recommendation priceTargetHigh priceTargetLow priceTargetMedian analysts strongBuy buy hold sell strongSell }"
}

/** Names of the fields of each filter above, by its type. */
export const filterFields: Readonly<Record<string, readonly string[]>> = {
  "ArrayFilterInput": [
    "limit",
    "offset",
    "sort",
    "since",
    "until"
  ],
  "CampaignFinanceFilterInput": [
    "limit",
    "offset",
    "sort",
    "since",
    "until",
    "cycle",
    "party",
    "state",
    "minRaised",
    "committeeType"
  ],
  "InsiderTradeFilterInput": [
    "limit",
    "offset",
    "sort",
    "since",
    "until",
    "codes",
    "acquiredDisposed",
    "owner",
    "role",
    "minValue",
    "derivative"
  ],
  "NewsFilterInput": [
    "limit",
    "offset",
    "sort",
    "since",
    "until",
    "sources",
    "keywords",
    "language"
  ]
}
