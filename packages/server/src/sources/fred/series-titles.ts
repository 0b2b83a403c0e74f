const consumerPrices = 'Consumer Price Index for All Urban Consumers: All Items'

/** Titles of well-known series by identifier. */
export const seriesTitles: ReadonlyMap<string, string> = new Map<string, string>([
  ['GDP', 'Gross Domestic Product'],
  ['GDPC1', 'Real Gross Domestic Product'],
  ['GDPPOT', 'Real Potential Gross Domestic Product'],
  ['CPIAUCSL', `${consumerPrices} in U.S. City Average`],
  ['CPIAUCNS', `${consumerPrices} in U.S. City Average`],
  ['CPILFESL', `${consumerPrices} Less Food and Energy in U.S. City Average`],
  ['PCEPI', 'Personal Consumption Expenditures: Chain-type Price Index'],
  [
    'PCEPILFE',
    'Personal Consumption Expenditures Excluding Food and Energy (Chain-Type Price Index)',
  ],
  ['INDPRO', 'Industrial Production: Total Index'],
  ['PAYEMS', 'All Employees, Total Nonfarm'],
  ['UNRATE', 'Unemployment Rate'],
  ['M1SL', 'M1'],
  ['M2SL', 'M2'],
  ['RSXFS', 'Advance Retail Sales: Retail Trade'],
  ['HOUST', 'New Privately-Owned Housing Units Started: Total Units'],
  ['UMCSENT', 'University of Michigan: Consumer Sentiment'],
  ['FEDFUNDS', 'Federal Funds Effective Rate'],
  ['DFF', 'Federal Funds Effective Rate'],
  ['SP500', 'S&P 500'],
  ...[1, 3, 6].map((months) => yieldTitle(`DGS${months}MO`, `${months}-Month`)),
  ...[1, 2, 3, 5, 7, 10, 20, 30].map((years) => yieldTitle(`DGS${years}`, `${years}-Year`)),
])

function yieldTitle(id: string, term: string): readonly [string, string] {
  const basis = 'Constant Maturity, Quoted on an Investment Basis'
  return [id, `Market Yield on U.S. Treasury Securities at ${term} ${basis}`]
}
