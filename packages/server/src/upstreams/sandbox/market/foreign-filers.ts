/** How a company abroad reports to the SEC: whole years, in its own money. */
export type ForeignFiler = {
  /** Of the year's report; what comes between is a 6-K without XBRL. */
  form: '20-F' | '40-F'
  taxonomy: 'ifrs-full' | 'us-gaap'
  /** ISO 4217. */
  currency: string
  /** What a dollar of the sandbox is worth in it, always. */
  perDollar: number
}

/** By symbol; those that are not here file forms 10-K and 10-Q in dollars. */
export const foreignFilers: Readonly<Record<string, ForeignFiler>> = {
  TSM: { form: '20-F', taxonomy: 'ifrs-full', currency: 'TWD', perDollar: 31 },
  ASML: { form: '20-F', taxonomy: 'us-gaap', currency: 'EUR', perDollar: 0.9 },
  SAP: { form: '20-F', taxonomy: 'ifrs-full', currency: 'EUR', perDollar: 0.9 },
  NVO: { form: '20-F', taxonomy: 'ifrs-full', currency: 'DKK', perDollar: 6.7 },
  TM: { form: '20-F', taxonomy: 'ifrs-full', currency: 'JPY', perDollar: 150 },
  BABA: { form: '20-F', taxonomy: 'us-gaap', currency: 'CNY', perDollar: 7.1 },
  AZN: { form: '20-F', taxonomy: 'ifrs-full', currency: 'USD', perDollar: 1 },
  RY: { form: '40-F', taxonomy: 'ifrs-full', currency: 'CAD', perDollar: 1.4 },
}

/** What IFRS calls the concepts of US GAAP; what both call alike is not here. */
export const ifrsNames: Readonly<Record<string, string>> = {
  RevenueFromContractWithCustomerExcludingAssessedTax: 'Revenue',
  CostOfGoodsAndServicesSold: 'CostOfSales',
  OperatingIncomeLoss: 'ProfitLossFromOperatingActivities',
  IncomeTaxExpenseBenefit: 'IncomeTaxExpenseContinuingOperations',
  NetIncomeLoss: 'ProfitLossAttributableToOwnersOfParent',
  EarningsPerShareBasic: 'BasicEarningsLossPerShare',
  EarningsPerShareDiluted: 'DilutedEarningsLossPerShare',
  WeightedAverageNumberOfDilutedSharesOutstanding: 'AdjustedWeightedAverageShares',
  CashAndCashEquivalentsAtCarryingValue: 'CashAndCashEquivalents',
  AssetsCurrent: 'CurrentAssets',
  InventoryNet: 'Inventories',
  LiabilitiesCurrent: 'CurrentLiabilities',
  LongTermDebtNoncurrent: 'LongtermBorrowings',
  StockholdersEquity: 'Equity',
  LiabilitiesAndStockholdersEquity: 'EquityAndLiabilities',
  NetCashProvidedByUsedInOperatingActivities: 'CashFlowsFromUsedInOperatingActivities',
  NetCashProvidedByUsedInInvestingActivities: 'CashFlowsFromUsedInInvestingActivities',
  NetCashProvidedByUsedInFinancingActivities: 'CashFlowsFromUsedInFinancingActivities',
  PaymentsToAcquirePropertyPlantAndEquipment:
    'PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities',
  DepreciationDepletionAndAmortization: 'AdjustmentsForDepreciationAndAmortisationExpense',
  PaymentsOfDividends: 'DividendsPaidClassifiedAsFinancingActivities',
}
