import { catalog } from '@fiq/shared/catalog/catalog'
import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'

/** The tools that each terminal command uses. */
const commandTools: Readonly<Record<string, readonly string[]>> = {
  quote: ['quotes'],
  history: ['priceHistory'],
  search: ['searchEntities'],
  entity: ['entityByTicker', 'entitiesByTickers'],
  status: ['marketStatus'],
  sanctions: ['sanctionsScreen'],
  holdings: ['institutionalHoldings'],
  rates: ['interestRates'],
  series: ['macroSeries'],
  multiples: ['sp500Multiples'],
  query: ['graphql'],
}

/**
 * Parses a list of tools such as `quotes,history`.
 *
 * @returns names of the catalog and `graphql`; `undefined` for all.
 * @throws FiqError `UNKNOWN_TOOL` with the closest name.
 */
export function readToolNames(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  return [...new Set(words.flatMap(toolsNamed))]
}

function toolsNamed(word: string): readonly string[] {
  const names = [...catalog.map(({ name }) => name), 'graphql']
  if (names.includes(word)) return [word]
  if (Object.hasOwn(commandTools, word)) return commandTools[word]!
  throw new FiqError('UNKNOWN_TOOL', `There is no tool "${word.slice(0, 60)}".`, {
    facts: didYouMean(word, names),
    remedy: 'fiq tools lists them; graphql stands for free queries.',
  })
}
