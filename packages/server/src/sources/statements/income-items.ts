import { type LineItem, moneyLine, type Statement } from './line-item.ts'

const items: readonly LineItem[] = [
  moneyLine(
    'revenue',
    'Total revenue. For a bank that reports none, net interest income plus noninterest income.',
    [
      'Revenues',
      'RevenueFromContractWithCustomerExcludingAssessedTax',
      'RevenueFromContractWithCustomerIncludingAssessedTax',
      'SalesRevenueNet',
      'Revenue',
    ],
    [
      'RevenuesNetOfInterestExpense',
      'RevenueFromContractsWithCustomers',
      'SalesRevenueGoodsNet+SalesRevenueServicesNet',
      'SalesRevenueServicesNet+SalesRevenueGoodsNet',
    ],
    ['SalesRevenueGoodsNet', 'SalesRevenueServicesNet'],
    // Totals of one industry. The second group are parts of the first for filers that state both.
    [
      'RegulatedAndUnregulatedOperatingRevenue',
      'RegulatedOperatingRevenue',
      'UtilityRevenue',
      'RealEstateRevenueNet',
      'OilAndGasRevenue',
      'OilAndGasSalesRevenue',
      'RefiningAndMarketingRevenue',
      'RevenueOilAndGasServices',
      'RevenueMineralSales',
      'CoalProductsAndServicesRevenue',
      'HealthCareOrganizationRevenue',
      'ContractsRevenue',
      'MarineServicesRevenue',
      'SalesRevenueEnergyServices',
    ],
    [
      'ElectricUtilityRevenue',
      'ElectricDomesticRegulatedRevenue',
      'HealthCareOrganizationPatientServiceRevenue',
    ],
    ['ElectricalGenerationRevenue'],
    // Banks without a line for their revenue: net interest income, and income of other kinds.
    ['InterestIncomeExpenseNet+NoninterestIncome', 'NoninterestIncome+InterestIncomeExpenseNet'],
  ),
  moneyLine(
    'costOfRevenue',
    'Cost of goods and services sold.',
    ['CostOfRevenue', 'CostOfGoodsAndServicesSold', 'CostOfSales'],
    ['CostOfGoodsSold+CostOfServices', 'CostOfServices+CostOfGoodsSold'],
    ['CostOfGoodsSold', 'CostOfServices'],
  ),
  moneyLine(
    'grossProfit',
    'Revenue minus cost of revenue. Computed if the filer does not report it.',
    ['GrossProfit'],
  ),
  moneyLine(
    'researchAndDevelopment',
    'Research and development expense.',
    ['ResearchAndDevelopmentExpense'],
    [
      'ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost',
      'ResearchAndDevelopmentExpenseSoftwareExcludingAcquiredInProcessCost',
    ],
  ),
  moneyLine(
    'sellingGeneralAndAdministrative',
    'Selling, general and administrative expense, if the filer reports it as one line.',
    ['SellingGeneralAndAdministrativeExpense'],
  ),
  moneyLine(
    'sellingAndMarketing',
    'Selling and marketing expense, if the filer reports it as a line of its own.',
    ['SellingAndMarketingExpense', 'SellingExpense'],
    ['DistributionCosts'],
  ),
  moneyLine(
    'generalAndAdministrative',
    'General and administrative expense, if the filer reports it as a line of its own.',
    ['GeneralAndAdministrativeExpense', 'AdministrativeExpense'],
  ),
  moneyLine('operatingExpenses', 'Operating expenses without cost of revenue.', [
    'OperatingExpenses',
  ]),
  moneyLine(
    'costsAndExpenses',
    'All costs and expenses, including cost of revenue. For a bank, its noninterest expense.',
    ['CostsAndExpenses'],
    ['BenefitsLossesAndExpenses', 'NoninterestExpense'],
  ),
  moneyLine('operatingIncome', 'Operating income or loss.', [
    'OperatingIncomeLoss',
    'ProfitLossFromOperatingActivities',
  ]),
  moneyLine(
    'interestExpense',
    'Interest expense.',
    ['InterestExpense', 'InterestExpenseNonoperating'],
    ['InterestAndDebtExpense', 'FinanceCosts'],
    ['InterestExpenseDebt'],
  ),
  moneyLine(
    'nonoperatingIncome',
    'Income minus expense outside operations.',
    ['NonoperatingIncomeExpense'],
    ['OtherNonoperatingIncomeExpense'],
  ),
  moneyLine('incomeBeforeTax', 'Income before income taxes.', [
    'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest',
    'IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments',
    'ProfitLossBeforeTax',
  ]),
  moneyLine('incomeTax', 'Income tax expense. A negative value is a benefit.', [
    'IncomeTaxExpenseBenefit',
    'IncomeTaxExpenseContinuingOperations',
  ]),
  moneyLine(
    'netIncome',
    'Net income or loss of the owners of the parent company.',
    ['NetIncomeLoss', 'ProfitLossAttributableToOwnersOfParent'],
    ['ProfitLoss'],
    ['NetIncomeLossAvailableToCommonStockholdersBasic'],
  ),
  moneyLine(
    'netIncomeToCommon',
    'Net income or loss after preferred dividends, from which earnings per share are computed.',
    ['NetIncomeLossAvailableToCommonStockholdersBasic'],
  ),
  {
    ...moneyLine(
      'comprehensiveIncome',
      'Net income plus other comprehensive income.',
      ['ComprehensiveIncomeNetOfTax', 'ComprehensiveIncomeAttributableToOwnersOfParent'],
      ['ComprehensiveIncome'],
    ),
    withoutMinorities: [
      'ComprehensiveIncomeNetOfTaxIncludingPortionAttributableToNoncontrollingInterest',
    ],
  },
  {
    field: 'epsBasic',
    meaning: 'Basic earnings per share, or per unit of a partnership.',
    unit: 'per-share',
    concepts: [
      ['EarningsPerShareBasic', 'BasicEarningsLossPerShare'],
      ['EarningsPerShareBasicAndDiluted', 'BasicAndDilutedEarningsLossPerShare'],
      ['NetIncomeLossPerOutstandingLimitedPartnershipUnitBasicNetOfTax'],
      ['NetIncomeLossPerOutstandingLimitedPartnershipUnit'],
    ],
  },
  {
    field: 'epsDiluted',
    meaning: 'Diluted earnings per share, or per unit of a partnership.',
    unit: 'per-share',
    concepts: [
      ['EarningsPerShareDiluted', 'DilutedEarningsLossPerShare'],
      ['EarningsPerShareBasicAndDiluted', 'BasicAndDilutedEarningsLossPerShare'],
      [
        'NetIncomeLossNetOfTaxPerOutstandingLimitedPartnershipUnitDiluted',
        'NetIncomeLossPerOutstandingLimitedPartnershipUnitDiluted',
      ],
      ['NetIncomeLossPerOutstandingLimitedPartnershipUnit'],
    ],
  },
  {
    field: 'sharesBasic',
    meaning: 'Weighted average of the shares or units outstanding in the period, basic.',
    unit: 'shares',
    concepts: [
      ['WeightedAverageNumberOfSharesOutstandingBasic', 'WeightedAverageShares'],
      ['WeightedAverageNumberOfShareOutstandingBasicAndDiluted'],
      ['WeightedAverageLimitedPartnershipUnitsOutstanding'],
    ],
  },
  {
    field: 'sharesDiluted',
    meaning: 'Weighted average of the shares or units outstanding in the period, diluted.',
    unit: 'shares',
    concepts: [
      ['WeightedAverageNumberOfDilutedSharesOutstanding', 'AdjustedWeightedAverageShares'],
      ['WeightedAverageNumberOfShareOutstandingBasicAndDiluted'],
      ['WeightedAverageLimitedPartnershipUnitsOutstandingDiluted'],
    ],
  },
  {
    field: 'dividendsPerShare',
    meaning: 'Dividends declared per share.',
    unit: 'per-share',
    concepts: [
      ['CommonStockDividendsPerShareDeclared'],
      ['CommonStockDividendsPerShareCashPaid'],
      ['DistributionMadeToLimitedPartnerDistributionsPaidPerUnit'],
    ],
  },
]

/** The income statement. */
export const incomeStatement: Statement = {
  kind: 'duration',
  items,
  anchors: ['revenue', 'netIncome'],
  perShare: ['netIncomeToCommon', 'sharesBasic', 'epsBasic'],
  differences: [
    {
      field: 'grossProfit',
      from: 'revenue',
      less: 'costOfRevenue',
      // The main cost of an insurer is not in its cost of goods and services.
      unless: [
        'PolicyholderBenefitsAndClaimsIncurredNet',
        'PolicyholderBenefitsAndClaimsIncurredHealthCare',
        'PolicyholderBenefitsAndClaimsIncurredGross',
        'BenefitsLossesAndExpenses',
      ],
    },
  ],
}
