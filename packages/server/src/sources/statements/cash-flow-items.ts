import { type LineItem, moneyLine, type Statement, withParts } from './line-item.ts'
import { cashFlowSections } from './sections/cash-flow-sections.ts'

const items: readonly LineItem[] = [
  moneyLine('netIncome', 'Net income or loss.', ['NetIncomeLoss'], ['ProfitLoss']),
  {
    ...withParts(
      moneyLine(
        'depreciationAndAmortization',
        'Depreciation and amortization. Their sum if the filer reports them as two lines.',
        // Only this one is exclusive to the cash flow statement; notes on plant also use the others.
        ['DepreciationAmortizationAndAccretionNet'],
        ['DepreciationDepletionAndAmortization+AmortizationOfIntangibleAssets'],
        [
          'DepreciationDepletionAndAmortization',
          'AdjustmentsForDepreciationAndAmortisationExpense',
        ],
        ['OtherDepreciationAndAmortization+AmortizationOfIntangibleAssets'],
        ['DepreciationAndAmortization+AmortizationOfIntangibleAssets'],
        ['DepreciationAndAmortization'],
        ['OtherDepreciationAndAmortization'],
        ['Depreciation+AmortizationOfIntangibleAssets'],
        [
          'AdjustmentsForAmortisationExpense+AdjustmentsForDepreciationExpense',
          'AdjustmentsForDepreciationExpense+AdjustmentsForAmortisationExpense',
        ],
        ['UtilitiesOperatingExpenseDepreciationAndAmortization'],
        ['Depreciation'],
      ),
      'DepreciationAmortizationAndAccretionNet',
      'DepreciationDepletionAndAmortization',
      'DepreciationAndAmortization',
      'OtherDepreciationAndAmortization',
      'UtilitiesOperatingExpenseDepreciationAndAmortization',
      'AmortizationOfIntangibleAssets',
      'AdjustmentForAmortization',
      'Depreciation',
    ),
    partial: ['Depreciation'],
  },
  moneyLine('stockBasedCompensation', 'Compensation paid in shares or options.', [
    'ShareBasedCompensation',
    'AdjustmentsForSharebasedPayments',
  ]),
  moneyLine(
    'deferredIncomeTax',
    'Deferred income taxes.',
    ['DeferredIncomeTaxExpenseBenefit', 'AdjustmentsForDeferredTaxExpense'],
    ['DeferredIncomeTaxesAndTaxCredits'],
  ),
  moneyLine(
    'changeInReceivables',
    'Increase of receivables. A positive value reduces cash.',
    [
      'IncreaseDecreaseInAccountsReceivable',
      '-AdjustmentsForDecreaseIncreaseInTradeAccountReceivable',
    ],
    [
      '-AdjustmentsForDecreaseIncreaseInTradeAndOtherReceivables',
      'IncreaseDecreaseInReceivables',
      'IncreaseDecreaseInAccountsAndOtherReceivables',
      'IncreaseDecreaseInAccountsAndNotesReceivable',
    ],
  ),
  moneyLine(
    'changeInInventory',
    'Increase of inventory. A positive value reduces cash.',
    ['IncreaseDecreaseInInventories', '-AdjustmentsForDecreaseIncreaseInInventories'],
    ['IncreaseDecreaseInRetailRelatedInventories'],
  ),
  moneyLine(
    'changeInPayables',
    'Increase of payables, including accrued liabilities if the statement has one line for both. A positive value increases cash.',
    ['IncreaseDecreaseInAccountsPayable', 'AdjustmentsForIncreaseDecreaseInTradeAccountPayable'],
    ['IncreaseDecreaseInAccountsPayableTrade'],
    [
      'IncreaseDecreaseInAccountsPayableAndAccruedLiabilities',
      'AdjustmentsForIncreaseDecreaseInTradeAndOtherPayables',
    ],
  ),
  moneyLine(
    'operatingCashFlow',
    'Net cash from operating activities. A negative value is an outflow.',
    ['NetCashProvidedByUsedInOperatingActivities', 'CashFlowsFromUsedInOperatingActivities'],
    ['NetCashProvidedByUsedInOperatingActivitiesContinuingOperations'],
  ),
  moneyLine(
    'capitalExpenditures',
    'Cash paid for property, plant and equipment. A positive value is an outflow.',
    [
      'PaymentsToAcquirePropertyPlantAndEquipment',
      'PaymentsToAcquireProductiveAssets',
      'PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities',
    ],
    ['PaymentsForProceedsFromProductiveAssets', 'PaymentsForCapitalImprovements'],
    [
      'PaymentsToExploreAndDevelopOilAndGasProperties',
      'PaymentsToAcquireOilAndGasPropertyAndEquipment',
      'PaymentsToAcquireOtherPropertyPlantAndEquipment',
    ],
  ),
  moneyLine(
    'acquisitions',
    'Cash paid for businesses, minus the cash that they held. A positive value is an outflow.',
    [
      'PaymentsToAcquireBusinessesNetOfCashAcquired',
      'CashFlowsUsedInObtainingControlOfSubsidiariesOrOtherBusinessesClassifiedAsInvestingActivities',
    ],
    ['PaymentsToAcquireBusinessesAndInterestInAffiliates'],
  ),
  moneyLine(
    'purchasesOfInvestments',
    'Cash paid for securities. A positive value is an outflow.',
    ['PaymentsToAcquireAvailableForSaleSecuritiesDebt', 'PaymentsToAcquireMarketableSecurities'],
    ['PaymentsToAcquireInvestments', 'PaymentsToAcquireAvailableForSaleSecurities'],
    ['PaymentsToAcquireShortTermInvestments'],
  ),
  moneyLine(
    'investingCashFlow',
    'Net cash from investing activities. A negative value is an outflow.',
    ['NetCashProvidedByUsedInInvestingActivities', 'CashFlowsFromUsedInInvestingActivities'],
    ['NetCashProvidedByUsedInInvestingActivitiesContinuingOperations'],
  ),
  moneyLine(
    'dividendsPaid',
    'Cash paid as dividends. A positive value is an outflow.',
    ['PaymentsOfDividends', 'DividendsPaidClassifiedAsFinancingActivities'],
    [
      'PaymentsOfDividendsCommonStock',
      'PaymentsOfOrdinaryDividends',
      'DividendsPaidToEquityHoldersOfParentClassifiedAsFinancingActivities',
    ],
  ),
  moneyLine(
    'stockRepurchased',
    'Cash paid for own shares. A positive value is an outflow.',
    ['PaymentsForRepurchaseOfCommonStock', 'PaymentsToAcquireOrRedeemEntitysShares'],
    ['PaymentsForRepurchaseOfEquity'],
  ),
  moneyLine(
    'stockIssued',
    'Cash received for new shares.',
    ['ProceedsFromIssuanceOfCommonStock', 'ProceedsFromIssuingShares'],
    ['ProceedsFromIssuanceOrSaleOfEquity'],
  ),
  moneyLine(
    'debtIssued',
    'Cash received from new long-term debt.',
    ['ProceedsFromIssuanceOfLongTermDebt'],
    [
      'ProceedsFromDebtNetOfIssuanceCosts',
      'ProceedsFromIssuanceOfDebt',
      'ProceedsFromIssuanceOfLongTermDebtAndCapitalSecuritiesNet',
    ],
    [
      'ProceedsFromIssuanceOfSeniorLongTermDebt',
      'ProceedsFromConvertibleDebt',
      'ProceedsFromBorrowingsClassifiedAsFinancingActivities',
    ],
    ['ProceedsFromOtherDebt', 'ProceedsFromNotesPayable'],
  ),
  moneyLine(
    'debtRepaid',
    'Cash paid to repay long-term debt. A positive value is an outflow.',
    ['RepaymentsOfLongTermDebt'],
    [
      'RepaymentsOfDebtAndCapitalLeaseObligations',
      'RepaymentsOfLongTermDebtAndCapitalSecurities',
      'RepaymentsOfDebt',
    ],
    [
      'RepaymentsOfSeniorDebt',
      'RepaymentsOfConvertibleDebt',
      'RepaymentsOfBorrowingsClassifiedAsFinancingActivities',
    ],
    ['RepaymentsOfOtherDebt', 'RepaymentsOfNotesPayable'],
  ),
  moneyLine(
    'financingCashFlow',
    'Net cash from financing activities. A negative value is an outflow.',
    ['NetCashProvidedByUsedInFinancingActivities', 'CashFlowsFromUsedInFinancingActivities'],
    ['NetCashProvidedByUsedInFinancingActivitiesContinuingOperations'],
  ),
  moneyLine(
    'effectOfExchangeRates',
    'Change of cash through exchange rates.',
    [
      'EffectOfExchangeRateOnCashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
      'EffectOfExchangeRateOnCashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsIncludingDisposalGroupAndDiscontinuedOperations',
      'EffectOfExchangeRateOnCashAndCashEquivalents',
      'EffectOfExchangeRateChangesOnCashAndCashEquivalents',
    ],
    [
      'EffectOfExchangeRateOnCash',
      'EffectOfExchangeRateOnCashContinuingOperations',
      'EffectOfExchangeRateOnCashAndCashEquivalentsContinuingOperations',
    ],
  ),
  moneyLine(
    'netChangeInCash',
    'Change of cash in the period.',
    [
      'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsPeriodIncreaseDecreaseIncludingExchangeRateEffect',
      'CashAndCashEquivalentsPeriodIncreaseDecrease',
      'IncreaseDecreaseInCashAndCashEquivalents',
    ],
    [
      'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsPeriodIncreaseDecreaseExcludingExchangeRateEffect',
    ],
  ),
  moneyLine(
    'freeCashFlow',
    'Operating cash flow minus capital expenditures. Computed by the server.',
  ),
  moneyLine(
    'incomeTaxesPaid',
    'Cash paid for income taxes, minus refunds if the filer reports them.',
    ['IncomeTaxesPaidNet', 'IncomeTaxesPaidRefundClassifiedAsOperatingActivities'],
    ['IncomeTaxesPaid'],
  ),
  moneyLine(
    'interestPaid',
    'Cash paid for interest, without capitalized interest. Includes it if the filer reports only the gross amount.',
    ['InterestPaidNet', 'InterestPaidClassifiedAsOperatingActivities'],
    ['InterestPaid'],
  ),
]

/** The cash flow statement. */
export const cashFlow: Statement = {
  kind: 'duration',
  items,
  sections: cashFlowSections,
  sums: [
    {
      total: 'netChangeInCash',
      parts: ['operatingCashFlow', 'investingCashFlow', 'financingCashFlow'],
      also: 'effectOfExchangeRates',
    },
  ],
  anchors: ['operatingCashFlow'],
  differences: [{ field: 'freeCashFlow', from: 'operatingCashFlow', less: 'capitalExpenditures' }],
}
