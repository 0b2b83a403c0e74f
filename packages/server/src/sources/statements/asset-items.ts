import { type LineItem, moneyLine, withParts } from './line-item.ts'

/** Lines of the balance sheet down to total assets. */
export const assetItems: readonly LineItem[] = [
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
    ['AccountsReceivableNet'],
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
    ['OtherAssetsCurrent', 'OtherCurrentAssets'],
  ),
  moneyLine('currentAssets', 'All assets that become cash, or are used, within a year.', [
    'AssetsCurrent',
    'CurrentAssets',
  ]),
  moneyLine(
    'propertyPlantAndEquipment',
    'Property, plant and equipment, net. For a landlord its real estate, for an oil producer its fields.',
    ['PropertyPlantAndEquipmentNet', 'PropertyPlantAndEquipment'],
    [
      'PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization',
      'PublicUtilitiesPropertyPlantAndEquipmentNet',
    ],
    [
      'RealEstateInvestmentPropertyNet',
      'OilAndGasPropertySuccessfulEffortMethodNet',
      'OilAndGasPropertyFullCostMethodNet',
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
  moneyLine(
    'otherNoncurrentAssets',
    'Other noncurrent assets. Other assets if the balance sheet has no current ones.',
    ['OtherAssetsNoncurrent', 'OtherNoncurrentAssets'],
    ['OtherAssets'],
  ),
  moneyLine('totalAssets', 'All assets.', ['Assets'], ['LiabilitiesAndStockholdersEquity']),
]
