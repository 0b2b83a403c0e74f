import { slipsBetween } from '@fiq/shared/spelling/did-you-mean'
import { cikOf } from '@fiq/shared/spelling/filer-identifier'
import { normalTicker, plainTicker } from '@fiq/shared/spelling/normal-ticker'
import { brandNames, cryptoAssets, indices } from './built-in-entities.ts'
import type { ListedFund } from './listed-fund.ts'
import type { FundLists } from './listed-funds.ts'

export type EntityType = 'EQUITY' | 'CRYPTO' | 'INDEX'

/**
 * One entity of the directory. `id` is `cik:0000320193`, `fund:VOO`, `crypto:BTC` or `index:GSPC`.
 */
export type DirectoryEntity = {
  id: string
  name: string
  type: EntityType
  /** Main ticker first, e.g. `['BRK-B', 'BRK-A']`, `['BTC-USD']`, `['^GSPC']`. */
  tickers: readonly string[]
  /** SEC filer identifier, ten digits. */
  cik?: string
  /**
   * `sec`; `sec-fund-tickers` or `nasdaq-trader` for other funds; `builtin` for crypto assets and
   * indices.
   */
  source: string
  /** Other names. The search uses them; answers do not show them. */
  otherNames: readonly string[]
}

/** One company as listed: a company has a row for each of its tickers. */
export type CompanyRow = { cik: string; name: string; ticker: string }

/** {@link DirectoryEntity} with the ticker of the query in its normal form. */
type FoundEntity = DirectoryEntity & { ticker: string }

export type EntityDirectory = {
  /** Companies by size, then funds, then crypto assets, then indices. */
  readonly entities: readonly DirectoryEntity[]
  /** Whether it holds the SEC's list of funds. If not, an unknown ticker may belong to a fund. */
  readonly hasFunds: boolean
  /**
   * The entity of a ticker in any spelling: `brk.b`, `BRK/B`, `$AAPL`, `^GSPC`, `BTC-USD`.
   * A bare `ETH` is the crypto asset unless a company has the ticker. `CIK0000320193` and the like
   * are that filer. `undefined` when unknown.
   */
  findTicker(ticker: string): FoundEntity | undefined
  /** The company of a filer identifier in any spelling, a bare number among them. */
  findFiler(cik: string): FoundEntity | undefined
  /** Up to three known tickers a mistyped one may mean, likeliest first. For error messages. */
  suggest(ticker: string): readonly string[]
}

const suggestionsMax = 3

/**
 * Builds the directory from companies in order of size, funds that are not among them, and the
 * built-in tables of crypto assets and indices.
 */
export function buildEntityDirectory(
  companies: readonly CompanyRow[],
  { sec, nasdaq }: FundLists = {},
): EntityDirectory {
  const funds = [...(sec?.value ?? []), ...(nasdaq?.value ?? [])]
  const entities = [
    ...groupCompanies(companies),
    ...fundEntities(funds, new Set(companies.map(({ ticker }) => ticker))),
    ...builtInEntities(),
  ]
  const byTicker = new Map<string, FoundEntity>()
  const byPlain = new Map<string, FoundEntity>()
  for (const entity of entities) {
    for (const ticker of entity.tickers) {
      const found = { ...entity, ticker }
      setOnce(byTicker, ticker, found)
      setOnce(byPlain, plainTicker(ticker), found)
    }
  }
  for (const entity of entities) {
    if (entity.type === 'EQUITY') continue
    const [ticker] = entity.tickers as readonly [string]
    setOnce(byTicker, entity.id.slice(entity.id.indexOf(':') + 1), { ...entity, ticker })
  }
  const known = [...byTicker.keys()]
  const filers = new Map(entities.map((entity) => [entity.cik, entity]))
  const findFiler = (cik: string): FoundEntity | undefined => {
    const found = filers.get(cikOf(cik) ?? '')
    return found && { ...found, ticker: found.tickers[0]! }
  }

  return {
    findFiler,
    entities,
    hasFunds: sec !== undefined,
    findTicker(ticker) {
      const normal = normalTicker(ticker)
      // A bare number may be an imported ticker of another market.
      const filer = /^cik/i.test(ticker) ? findFiler(ticker) : undefined
      return byTicker.get(normal) ?? byPlain.get(normal) ?? filer
    },
    suggest(ticker) {
      const normal = normalTicker(ticker)
      if (normal === '') return []
      return known
        .map((other, rank) => ({ other, rank, distance: slips(normal, other) }))
        .filter(({ distance, other }) => distance <= (other.length > 3 ? 2 : 1))
        .sort((one, next) => one.distance - next.distance || one.rank - next.rank)
        .slice(0, suggestionsMax)
        .map(({ other }) => byTicker.get(other)!.ticker)
    },
  }
}

function groupCompanies(companies: readonly CompanyRow[]): DirectoryEntity[] {
  const groups = new Map<string, { name: string; tickers: string[] }>()
  for (const { cik, name, ticker } of companies) {
    const group = groups.get(cik)
    if (group) group.tickers.push(ticker)
    else groups.set(cik, { name, tickers: [ticker] })
  }
  return [...groups].map(([cik, { name, tickers }]) => ({
    id: `cik:${cik}`,
    name,
    type: 'EQUITY' as const,
    tickers: [...new Set(tickers)],
    cik,
    source: 'sec',
    otherNames: tickers.flatMap((ticker) => brandNames[ticker]?.split('|') ?? []),
  }))
}

/**
 * Funds without a company of their own, each ticker from the first list that has it. They have type
 * EQUITY, since their shares trade like those of a company.
 */
function fundEntities(
  funds: readonly ListedFund[],
  filers: ReadonlySet<string>,
): DirectoryEntity[] {
  const byTicker = new Map<string, DirectoryEntity>()
  for (const { ticker, name, source } of funds) {
    if (filers.has(ticker) || byTicker.has(ticker)) continue
    const id = `fund:${ticker}`
    byTicker.set(ticker, { id, name, type: 'EQUITY', tickers: [ticker], source, otherNames: [] })
  }
  return [...byTicker.values()]
}

function builtInEntities(): DirectoryEntity[] {
  const entity = (
    type: EntityType,
    symbol: string,
    ticker: string,
    name: string,
    otherNames: string | undefined,
  ): DirectoryEntity => ({
    id: `${type.toLowerCase()}:${symbol}`,
    name,
    type,
    tickers: [ticker],
    source: 'builtin',
    otherNames: otherNames === undefined ? [] : [otherNames],
  })
  return [
    ...cryptoAssets.map(([symbol, name, other]) =>
      entity('CRYPTO', symbol, `${symbol}-USD`, name, other),
    ),
    ...indices.map(([symbol, name, other]) => entity('INDEX', symbol, `^${symbol}`, name, other)),
  ]
}

function setOnce<value>(map: Map<string, value>, key: string, value: value): void {
  if (!map.has(key)) map.set(key, value)
}

/**
 * {@link slipsBetween} of two short tickers; 3 for those that differ in length by more than two.
 */
function slips(one: string, other: string): number {
  return Math.abs(one.length - other.length) > 2 ? 3 : slipsBetween(one, other)
}
