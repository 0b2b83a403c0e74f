import { FiqError } from '@fiq/shared/errors'
import { type QuoteRow, rowAmount } from '@fiq/shared/payment/quote'
import type { Price } from '@fiq/shared/pricing/price-plan'
import { type Contract, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { atomicPerCredit } from '@fiq/shared/pricing/tariff'

/** One optional part of the example query on the front page. */
export type BenchLine = {
  name: string
  /** Text on the page. */
  label: string
  /** GraphQL text of the part. */
  text: string
  /** Response path of the part; everything below it belongs to the part. */
  path: string
}

/** The root field that contains all parts but the first. It is always selected. */
const entities = 'entitiesByTickers'

/** The parts, in the order of the page. */
export const benchLines: readonly BenchLine[] = [
  {
    name: 'history',
    label: 'priceHistory(range: "1y")',
    text: 'priceHistory(tickers: $tickers, range: "1y", interval: "1wk") { ticker bars { date close } }',
    path: 'priceHistory',
  },
  { name: 'entities', label: entities, text: 'name ticker', path: entities },
  below('market', 'market { price }', 'market { price changePercent currency }', 'market'),
  below('rsi', 'technicals { rsi }', 'technicals { rsi { value } }', 'technicals'),
  below(
    'income',
    'financials { income }',
    'financials { income(filter: { limit: 1 }) { revenue fiscalYear currency } }',
    'financials',
  ),
  below(
    'short',
    'shortInterest',
    'shortInterest(filter: { limit: 1 }) { daysToCover settlementDate }',
    'shortInterest',
  ),
  below('sanctions', 'risk { sanctions }', 'risk { sanctions { matched score } }', 'risk'),
]

function below(name: string, label: string, text: string, path: string): BenchLine {
  return { name, label, text, path: `${entities}.${path}` }
}

/** An example query: at least one ticker, and the names of its parts. */
export type BenchQuery = { tickers: readonly string[]; lines: readonly string[] }

/** The query that the home page shows first. */
export const firstBenchQuery: BenchQuery = {
  tickers: ['AAPL', 'MSFT', 'NVDA'],
  lines: ['history', 'entities', 'market', 'rsi', 'income', 'short'],
}

/** Maximum companies on the page. The field itself accepts 50. */
export const benchTickersMax = 10
const tickerPattern = /^[A-Z0-9^.=-]{1,32}$/

/** Tickers in upper case, without duplicates. Invalid and excess ones are dropped. */
export function benchTickers(texts: readonly string[]): readonly string[] {
  const all = texts.flatMap((text) =>
    text
      .slice(0, 400)
      .toUpperCase()
      .split(/[\s,;]+/),
  )
  return [...new Set(all.filter((text) => tickerPattern.test(text)))].slice(0, benchTickersMax)
}

/** The GraphQL operation of an example query. */
export function benchOperation({ tickers, lines }: BenchQuery): {
  query: string
  variables: { tickers: readonly string[] }
} {
  const has = ({ name }: BenchLine) => name === 'entities' || lines.includes(name)
  const chosen = benchLines.filter(has)
  const roots = chosen.filter(({ path }) => path === 'priceHistory').map(({ text }) => text)
  const inner = chosen.filter(({ path }) => path.startsWith(entities)).map(({ text }) => text)
  const body = [...roots, `${entities}(tickers: $tickers) { ${inner.join(' ')} }`].join(' ')
  return { query: `query ($tickers: [String!]!) { ${body} }`, variables: { tickers } }
}

/** A part with its price, selected or not. */
export type PricedLine = BenchLine & { isChosen: boolean; times: number; amount: bigint }

/** Rows of the price column. Together with `rest` they add up to `price.amount`. */
export type PricedBench = {
  lines: readonly PricedLine[]
  /** The adjustment to the minimum price, if the parts cost less. */
  rest: readonly { label: string; amount: bigint }[]
  price: Price
}

/**
 * Prices an example query part by part.
 *
 * @param available - Names of parts that this server can answer.
 * @throws FiqError Like `priceRequest`.
 */
export function priceBench(
  contract: Contract,
  query: BenchQuery,
  available: readonly string[] = benchLines.map(({ name }) => name),
): PricedBench {
  const priceOf = (lines: readonly string[]) => {
    const { query: text, variables } = benchOperation({ tickers: query.tickers, lines })
    return priceRequest(contract, prepareOperation(contract, text), variables).price
  }
  const offered = benchLines.filter(({ name }) => available.includes(name))
  const all = priceOf(available)
  const price = priceOf(query.lines.filter((name) => available.includes(name)))
  const owns = ({ path }: BenchLine, [of]: QuoteRow) =>
    of === path || (path !== entities && of.startsWith(`${path}.`))
  const costOf = (rows: readonly QuoteRow[]) =>
    rows.reduce((sum, row) => sum + rowAmount(row, atomicPerCredit), 0n)
  return {
    price,
    lines: offered.map((line) => {
      const rows = all.rows.filter((row) => owns(line, row))
      return {
        ...line,
        isChosen: line.name === 'entities' || query.lines.includes(line.name),
        times: rows[0]?.[1] ?? 0,
        amount: costOf(rows),
      }
    }),
    rest: price.rows
      .filter((row) => !offered.some((line) => owns(line, row)))
      .map((row) => ({ label: row[0], amount: costOf([row]) })),
  }
}

/** Names of the parts that this server has sources for; empty if it has no source of companies. */
export function availableLines(contract: Contract): readonly string[] {
  const { tickers } = firstBenchQuery
  const canPrice = (name: string) => {
    const { query, variables } = benchOperation({ tickers, lines: [name] })
    try {
      priceRequest(contract, prepareOperation(contract, query), variables)
      return true
    } catch (error) {
      if (error instanceof FiqError) return false
      throw error
    }
  }
  return canPrice('entities') ? benchLines.map(({ name }) => name).filter(canPrice) : []
}
