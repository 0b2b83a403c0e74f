import { balanceSheetSections } from './balance-sheet-sections.ts'
import { type LineItem, moneyLine, type Statement } from './line-item.ts'

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
    'Marketable securities and other investments of up to a year.',
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
  moneyLine('inventory', 'Inventory, net.', ['InventoryNet', 'Inventories']),
  moneyLine(
    'otherCurrentAssets',
    'Other current assets; prepaid expenses with them where the statement has one line for both.',
    ['PrepaidExpenseAndOtherAssetsCurrent'],
    ['OtherAssetsCurrent'],
  ),
  moneyLine('currentAssets', 'All assets of up to a year.', ['AssetsCurrent', 'CurrentAssets']),
  moneyLine(
    'propertyPlantAndEquipment',
    'Property, plant and equipment, net.',
    ['PropertyPlantAndEquipmentNet', 'PropertyPlantAndEquipment'],
    [
      'PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization',
    ],
  ),
  moneyLine('operatingLeaseAssets', 'Rights of use under operating leases.', [
    'OperatingLeaseRightOfUseAsset',
    'RightofuseAssets',
  ]),
  moneyLine('goodwill', 'Goodwill.', ['Goodwill']),
  moneyLine(
    'intangibleAssets',
    'Intangible assets without goodwill, net.',
    ['IntangibleAssetsNetExcludingGoodwill', 'IntangibleAssetsOtherThanGoodwill'],
    ['FiniteLivedIntangibleAssetsNet'],
    ['IndefiniteLivedIntangibleAssetsExcludingGoodwill'],
  ),
  moneyLine(
    'longTermInvestments',
    'Marketable securities and other investments of more than a year.',
    ['MarketableSecuritiesNoncurrent', 'LongTermInvestments'],
    [
      'AvailableForSaleSecuritiesNoncurrent',
      'AvailableForSaleSecuritiesDebtSecuritiesNoncurrent',
      'HeldToMaturitySecuritiesNoncurrent',
    ],
    ['OtherLongTermInvestments'],
  ),
  moneyLine('otherNoncurrentAssets', 'Other assets of more than a year.', [
    'OtherAssetsNoncurrent',
    'OtherNoncurrentAssets',
  ]),
  moneyLine('totalAssets', 'All assets.', ['Assets'], ['LiabilitiesAndStockholdersEquity']),
  moneyLine(
    'accountsPayable',
    'Trade payables.',
    ['AccountsPayableCurrent', 'TradeAndOtherCurrentPayables'],
    ['AccountsPayableTradeCurrent', 'AccountsPayableAndAccruedLiabilitiesCurrent'],
  ),
  moneyLine('accruedLiabilities', 'Accrued expenses.', ['AccruedLiabilitiesCurrent']),
  moneyLine(
    'deferredRevenueCurrent',
    'Revenue paid for and still to be earned within a year.',
    ['ContractWithCustomerLiabilityCurrent', 'DeferredRevenueCurrent'],
    ['CurrentContractLiabilities'],
  ),
  moneyLine(
    'shortTermDebt',
    'Debt taken for up to a year, commercial paper included; all debt due within a year where the statement has one line for it.',
    ['ShortTermBorrowings', 'ShorttermBorrowings'],
    ['CommercialPaper'],
    ['OtherShortTermBorrowings', 'LinesOfCreditCurrent'],
    ['DebtCurrent'],
  ),
  moneyLine(
    'currentPortionOfLongTermDebt',
    'Long-term debt due within a year, convertible notes included.',
    ['LongTermDebtCurrent'],
    ['LongTermDebtAndCapitalLeaseObligationsCurrent', 'CurrentPortionOfLongtermBorrowings'],
    ['ConvertibleNotesPayableCurrent', 'ConvertibleDebtCurrent'],
    ['SeniorNotesCurrent', 'NotesPayableCurrent'],
  ),
  moneyLine('currentLiabilities', 'All liabilities of up to a year.', [
    'LiabilitiesCurrent',
    'CurrentLiabilities',
  ]),
  moneyLine(
    'longTermDebt',
    'Debt due after more than a year, convertible notes included.',
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
  moneyLine('operatingLeaseLiabilitiesNoncurrent', 'Operating leases due after more than a year.', [
    'OperatingLeaseLiabilityNoncurrent',
    'NoncurrentLeaseLiabilities',
  ]),
  moneyLine('otherNoncurrentLiabilities', 'Other liabilities of more than a year.', [
    'OtherLiabilitiesNoncurrent',
    'OtherNoncurrentLiabilities',
  ]),
  moneyLine(
    'totalLiabilities',
    'All liabilities; computed from the two sides of the sheet where it is not reported.',
    ['Liabilities'],
  ),
  moneyLine(
    'mezzanineEquity',
    'Redeemable shares and minority interests, which stand between liabilities and equity.',
    [
      'TemporaryEquityCarryingAmountAttributableToParent',
      'TemporaryEquityCarryingAmountIncludingPortionAttributableToNoncontrollingInterests',
      'TemporaryEquityCarryingAmount',
      'RedeemableNoncontrollingInterestEquityCarryingAmount',
    ],
    [
      'RedeemableNoncontrollingInterestEquityCommonCarryingAmount',
      'RedeemableNoncontrollingInterestEquityPreferredCarryingAmount',
    ],
  ),
  moneyLine('commonStock', 'Common stock and paid-in capital, where reported as one.', [
    'CommonStocksIncludingAdditionalPaidInCapital',
  ]),
  moneyLine('retainedEarnings', 'Retained earnings; negative is an accumulated deficit.', [
    'RetainedEarningsAccumulatedDeficit',
    'RetainedEarnings',
  ]),
  moneyLine('accumulatedOtherComprehensiveIncome', 'Accumulated other comprehensive income.', [
    'AccumulatedOtherComprehensiveIncomeLossNetOfTax',
    'AccumulatedOtherComprehensiveIncome',
  ]),
  moneyLine(
    'stockholdersEquity',
    'Equity of the owners of the parent.',
    ['StockholdersEquity', 'EquityAttributableToOwnersOfParent'],
    ['PartnersCapital', 'MembersEquity', 'Equity'],
  ),
  moneyLine(
    'totalEquity',
    'Equity, minority owners included.',
    ['StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest', 'Equity'],
    ['StockholdersEquity', 'EquityAttributableToOwnersOfParent'],
  ),
  moneyLine('liabilitiesAndEquity', 'The other side of the sheet: equals total assets.', [
    'LiabilitiesAndStockholdersEquity',
    'EquityAndLiabilities',
  ]),
  {
    field: 'sharesOutstanding',
    meaning: 'Common shares outstanding, as filed: splits that came later are not applied.',
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
  anchors: ['totalAssets'],
  differences: [
    {
      field: 'totalLiabilities',
      from: 'liabilitiesAndEquity',
      less: 'totalEquity',
      alsoLess: 'mezzanineEquity',
    },
  ],
}
