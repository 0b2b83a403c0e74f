import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { type AreaArgument, areaSelection } from '@fiq/shared/schema/area-selection'
import { entityAreas } from '@fiq/shared/schema/entity-areas'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'

/** Default areas without `--with`: the newest figures of each. */
const brief: Readonly<Record<string, string>> = {
  market:
    'market { price change changePercent volume marketCap previousClose currency asOf marketState extendedPrice extendedChangePercent }',
  financials:
    'financials { income(filter: {limit: 4}) { fiscalYear fiscalPeriod endDate form currency derived revenue grossProfit operatingIncome netIncome epsDiluted } balanceSheet(filter: {limit: 4}) { fiscalYear fiscalPeriod endDate currency derived totalAssets totalLiabilities stockholdersEquity } cashFlow(filter: {limit: 4}) { fiscalYear fiscalPeriod endDate currency derived operatingCashFlow capitalExpenditures } }',
}

/** Short names of areas. */
const aliases: Readonly<Record<string, string>> = {
  filings: 'periodicFilings',
  holdings: 'institutionalHoldings',
}

/** Names that `--with` accepts. */
export const areaNames: readonly string[] = Object.keys(entityAreas)

/** Last parts of the names, which `--with` accepts too. */
const partNames = areaNames.filter((name) => name.includes('.')).map((name) => name.split('.')[1]!)

/** All areas without parts that another area already contains. */
const wholeAreas = areaNames.filter((name) => !name.includes('.'))

/** The query for an entity with these selections. */
export function entityDocument(selections: readonly string[]): string {
  const inner = selections.map((selection) => ` ${selection}`).join('')
  return `query ($ticker: String!) { entityByTicker(ticker: $ticker) { id name type ticker tickers cik${inner} } }`
}

/** Areas by name, each with its selection. */
export type Areas = Readonly<Record<string, string>>

/**
 * Parses `--with`: names, `all`, and names with a minus, which are excluded. By default: the
 * market, and financials unless the ticker is clearly an index or a crypto asset, which file none.
 *
 * @param limit - Maximum rows of the lists in the areas.
 * @param isAnswered - Whether the server answers a field. `all` leaves out the other areas.
 * @throws FiqError `USAGE` naming the areas.
 */
export function areasOf(
  list: string | undefined,
  ticker: string,
  limit: number,
  isAnswered: (coordinate: string) => boolean = () => true,
): Areas {
  if (list === undefined) {
    const { market, financials } = brief
    const filesNone = /^\^|-(USD|USDT|EUR|GBP)$/.test(ticker)
    return { market: market!, ...defined({ financials: filesNone ? undefined : financials! }) }
  }
  const words = list.split(',').map((word) => word.trim())
  const without = words
    .filter((word) => word.startsWith('-'))
    .map((word) => areaNamed(word.slice(1)))
  const named = words
    .filter((word) => !word.startsWith('-'))
    .flatMap((word) => (isAll(word) ? answeredAreas(isAnswered) : [areaNamed(word)]))
    .filter((name) => !without.includes(name))
  if (named.length === 0)
    throw new FiqError('USAGE', `--with ${list.slice(0, 60)} selects no area.`, {
      remedy: 'Name at least one area, or write --with all,-social',
    })
  const limited = ({ argument }: AreaArgument) =>
    argument === 'filter' ? `{limit: ${limit}}` : undefined
  return Object.fromEntries(named.map((name) => [name, areaSelection(name, limited)]))
}

/** Whether `--with` contains `all`. */
export function namesAll(list: string | undefined): boolean {
  return list?.split(',').some((word) => isAll(word.trim())) === true
}

function isAll(word: string): boolean {
  return word.toLowerCase() === 'all'
}

/** The areas of `all`. Of an area with an unanswered list, the other lists. */
function answeredAreas(isAnswered: (coordinate: string) => boolean): readonly string[] {
  return wholeAreas.flatMap((area) => {
    if (!isAnswered(`Entity.${area}`)) return []
    const lists = areaNames.filter((name) => name.startsWith(`${area}.`))
    const answered = lists.filter((name) => isAnswered(name[0]!.toUpperCase() + name.slice(1)))
    return answered.length === lists.length ? [area] : answered
  })
}

/** An area by its name, or by the last part of it: `options` is `derivatives.options`. */
function areaNamed(word: string): string {
  const areaName = (aliases[word.toLowerCase()] ?? word).toLowerCase()
  const known = areaNames.find((name) => name.toLowerCase() === areaName)
  if (known !== undefined) return known
  const [part, ...others] = areaNames.filter((name) => name.toLowerCase().endsWith(`.${areaName}`))
  if (part !== undefined && others.length === 0) return part
  throw new FiqError('USAGE', `There is no area "${word.slice(0, 40)}".`, {
    facts: [
      ...didYouMean(word, [...areaNames, ...partNames, ...Object.keys(aliases)]),
      `Areas: ${areaNames.join(', ')}`,
    ],
  })
}
