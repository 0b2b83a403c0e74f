import { FiqError } from '@fiq/shared/errors'
import { entityAreas } from '@fiq/shared/schema/entity-areas'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'

/** The default areas without `--with`: the newest figures of the view. */
const brief: Readonly<Record<string, string>> = {
  market:
    'market { price change changePercent volume marketCap previousClose currency asOf marketState }',
  financials:
    'financials { income(filter: {limit: 4}) { fiscalYear fiscalPeriod endDate form currency derived revenue grossProfit operatingIncome netIncome epsDiluted } balanceSheet(filter: {limit: 4}) { fiscalYear fiscalPeriod endDate currency derived totalAssets totalLiabilities stockholdersEquity } cashFlow(filter: {limit: 4}) { fiscalYear fiscalPeriod endDate currency derived operatingCashFlow capitalExpenditures } }',
}

/** Shorter words for areas. */
const aliases: Readonly<Record<string, string>> = {
  filings: 'periodicFilings',
  holdings: 'institutionalHoldings',
}

/** Names `--with` takes. */
export const areaNames: readonly string[] = Object.keys(entityAreas)

/** All of them once: the parts of an area are in it. */
const wholeAreas = areaNames.filter((name) => !name.includes('.'))

/** The document that asks for an entity with these selections. */
export function entityDocument(selections: readonly string[]): string {
  const inner = selections.map((selection) => ` ${selection}`).join('')
  return `query ($ticker: String!) { entityByTicker(ticker: $ticker) { id name type ticker tickers cik${inner} } }`
}

/** Areas by name, each with its selection. */
export type Areas = Readonly<Record<string, string>>

/**
 * Reads `--with`: names, `all`, and names with a minus that are left out. Without it: the market, and financials unless the ticker is plainly an index or
 * a crypto asset, which file none.
 *
 * @param limit - Length of the lists in the areas.
 * @throws FiqError `USAGE` naming the areas.
 */
export function areasOf(given: string | undefined, ticker: string, limit: number): Areas {
  if (given === undefined) {
    const { market, financials } = brief
    const filesNone = /^\^|-(USD|USDT|EUR|GBP)$/.test(ticker)
    return { market: market!, ...(filesNone ? {} : { financials: financials! }) }
  }
  const words = given.split(',').map((word) => word.trim())
  const without = words
    .filter((word) => word.startsWith('-'))
    .map((word) => areaNamed(word.slice(1)))
  const named = words
    .filter((word) => !word.startsWith('-'))
    .flatMap((word) => (word.toLowerCase() === 'all' ? wholeAreas : [areaNamed(word)]))
    .filter((name) => !without.includes(name))
  if (named.length === 0)
    throw new FiqError('USAGE', `--with ${given.slice(0, 60)} leaves no area.`, {
      remedy: 'Name areas, or: --with all,-social',
    })
  return Object.fromEntries(
    named.map((name) => [name, entityAreas[name]!.replace(/%\w+/g, `{limit: ${limit}}`)]),
  )
}

function areaNamed(word: string): string {
  const wanted = aliases[word.toLowerCase()] ?? word
  const known = areaNames.find((name) => name.toLowerCase() === wanted.toLowerCase())
  if (known !== undefined) return known
  throw new FiqError('USAGE', `There is no area "${word.slice(0, 40)}".`, {
    facts: [
      ...didYouMean(word, [...areaNames, ...Object.keys(aliases)]),
      `Areas: ${areaNames.join(', ')}`,
    ],
  })
}
