import { type LineItem, moneyLine, type Statement } from './line-item.ts'

const items: readonly LineItem[] = [
  moneyLine(
    'revenue',
    'Total revenue.',
    [
      'Revenues',
      'RevenueFromContractWithCustomerExcludingAssessedTax',
      'RevenueFromContractWithCustomerIncludingAssessedTax',
      'SalesRevenueNet',
      'Revenue',
    ],
    [
      'RevenuesNetOfInterestExpense',
      'SalesRevenueGoodsNet',
      'SalesRevenueServicesNet',
      'RevenueFromContractsWithCustomers',
    ],
  ),
  moneyLine(
    'costOfRevenue',
    'Cost of goods and services sold.',
    ['CostOfRevenue', 'CostOfGoodsAndServicesSold', 'CostOfSales'],
    ['CostOfGoodsSold', 'CostOfServices'],
  ),
  moneyLine('grossProfit', 'Revenue less cost of revenue; computed where it is not reported.', [
    'GrossProfit',
  ]),
  moneyLine(
    'researchAndDevelopment',
    'Research and development expense.',
    ['ResearchAndDevelopmentExpense'],
    ['ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost'],
  ),
  moneyLine(
    'sellingGeneralAndAdministrative',
    'Selling, general and administrative expense, where reported as one.',
    ['SellingGeneralAndAdministrativeExpense'],
  ),
  moneyLine('sellingAndMarketing', 'Selling and marketing expense, where reported apart.', [
    'SellingAndMarketingExpense',
  ]),
  moneyLine(
    'generalAndAdministrative',
    'General and administrative expense, where reported apart.',
    ['GeneralAndAdministrativeExpense'],
  ),
  moneyLine('operatingExpenses', 'Operating expenses without cost of revenue.', [
    'OperatingExpenses',
  ]),
  moneyLine(
    'costsAndExpenses',
    'All costs and expenses, cost of revenue included.',
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
    ['InterestExpenseDebt', 'FinanceCosts'],
  ),
  moneyLine(
    'nonoperatingIncome',
    'Income less expense outside operations.',
    ['NonoperatingIncomeExpense'],
    ['OtherNonoperatingIncomeExpense'],
  ),
  moneyLine('incomeBeforeTax', 'Income before income taxes.', [
    'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest',
    'IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments',
    'ProfitLossBeforeTax',
  ]),
  moneyLine('incomeTax', 'Income tax expense; negative is a benefit.', [
    'IncomeTaxExpenseBenefit',
    'IncomeTaxExpenseContinuingOperations',
  ]),
  moneyLine(
    'netIncome',
    'Net income or loss of the parent.',
    ['NetIncomeLoss', 'ProfitLossAttributableToOwnersOfParent'],
    ['ProfitLoss'],
    ['NetIncomeLossAvailableToCommonStockholdersBasic'],
  ),
  moneyLine(
    'netIncomeToCommon',
    'Net income or loss that earnings per share are computed from: without preferred dividends.',
    ['NetIncomeLossAvailableToCommonStockholdersBasic'],
  ),
  moneyLine(
    'comprehensiveIncome',
    'Net income and other comprehensive income of the parent.',
    ['ComprehensiveIncomeNetOfTax'],
    ['ComprehensiveIncome'],
  ),
  {
    field: 'epsBasic',
    meaning:
      'Basic earnings per share, as the newest report of the period has them: later splits are not applied.',
    unit: 'per-share',
    concepts: [
      ['EarningsPerShareBasic', 'BasicEarningsLossPerShare'],
      ['EarningsPerShareBasicAndDiluted'],
    ],
  },
  {
    field: 'epsDiluted',
    meaning:
      'Diluted earnings per share, as the newest report of the period has them: later splits are not applied.',
    unit: 'per-share',
    concepts: [
      ['EarningsPerShareDiluted', 'DilutedEarningsLossPerShare'],
      ['EarningsPerShareBasicAndDiluted'],
    ],
  },
  {
    field: 'sharesBasic',
    meaning: 'Weighted average shares outstanding.',
    unit: 'shares',
    concepts: [['WeightedAverageNumberOfSharesOutstandingBasic', 'WeightedAverageShares']],
  },
  {
    field: 'sharesDiluted',
    meaning: 'Weighted average shares outstanding, diluted.',
    unit: 'shares',
    concepts: [
      ['WeightedAverageNumberOfDilutedSharesOutstanding', 'AdjustedWeightedAverageShares'],
    ],
  },
  {
    field: 'dividendsPerShare',
    meaning: 'Dividends declared per share.',
    unit: 'per-share',
    concepts: [['CommonStockDividendsPerShareDeclared'], ['CommonStockDividendsPerShareCashPaid']],
  },
]

/** The income statement. */
export const incomeStatement: Statement = {
  kind: 'duration',
  items,
  anchors: ['revenue', 'netIncome'],
  differences: [{ field: 'grossProfit', from: 'revenue', less: 'costOfRevenue' }],
}
