import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { orNames } from '@fiq/shared/spelling/name-list'
import { normalTicker } from '@fiq/shared/spelling/normal-ticker'
import type { ConnectorContext, Provenance, Sourced, Unanswered } from '../../sources/connector.ts'
import { directoryNames } from '../../sources/entities/directory-names.ts'
import { unknownTickers } from '../../sources/entities/unknown-tickers.ts'
import { yahooSymbols } from '../../sources/prices/load-bars.ts'
import { problemText } from '../../sources/prices/problem-text.ts'
import { emptyRow, type QuoteRow, rowOfBars } from '../../sources/prices/quote-row.ts'
import { mostTelling, refuseWhenOff, settingsFacts } from '../../sources/sourced.ts'
import { isIndex } from '../../sources/symbols/share-symbol.ts'
import { quoteSources } from './quote-sources.ts'

/** A row of `Query.quotes`. Without a price, `problem` gives the reason. */
export type QuoteOrProblem = QuoteRow & { problem?: string }

/**
 * Loads one row for each ticker, in the order of the query. Each source loads the tickers that the
 * earlier sources lack. Without a live price, the newest imported bar is used, with its day and
 * marked stale. A ticker without a price has a problem in its row, and the same error in `failed`.
 *
 * @throws FiqError if no ticker has a price: `UPSTREAM_…` of the first failed source,
 * `NOT_CONFIGURED` without any source, else `NOT_FOUND`
 */
export async function loadQuotes(
  tickers: readonly string[],
  context: ConnectorContext,
): Promise<Sourced<QuoteOrProblem[]>> {
  const rows = new Map<string, QuoteRow>()
  const provenance = new Map<string, Provenance>()
  const rowProvenance = new Map<string, readonly Provenance[]>()
  const unknown = await unknownTickers(tickers, context, { hasPrice: true })
  const known = tickers.filter((ticker) => !unknown.has(ticker))
  const addRows = ({ value, provenance: cited }: Sourced<ReadonlyMap<string, QuoteRow>>) => {
    let added = false
    for (const [ticker, row] of value)
      if (row.price !== null) {
        rows.set(ticker, row)
        rowProvenance.set(ticker, cited)
        added = true
      }
    if (added) for (const source of cited) provenance.set(JSON.stringify(source), source)
  }
  const missing = () => known.filter((ticker) => !rows.has(ticker))
  const live = context.upstreams.mode === 'live'
  // Imported bars precede invented sandbox prices, but not live prices.
  if (!live) addRows(fromBars(known, context))
  const { failed, missed } =
    missing().length > 0 ? await fetchFromSources(missing, addRows, context) : nothingFetched
  if (live && missing().length > 0) addRows(fromBars(missing(), context))
  if (rows.size === 0) {
    const broken = failed.filter(({ error }) => error.code !== 'NOT_FOUND')
    throw mostTelling(broken.map(({ error }) => error)) ?? (await noPrice(tickers, failed, context))
  }
  const problems = new Map(unknown)
  for (const ticker of missing())
    problems.set(ticker, missed.get(ticker) ?? (await noPrice([ticker], failed, context)))
  const unnamed = await nameFromDirectory(rows, context)
  return {
    value: tickers.map((ticker) => ({
      ...(rows.get(ticker) ?? emptyRow(ticker)),
      ticker,
      ...defined({ problem: problemText(problems.get(ticker)) ?? undefined }),
    })),
    provenance: [...provenance.values()],
    ...defined({
      itemProvenance: provenance.size > 1 ? byPlace(tickers, rowProvenance) : undefined,
    }),
    unanswered: [...(missing().length > 0 ? failed : []), ...unnamed],
    failed: tickers.flatMap((ticker, at) => {
      const error = problems.get(ticker)
      return error ? [{ at, error }] : []
    }),
  }
}

/** Adds names to the rows whose source states none. @returns the directory, if it did not answer */
async function nameFromDirectory(
  rows: Map<string, QuoteRow>,
  context: ConnectorContext,
): Promise<readonly Unanswered[]> {
  const unnamed = [...rows].filter(([, { name }]) => name === null)
  if (unnamed.length === 0) return []
  const { nameOf, unanswered } = await directoryNames(context)
  for (const [ticker, row] of unnamed) rows.set(ticker, { ...row, name: nameOf(ticker) })
  return unanswered
}

function byPlace<value>(tickers: readonly string[], ofTicker: ReadonlyMap<string, value>) {
  return new Map(
    tickers.flatMap((ticker, place): [number, value][] => {
      const value = ofTicker.get(ticker)
      return value === undefined ? [] : [[place, value]]
    }),
  )
}

type FetchFailures = {
  /** The first error of each source that failed. */
  failed: readonly Unanswered[]
  /** Why a ticker could not be fetched, by ticker; without unknown tickers. */
  missed: ReadonlyMap<string, FiqError>
}

const nothingFetched: FetchFailures = { failed: [], missed: new Map() }

async function fetchFromSources(
  missing: () => readonly string[],
  addRows: (answer: Sourced<ReadonlyMap<string, QuoteRow>>) => void,
  context: ConnectorContext,
): Promise<FetchFailures> {
  const unpriced = missing()
  const spelt = await yahooSymbols(unpriced, context)
  const symbols = new Map(unpriced.map((ticker, at) => [ticker, spelt[at]!]))
  const failed = new Map<string, FiqError>()
  const missed = new Map<string, FiqError>()
  const miss = (ticker: string, error: FiqError | undefined) => {
    if (error && error.code !== 'NOT_FOUND' && !missed.has(ticker)) missed.set(ticker, error)
  }
  for (const { upstream, symbolsMax, covers, load } of quoteSources) {
    if (!context.enabled(upstream)) continue
    const covered = missing().filter((ticker) => covers(symbols.get(ticker)!))
    const requested = [...new Set(covered.map((ticker) => symbols.get(ticker)!))].slice(
      0,
      symbolsMax,
    )
    if (requested.length === 0) continue
    for (const together of context.oneByOne ? requested.map((symbol) => [symbol]) : [requested]) {
      const about = covered.filter((ticker) => together.includes(symbols.get(ticker)!))
      try {
        const { value, provenance, missed: missedThere } = await load(together, context)
        const found = about.flatMap((ticker): [string, QuoteRow][] => {
          const row = value.get(symbols.get(ticker)!)
          if (!row) return []
          // An index is in points, not in a currency.
          const isPoints = isIndex(symbols.get(ticker)!)
          return [[ticker, isPoints ? { ...row, currency: null } : row]]
        })
        addRows({ value: new Map(found), provenance })
        for (const ticker of about) miss(ticker, missedThere?.get(symbols.get(ticker)!))
      } catch (error) {
        if (!(error instanceof FiqError)) throw error
        failed.set(upstream.name, failed.get(upstream.name) ?? error)
        for (const ticker of about) miss(ticker, error)
      }
    }
  }
  return { failed: Array.from(failed, ([source, error]) => ({ source, error })), missed }
}

/** Quotes from the newest daily bar and the previous close. They are never today's, so always stale. */
function fromBars(tickers: readonly string[], { files }: ConnectorContext) {
  const rows = new Map<string, QuoteRow>()
  const provenance: Provenance[] = []
  for (const ticker of tickers) {
    const imported = files.bars(normalTicker(ticker), '1d')
    const row = imported && rowOfBars(ticker, imported.value)
    if (!row) continue
    rows.set(ticker, row)
    const oldest = imported.value.at(-2)?.date ?? row.asOf
    for (const source of imported.provenance)
      if ((source.asOf ?? '') >= (oldest ?? '')) provenance.push({ ...source, stale: true })
  }
  return { value: rows, provenance }
}

async function noPrice(
  tickers: readonly string[],
  failures: readonly Unanswered[],
  context: ConnectorContext,
): Promise<FiqError> {
  try {
    await refuseWithoutSources(tickers, context)
  } catch (error) {
    if (error instanceof FiqError) return error
    throw error
  }
  const facts = failures.map(({ source, error }) => `${source}: ${error.message}`)
  const message = `No source has a price for ${orNames(tickers, 10)}.`
  const others = context.isPersonal
    ? settingsFacts(await coveringSources(tickers, context), context)
    : []
  return others.length === 0
    ? new FiqError('NOT_FOUND', message, { facts })
    : new FiqError('NOT_FOUND', message, {
        facts: [...facts, ...others],
        remedy: 'Another source may have it: fiq setup stores free keys.',
      })
}

async function coveringSources(tickers: readonly string[], context: ConnectorContext) {
  const symbols = await yahooSymbols(tickers, context)
  return quoteSources.filter(({ covers }) => symbols.some(covers)).map(({ upstream }) => upstream)
}

/**
 * Refuses the query if no enabled source covers any of its tickers.
 *
 * @throws FiqError `NOT_CONFIGURED` naming the settings
 */
export async function refuseWithoutSources(
  tickers: readonly string[],
  context: ConnectorContext,
): Promise<void> {
  const symbols = await yahooSymbols(tickers, context)
  // Every unpaid quote comes here, so stop at the first source.
  if (quoteSources.some((each) => context.enabled(each.upstream) && symbols.some(each.covers)))
    return
  refuseWhenOff('quotes', await coveringSources(tickers, context), context)
}
