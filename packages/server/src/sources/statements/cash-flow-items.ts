import { cashFlowSections } from './cash-flow-sections.ts'
import { type LineItem, moneyLine, type Statement, withParts } from './line-item.ts'

const items: readonly LineItem[] = [
  moneyLine('netIncome', 'Net income or loss.', ['NetIncomeLoss'], ['ProfitLoss']),
  withParts(
    moneyLine(
      'depreciationAndAmortization',
      'Depreciation and amortization; the sum of both where the filer reports them apart.',
      // Only this one is exclusive to the cash flow statement; notes on plant also use the others.
      ['DepreciationAmortizationAndAccretionNet'],
      ['DepreciationDepletionAndAmortization+AmortizationOfIntangibleAssets'],
      ['DepreciationDepletionAndAmortization', 'AdjustmentsForDepreciationAndAmortisationExpense'],
      ['OtherDepreciationAndAmortization+AmortizationOfIntangibleAssets'],
      ['DepreciationAndAmortization+AmortizationOfIntangibleAssets'],
      ['DepreciationAndAmortization'],
      ['OtherDepreciationAndAmortization'],
      ['Depreciation+AmortizationOfIntangibleAssets'],
      ['Depreciation'],
    ),
    'DepreciationAmortizationAndAccretionNet',
    'DepreciationDepletionAndAmortization',
    'DepreciationAndAmortization',
    'OtherDepreciationAndAmortization',
    'AmortizationOfIntangibleAssets',
    'Depreciation',
  ),
  moneyLine('stockBasedCompensation', 'Compensation paid in shares.', [
    'ShareBasedCompensation',
    'AdjustmentsForSharebasedPayments',
  ]),
  moneyLine(
    'deferredIncomeTax',
    'Deferred income taxes.',
    ['DeferredIncomeTaxExpenseBenefit'],
    ['DeferredIncomeTaxesAndTaxCredits'],
  ),
  moneyLine('changeInReceivables', 'Increase of receivables; positive takes cash.', [
    'IncreaseDecreaseInAccountsReceivable',
  ]),
  moneyLine('changeInInventory', 'Increase of inventory; positive takes cash.', [
    'IncreaseDecreaseInInventories',
  ]),
  moneyLine('changeInPayables', 'Increase of payables; positive brings cash.', [
    'IncreaseDecreaseInAccountsPayable',
  ]),
  moneyLine(
    'operatingCashFlow',
    'Net cash from operations.',
    ['NetCashProvidedByUsedInOperatingActivities', 'CashFlowsFromUsedInOperatingActivities'],
    ['NetCashProvidedByUsedInOperatingActivitiesContinuingOperations'],
  ),
  moneyLine(
    'capitalExpenditures',
    'Paid for property, plant and equipment; positive is an outflow.',
    [
      'PaymentsToAcquirePropertyPlantAndEquipment',
      'PaymentsToAcquireProductiveAssets',
      'PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities',
    ],
    ['PaymentsForCapitalImprovements', 'PaymentsToAcquireOtherPropertyPlantAndEquipment'],
  ),
  moneyLine('acquisitions', 'Paid for businesses, less their cash; positive is an outflow.', [
    'PaymentsToAcquireBusinessesNetOfCashAcquired',
  ]),
  moneyLine(
    'purchasesOfInvestments',
    'Paid for securities; positive is an outflow.',
    ['PaymentsToAcquireAvailableForSaleSecuritiesDebt', 'PaymentsToAcquireMarketableSecurities'],
    ['PaymentsToAcquireInvestments', 'PaymentsToAcquireAvailableForSaleSecurities'],
  ),
  moneyLine(
    'investingCashFlow',
    'Net cash from investing; negative is an outflow.',
    ['NetCashProvidedByUsedInInvestingActivities', 'CashFlowsFromUsedInInvestingActivities'],
    ['NetCashProvidedByUsedInInvestingActivitiesContinuingOperations'],
  ),
  moneyLine(
    'dividendsPaid',
    'Dividends paid; positive is an outflow.',
    ['PaymentsOfDividends', 'DividendsPaidClassifiedAsFinancingActivities'],
    ['PaymentsOfDividendsCommonStock'],
  ),
  moneyLine('stockRepurchased', 'Paid for own shares; positive is an outflow.', [
    'PaymentsForRepurchaseOfCommonStock',
    'PaymentsToAcquireOrRedeemEntitysShares',
  ]),
  moneyLine('stockIssued', 'Received for new shares.', ['ProceedsFromIssuanceOfCommonStock']),
  moneyLine(
    'debtIssued',
    'Received from new long-term debt.',
    ['ProceedsFromIssuanceOfLongTermDebt'],
    ['ProceedsFromDebtNetOfIssuanceCosts', 'ProceedsFromIssuanceOfDebt'],
  ),
  moneyLine(
    'debtRepaid',
    'Long-term debt repaid; positive is an outflow.',
    ['RepaymentsOfLongTermDebt'],
    ['RepaymentsOfDebtAndCapitalLeaseObligations', 'RepaymentsOfDebt'],
  ),
  moneyLine(
    'financingCashFlow',
    'Net cash from financing; negative is an outflow.',
    ['NetCashProvidedByUsedInFinancingActivities', 'CashFlowsFromUsedInFinancingActivities'],
    ['NetCashProvidedByUsedInFinancingActivitiesContinuingOperations'],
  ),
  moneyLine(
    'effectOfExchangeRates',
    'Change of cash by exchange rates.',
    [
      'EffectOfExchangeRateOnCashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
      'EffectOfExchangeRateOnCashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsIncludingDisposalGroupAndDiscontinuedOperations',
      'EffectOfExchangeRateOnCashAndCashEquivalents',
      'EffectOfExchangeRateChangesOnCashAndCashEquivalents',
    ],
    ['EffectOfExchangeRateOnCash', 'EffectOfExchangeRateOnCashContinuingOperations'],
  ),
  moneyLine(
    'netChangeInCash',
    'Change of cash over the period.',
    [
      'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsPeriodIncreaseDecreaseIncludingExchangeRateEffect',
      'CashAndCashEquivalentsPeriodIncreaseDecrease',
      'IncreaseDecreaseInCashAndCashEquivalents',
    ],
    [
      'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsPeriodIncreaseDecreaseExcludingExchangeRateEffect',
    ],
  ),
  moneyLine('freeCashFlow', 'Operating cash flow less capital expenditures; always computed.'),
  moneyLine(
    'incomeTaxesPaid',
    'Income taxes paid less those refunded; without refunds where only that is reported.',
    ['IncomeTaxesPaidNet', 'IncomeTaxesPaidRefundClassifiedAsOperatingActivities'],
    ['IncomeTaxesPaid'],
  ),
  moneyLine(
    'interestPaid',
    'Interest paid, less what was capitalized; gross where only that is reported.',
    ['InterestPaidNet', 'InterestPaidClassifiedAsOperatingActivities'],
    ['InterestPaid'],
  ),
]

/** The cash flow statement. */
export const cashFlow: Statement = {
  kind: 'duration',
  items,
  sections: cashFlowSections,
  anchors: ['operatingCashFlow'],
  differences: [{ field: 'freeCashFlow', from: 'operatingCashFlow', less: 'capitalExpenditures' }],
}
