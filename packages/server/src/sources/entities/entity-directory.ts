import { cryptoAssets } from '@fiq/shared/spelling/crypto-assets'
import { slipsBetween } from '@fiq/shared/spelling/did-you-mean'
import { cikOf } from '@fiq/shared/spelling/filer-identifier'
import { indices } from '@fiq/shared/spelling/indices'
import { normalTicker, plainTicker } from '@fiq/shared/spelling/normal-ticker'
import { brandNames } from './built-in-entities.ts'
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

/** One listed company. A company has a row for each of its tickers. */
export type CompanyRow = { cik: string; name: string; ticker: string }

/** {@link DirectoryEntity} with the normalised ticker of the query. */
type FoundEntity = DirectoryEntity & { ticker: string }

export type EntityDirectory = {
  /** Companies by size, then funds, then crypto assets, then indices. */
  readonly entities: readonly DirectoryEntity[]
  /**
   * Whether the SEC's list of funds is included. If not, an unknown ticker may belong to a fund.
   */
  readonly hasFunds: boolean
  /**
   * The entity of a ticker in any spelling: `brk.b`, `BRK/B`, `$AAPL`, `^GSPC`, `BTC-USD`. A bare
   * `ETH` is the crypto asset unless a company has this ticker. Spellings of a filer identifier
   * such as `CIK0000320193` give that filer. `undefined` if unknown.
   */
  findTicker(ticker: string): FoundEntity | undefined
  /** The company of a filer identifier in any spelling, including a bare number. */
  findFiler(cik: string): FoundEntity | undefined
  /**
   * Up to three known tickers for a mistyped one or for a name, likeliest first. For error messages.
   */
  suggest(ticker: string): readonly string[]
}

const suggestionsMax = 3

/**
 * Builds the directory from companies in order of size, funds that are not companies, and the
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
  const byName = tickersByName(entities)
  const known = Array.from(byTicker.keys(), (ticker) => ({ ticker, letters: lettersOf(ticker) }))
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
      const letters = lettersOf(normal)
      const near: { ticker: string; slips: number }[] = []
      for (const each of known) {
        const most = each.ticker.length > 3 ? 2 : 1
        if (Math.abs(each.ticker.length - normal.length) > most) continue
        if (bitsIn(letters ^ each.letters) > 2 * most) continue
        const slips = slipsBetween(normal, each.ticker)
        // Any letter is one slip from a ticker of one letter.
        if (slips <= most && slips < each.ticker.length) near.push({ ticker: each.ticker, slips })
      }
      const alike = near
        .sort((one, next) => one.slips - next.slips)
        .map(({ ticker }) => byTicker.get(ticker)!.ticker)
      return [...new Set([...(byName.get(normal) ?? []), ...alike])].slice(0, suggestionsMax)
    },
  }
}

/**
 * Tickers by the first word of a name, and by the other names of an index or a coin: of the largest
 * company, and of one built-in entity.
 */
function tickersByName(entities: readonly DirectoryEntity[]): ReadonlyMap<string, string[]> {
  const byName = new Map<string, string[]>()
  const named = new Set<string>()
  for (const { type, name, cik, tickers, otherNames } of entities) {
    if (type === 'EQUITY' && cik === undefined) continue
    const [first = ''] = name.toUpperCase().split(/[\s.,]+/)
    const words = [first, ...otherNames.flatMap((names) => names.toUpperCase().split(' '))]
    for (const word of words) {
      const key = `${type === 'EQUITY'}:${word}`
      if (word.length < 3 || named.has(key)) continue
      named.add(key)
      byName.set(word, [...(byName.get(word) ?? []), tickers[0]!])
    }
  }
  return byName
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
 * Funds that are not companies. Each ticker comes from the first list that has it. Their type is
 * EQUITY, because their shares trade like those of a company.
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
 * A bit for each letter of a ticker. A slip changes at most two of them, so that nearly all tickers
 * are known to be too far away without comparing their letters one by one.
 */
function lettersOf(ticker: string): number {
  let letters = 0
  for (let at = 0; at < ticker.length; at += 1) letters |= 1 << (ticker.charCodeAt(at) % 32)
  return letters
}

function bitsIn(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}
