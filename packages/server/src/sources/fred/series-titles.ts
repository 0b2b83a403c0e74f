const consumerPrices = 'Consumer Price Index for All Urban Consumers: All Items'
const yields = 'Constant Maturity, Quoted on an Investment Basis'

/** Titles of well-known series by identifier. */
export const seriesTitles: ReadonlyMap<string, string> = new Map([
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
  ['DGS2', `Market Yield on U.S. Treasury Securities at 2-Year ${yields}`],
  ['DGS5', `Market Yield on U.S. Treasury Securities at 5-Year ${yields}`],
  ['DGS10', `Market Yield on U.S. Treasury Securities at 10-Year ${yields}`],
  ['DGS30', `Market Yield on U.S. Treasury Securities at 30-Year ${yields}`],
])
