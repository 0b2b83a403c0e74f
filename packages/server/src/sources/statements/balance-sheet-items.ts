import { assetItems } from './asset-items.ts'
import { type LineItem, moneyLine, type Statement } from './line-item.ts'
import { balanceSheetSections } from './sections/balance-sheet-sections.ts'
import { balanceSheetWholes } from './sections/balance-sheet-wholes.ts'

/** Equity including that of minority owners. */
const wholeEquity = [
  'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
  'PartnersCapitalIncludingPortionAttributableToNoncontrollingInterest',
  'Equity',
]

const items: readonly LineItem[] = [
  ...assetItems,
  moneyLine(
    'accountsPayable',
    'Trade payables. Includes accrued liabilities if the statement has one line for both.',
    ['AccountsPayableCurrent', 'TradeAndOtherCurrentPayables'],
    ['AccountsPayableTradeCurrent', 'AccountsPayableAndAccruedLiabilitiesCurrent'],
    ['AccountsPayableAndOtherAccruedLiabilitiesCurrent'],
    ['AccountsPayableCurrentAndNoncurrent', 'AccountsPayable'],
  ),
  moneyLine(
    'accruedLiabilities',
    'Accrued expenses.',
    ['AccruedLiabilitiesCurrent', 'AccrualsClassifiedAsCurrent'],
    ['AccruedLiabilitiesCurrentAndNoncurrent', 'AccruedLiabilities'],
  ),
  moneyLine(
    'deferredRevenueCurrent',
    'Deferred revenue that the filer expects to earn within a year.',
    ['ContractWithCustomerLiabilityCurrent', 'DeferredRevenueCurrent'],
    ['CurrentContractLiabilities', 'DeferredRevenueAndCreditsCurrent'],
  ),
  moneyLine(
    'shortTermDebt',
    'Debt borrowed for up to a year, including commercial paper. If the statement has one line for all debt due within a year, that line.',
    ['ShortTermBorrowings', 'ShorttermBorrowings'],
    ['CommercialPaper'],
    [
      'OtherShortTermBorrowings',
      'LinesOfCreditCurrent',
      'ShortTermBankLoansAndNotesPayable',
      'ShortTermNonBankLoansAndNotesPayable',
    ],
    ['DebtCurrent', 'CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings'],
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
  moneyLine(
    'otherNoncurrentLiabilities',
    'Other liabilities due after more than a year. Other liabilities if the balance sheet has no current ones.',
    ['OtherLiabilitiesNoncurrent', 'OtherNoncurrentLiabilities'],
    ['OtherLiabilities'],
  ),
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
  moneyLine(
    'retainedEarnings',
    'Retained earnings. A negative value is an accumulated deficit.',
    ['RetainedEarningsAccumulatedDeficit', 'RetainedEarnings'],
    ['RetainedEarningsUnappropriated'],
  ),
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
