import { type LineItem, moneyLine, type Statement, withParts } from './line-item.ts'
import { balanceSheetSections } from './sections/balance-sheet-sections.ts'
import { balanceSheetWholes } from './sections/balance-sheet-wholes.ts'

/** Equity including that of minority owners. */
const wholeEquity = [
  'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
  'PartnersCapitalIncludingPortionAttributableToNoncontrollingInterest',
  'Equity',
]

const items: readonly LineItem[] = [
  moneyLine(
    'cashAndEquivalents',
    'Cash and cash equivalents.',
    ['CashAndCashEquivalentsAtCarryingValue', 'CashAndCashEquivalents'],
    [
      'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
      'CashAndDueFromBanks',
      'Cash',
    ],
  ),
  moneyLine(
    'shortTermInvestments',
    'Marketable securities and other investments due within a year.',
    ['MarketableSecuritiesCurrent', 'AvailableForSaleSecuritiesCurrent', 'ShortTermInvestments'],
    [
      'AvailableForSaleSecuritiesDebtSecuritiesCurrent',
      'HeldToMaturitySecuritiesCurrent',
      'OtherShortTermInvestments',
    ],
  ),
  moneyLine(
    'accountsReceivable',
    'Trade receivables, net.',
    ['AccountsReceivableNetCurrent', 'CurrentTradeReceivables'],
    [
      'ReceivablesNetCurrent',
      'AccountsNotesAndLoansReceivableNetCurrent',
      'TradeAndOtherCurrentReceivables',
    ],
  ),
  // Notes split inventory, so the last two concepts are the line only where no total is stated.
  withParts(
    moneyLine(
      'inventory',
      'Inventory, net.',
      [
        'InventoryNet',
        'Inventories',
        'InventoryNetOfAllowancesCustomerAdvancesAndProgressBillings',
      ],
      ['RetailRelatedInventoryMerchandise', 'InventoryFinishedGoodsNetOfReserves'],
    ),
    'InventoryNet',
    'InventoryNetOfAllowancesCustomerAdvancesAndProgressBillings',
  ),
  moneyLine(
    'otherCurrentAssets',
    'Other current assets. Includes prepaid expenses if the statement has one line for both.',
    ['PrepaidExpenseAndOtherAssetsCurrent'],
    ['OtherAssetsCurrent'],
  ),
  moneyLine('currentAssets', 'All assets that become cash, or are used, within a year.', [
    'AssetsCurrent',
    'CurrentAssets',
  ]),
  moneyLine(
    'propertyPlantAndEquipment',
    'Property, plant and equipment, net.',
    ['PropertyPlantAndEquipmentNet', 'PropertyPlantAndEquipment'],
    [
      'PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization',
    ],
  ),
  moneyLine('operatingLeaseAssets', 'Right-of-use assets of operating leases.', [
    'OperatingLeaseRightOfUseAsset',
    'RightofuseAssets',
  ]),
  moneyLine('goodwill', 'Goodwill.', ['Goodwill']),
  moneyLine(
    'intangibleAssets',
    'Intangible assets except goodwill, net.',
    ['IntangibleAssetsNetExcludingGoodwill', 'IntangibleAssetsOtherThanGoodwill'],
    ['FiniteLivedIntangibleAssetsNet'],
    ['IndefiniteLivedIntangibleAssetsExcludingGoodwill'],
  ),
  moneyLine(
    'longTermInvestments',
    'Marketable securities and other investments due after more than a year.',
    ['MarketableSecuritiesNoncurrent', 'LongTermInvestments'],
    [
      'AvailableForSaleSecuritiesNoncurrent',
      'AvailableForSaleSecuritiesDebtSecuritiesNoncurrent',
      'HeldToMaturitySecuritiesNoncurrent',
    ],
    ['OtherLongTermInvestments'],
  ),
  moneyLine('otherNoncurrentAssets', 'Other noncurrent assets.', [
    'OtherAssetsNoncurrent',
    'OtherNoncurrentAssets',
  ]),
  moneyLine('totalAssets', 'All assets.', ['Assets'], ['LiabilitiesAndStockholdersEquity']),
  moneyLine(
    'accountsPayable',
    'Trade payables. Includes accrued liabilities if the statement has one line for both.',
    ['AccountsPayableCurrent', 'TradeAndOtherCurrentPayables'],
    ['AccountsPayableTradeCurrent', 'AccountsPayableAndAccruedLiabilitiesCurrent'],
    ['AccountsPayableAndOtherAccruedLiabilitiesCurrent'],
  ),
  moneyLine('accruedLiabilities', 'Accrued expenses.', ['AccruedLiabilitiesCurrent']),
  moneyLine(
    'deferredRevenueCurrent',
    'Deferred revenue that the filer expects to earn within a year.',
    ['ContractWithCustomerLiabilityCurrent', 'DeferredRevenueCurrent'],
    ['CurrentContractLiabilities'],
  ),
  moneyLine(
    'shortTermDebt',
    'Debt borrowed for up to a year, including commercial paper. If the statement has one line for all debt due within a year, that line.',
    ['ShortTermBorrowings', 'ShorttermBorrowings'],
    ['CommercialPaper'],
    ['OtherShortTermBorrowings', 'LinesOfCreditCurrent'],
    ['DebtCurrent'],
  ),
  moneyLine(
    'currentPortionOfLongTermDebt',
    'Long-term debt due within a year, including convertible notes.',
    ['LongTermDebtCurrent'],
    ['LongTermDebtAndCapitalLeaseObligationsCurrent', 'CurrentPortionOfLongtermBorrowings'],
    ['ConvertibleNotesPayableCurrent', 'ConvertibleDebtCurrent'],
    ['SeniorNotesCurrent', 'NotesPayableCurrent'],
  ),
  moneyLine('currentLiabilities', 'All liabilities due within a year.', [
    'LiabilitiesCurrent',
    'CurrentLiabilities',
  ]),
  moneyLine(
    'longTermDebt',
    'Debt due after more than a year, including convertible notes.',
    ['LongTermDebtNoncurrent', 'LongtermBorrowings'],
    ['LongTermDebtAndCapitalLeaseObligations'],
    [
      'ConvertibleNotesPayableNoncurrent',
      'ConvertibleLongTermNotesPayable',
      'ConvertibleDebtNoncurrent',
    ],
    ['SeniorLongTermNotes', 'LongTermNotesPayable', 'UnsecuredLongTermDebt'],
    ['SecuredLongTermDebt', 'LongTermLineOfCredit', 'OtherLongTermDebtNoncurrent'],
    ['LongTermDebt'],
  ),
  moneyLine(
    'operatingLeaseLiabilitiesNoncurrent',
    'Operating lease liabilities due after more than a year.',
    ['OperatingLeaseLiabilityNoncurrent', 'NoncurrentLeaseLiabilities'],
  ),
  moneyLine('otherNoncurrentLiabilities', 'Other liabilities due after more than a year.', [
    'OtherLiabilitiesNoncurrent',
    'OtherNoncurrentLiabilities',
  ]),
  moneyLine(
    'totalLiabilities',
    'All liabilities. If not reported, computed from the total of liabilities and equity.',
    ['Liabilities'],
  ),
  moneyLine(
    'mezzanineEquity',
    'Redeemable shares and redeemable minority interests, listed between liabilities and equity.',
    [
      'TemporaryEquityCarryingAmountAttributableToParent',
      'TemporaryEquityCarryingAmountIncludingPortionAttributableToNoncontrollingInterests',
      'TemporaryEquityCarryingAmount',
      'RedeemableNoncontrollingInterestEquityCarryingAmount',
      'TemporaryEquityValueExcludingAdditionalPaidInCapital',
    ],
    [
      'RedeemableNoncontrollingInterestEquityCommonCarryingAmount',
      'RedeemableNoncontrollingInterestEquityPreferredCarryingAmount',
    ],
  ),
  moneyLine(
    'commonStock',
    'Common stock and paid-in capital, if the filer reports them as one line.',
    ['CommonStocksIncludingAdditionalPaidInCapital'],
  ),
  moneyLine('retainedEarnings', 'Retained earnings. A negative value is an accumulated deficit.', [
    'RetainedEarningsAccumulatedDeficit',
    'RetainedEarnings',
  ]),
  moneyLine('accumulatedOtherComprehensiveIncome', 'Accumulated other comprehensive income.', [
    'AccumulatedOtherComprehensiveIncomeLossNetOfTax',
    'AccumulatedOtherComprehensiveIncome',
  ]),
  {
    ...moneyLine(
      'stockholdersEquity',
      'Equity of the owners of the parent company. If not reported, computed from totalEquity and minorityInterest.',
      ['StockholdersEquity', 'EquityAttributableToOwnersOfParent'],
      ['PartnersCapital', 'MembersEquity'],
    ),
    withoutMinorities: wholeEquity,
  },
  moneyLine('minorityInterest', 'Equity of the minority owners of subsidiaries.', [
    'MinorityInterest',
    'NoncontrollingInterests',
  ]),
  moneyLine(
    'totalEquity',
    'Equity, including minority interests.',
    wholeEquity,
    ['StockholdersEquity', 'EquityAttributableToOwnersOfParent'],
    ['PartnersCapital', 'MembersEquity'],
  ),
  moneyLine('liabilitiesAndEquity', 'Total liabilities and equity. Equals total assets.', [
    'LiabilitiesAndStockholdersEquity',
    'EquityAndLiabilities',
  ]),
  {
    field: 'sharesOutstanding',
    meaning: 'Common shares outstanding on the day of the balance.',
    unit: 'shares',
    concepts: [
      ['CommonStockSharesOutstanding'],
      ['SharesOutstanding', 'NumberOfSharesOutstanding'],
    ],
  },
]

/** The balance sheet. */
export const balanceSheet: Statement = {
  kind: 'instant',
  items,
  sections: balanceSheetSections,
  wholes: balanceSheetWholes,
  anchors: ['totalAssets'],
  differences: [
    {
      field: 'totalLiabilities',
      from: 'liabilitiesAndEquity',
      less: 'totalEquity',
      alsoLess: 'mezzanineEquity',
    },
    { field: 'stockholdersEquity', from: 'totalEquity', less: 'minorityInterest' },
  ],
}
