/** How a foreign company reports to the SEC: only years, in its own currency. */
export type ForeignFiler = {
  /** Form of the annual report. Interim reports are forms 6-K without XBRL. */
  form: '20-F' | '40-F'
  taxonomy: 'ifrs-full' | 'us-gaap'
  /** ISO 4217. */
  currency: string
  /** Constant exchange rate of the sandbox: units of the currency for one dollar. */
  perDollar: number
}

/** Foreign filers by symbol. Other companies file forms 10-K and 10-Q in dollars. */
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

/** IFRS names of US GAAP concepts, if they differ. */
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
