import type { Whole } from './section.ts'

/** Totals of the balance sheet with our lines of them. */
export const balanceSheetWholes: readonly Whole[] = [
  {
    total: 'currentAssets',
    parts: [
      'cashAndEquivalents',
      'shortTermInvestments',
      'accountsReceivable',
      'inventory',
      'otherCurrentAssets',
    ],
  },
  {
    total: 'totalAssets',
    less: 'currentAssets',
    parts: [
      'propertyPlantAndEquipment',
      'operatingLeaseAssets',
      'goodwill',
      'intangibleAssets',
      'longTermInvestments',
      'otherNoncurrentAssets',
    ],
  },
  {
    total: 'currentLiabilities',
    parts: [
      'accountsPayable',
      'accruedLiabilities',
      'deferredRevenueCurrent',
      'shortTermDebt',
      'currentPortionOfLongTermDebt',
    ],
  },
  {
    total: 'totalLiabilities',
    less: 'currentLiabilities',
    parts: ['longTermDebt', 'operatingLeaseLiabilitiesNoncurrent', 'otherNoncurrentLiabilities'],
  },
]
