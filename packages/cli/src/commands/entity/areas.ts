import { FiqError } from '@fiq/shared/errors'
import { nearest } from '../nearest.ts'
import { type AreaName, areaNames } from './declaration.ts'

/** What each area selects below the entity. */
const selections: Record<AreaName, string> = {
  market: 'market { price change changePercent volume marketCap previousClose }',
  financials:
    'financials { income(filter: {limit: 1}) { fiscalYear fiscalPeriod endDate form currency revenue grossProfit operatingIncome netIncome epsDiluted } balanceSheet(filter: {limit: 1}) { endDate currency totalAssets totalLiabilities stockholdersEquity } cashFlow(filter: {limit: 1}) { endDate currency operatingCashFlow capitalExpenditures } }',
  technicals:
    'technicals { rsi { value date reason } macd { macd signal histogram reason } bollinger { upper middle lower reason } sma { value reason } ema { value reason } atr { value reason } }',
  filings: 'periodicFilings(filter: {limit: 8}) { form title filedAt reportDate url }',
}

/** The document that asks for an entity with these areas. */
export function entityDocument(areas: readonly AreaName[]): string {
  const inner = areas.map((area) => ` ${selections[area]}`).join('')
  return `query ($ticker: String!) { entityByTicker(ticker: $ticker) { id name type ticker tickers cik${inner} } }`
}

/**
 * Reads `--with`. Without it: the market, and financials unless the ticker is plainly an index or
 * a crypto asset, which file none.
 *
 * @throws FiqError `USAGE` naming the areas.
 */
export function areasOf(given: string | undefined, ticker: string): readonly AreaName[] {
  if (given === undefined)
    return /^\^|-(USD|USDT|EUR|GBP)$/.test(ticker) ? ['market'] : ['market', 'financials']
  const names = [...new Set(given.split(',').map((name) => name.trim().toLowerCase()))]
  return names.map((name) => {
    const known = areaNames.find((area) => area === name)
    if (known) return known
    const near = nearest(name, areaNames)
    throw new FiqError('USAGE', `There is no area "${name.slice(0, 40)}".`, {
      facts: [...(near ? [`Did you mean ${near}?`] : []), `Areas: ${areaNames.join(', ')}`],
    })
  })
}
