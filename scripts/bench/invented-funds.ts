import type { ListedFund } from '../../packages/server/src/sources/entities/listed-fund.ts'

const families =
  'Alder|Beacon Hill|Birchwood|Capital Harbor|Cedar|Columbus|Cornerstone|Eagle Point|Fairmont|First Pacific|General Street|Granite|Great Lakes|Hamilton|Heritage|Highland|Home State|Independence|Keystone|Lakeshore|Liberty Square|Meridian|National Trust|New Haven|North Star|Oak Ridge|Old Colony|Patriot|Pioneer Valley|Republic|Riverfront|Summit|United Shore|Westport'
const strategies =
  '500 Index|Total Stock Market Index|Total Bond Market Index|Large Cap Growth|Large Cap Value|Mid Cap Growth|Mid Cap Value|Small Cap Growth|Small Cap Value|International Equity|Emerging Markets|Global Allocation|Balanced|Equity Income|Dividend Growth|Health Care|Technology|Real Estate Securities|Energy|Financial Services|Utilities|Precious Metals|Core Bond|Core Plus Bond|High Yield Bond|Floating Rate|Short Duration Bond|Inflation Protected Securities|Municipal Income|California Tax-Free Bond|New York Municipal Bond|Government Money Market|Target Retirement 2030|Target Retirement 2040|Target Retirement 2050|Multi-Asset Income|Strategic Income Opportunities|Managed Volatility|Long/Short Equity|Sustainable Leaders'
const classes =
  'ETF Shares|Admiral Shares|Investor Shares|Institutional Shares|Advisor Class|Service Class|Class A|Class C|Class F-1|Class I|Class K|Class R|Class R3|Class R4|Class R5|Class R6|Class T|Class W|Class Y|Class Z|Retirement Class|Premier Class'

/**
 * About thirty thousand funds, as many as the SEC lists: each strategy of each family in each
 * class.
 */
export function inventedFunds(): ListedFund[] {
  const names = families
    .split('|')
    .flatMap((family) =>
      strategies
        .split('|')
        .flatMap((strategy) =>
          classes.split('|').map((name) => `${family} ${strategy} Fund ${name}`),
        ),
    )
  return names.map((name, at) => ({
    ticker: `${at.toString(26).padStart(4, '0').replace(/./g, letter)}X`,
    name,
    source: 'sec-fund-tickers',
  }))
}

const letter = (digit: string): string => String.fromCharCode(65 + Number.parseInt(digit, 26))
