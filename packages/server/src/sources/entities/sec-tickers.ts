import { refuse, rowsMinIn } from '../../upstreams/checked-answer.ts'
import type { UpstreamAnswer } from '../../upstreams/transport.ts'
import type { ConnectorContext, Sourced, Upstream } from '../connector.ts'
import { provenanceOf } from '../sourced.ts'
import { buildEntityDirectory, type CompanyRow, type EntityDirectory } from './entity-directory.ts'
import { buildEntitySearch, type EntitySearch } from './entity-search.ts'
import { loadFundLists } from './listed-funds.ts'
import { nasdaqTrader } from './nasdaq-funds.ts'
import { secFundNames, secFundTickers } from './sec-funds.ts'
import { readTable } from './sec-table.ts'

const tickersUrl = 'https://www.sec.gov/files/company_tickers_exchange.json'

/** The SEC's list of companies with their tickers, largest first. */
export const secTickers: Upstream = {
  id: 'sec-tickers',
  name: 'SEC company tickers',
  hosts: ['www.sec.gov'],
  url: tickersUrl,
  licence: { class: 'public', text: 'US government work, public domain' },
  delay: 'updated by the SEC daily',
}

/** The sources of the directory of entities. */
export const entityUpstreams: readonly Upstream[] = [
  secTickers,
  secFundTickers,
  secFundNames,
  nasdaqTrader,
]

const cacheSeconds = 24 * 60 * 60
/** Time between two attempts to load an unavailable list. */
const retrySeconds = 15 * 60

/** Minimum number of rows. The published list has over 10,000. */
const publishedRowsMin = 5_000

/**
 * The directory of companies, funds, crypto assets and indices, built at most once a day.
 * Connectors use it to refuse an unknown ticker before payment. If the SEC's list of funds is
 * unavailable, the directory contains the other entities and reports the missing source.
 *
 * @throws FiqError like the transport; `UPSTREAM_CHANGED` for another format
 */
export async function loadDirectory(context: ConnectorContext): Promise<Sourced<EntityDirectory>> {
  return (await cachedTickers(context)).directory
}

/** {@link loadDirectory} as an index of names, which takes longer to build. */
export async function loadEntitySearch(context: ConnectorContext): Promise<Sourced<EntitySearch>> {
  const { searchKey, directory, unanswered } = await cachedTickers(context)
  const search = await context.cached(searchKey, cacheSeconds, async () => ({
    ...directory,
    value: await buildEntitySearch(directory.value),
  }))
  // A search may miss the entities of an unavailable list, so report it. A found ticker misses
  // nothing.
  return { ...search, unanswered }
}

/**
 * Companies in the SEC's file, in its order (by size). Columns are found by name; `cik` may be a
 * number or a string; rows without a ticker, a name or a filer are omitted.
 *
 * @throws FiqError `UPSTREAM_CHANGED`
 */
export function readCompanyRows(answer: UpstreamAnswer, url: URL): CompanyRow[] {
  const rows: CompanyRow[] = []
  for (const [cik, name, ticker] of readTable(answer, url, ['cik', 'name', 'ticker'])) {
    const filer = String(cik ?? '')
    if (typeof name !== 'string' || typeof ticker !== 'string') continue
    const symbol = ticker.toUpperCase()
    if (!/^[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(symbol) || !/^\d{1,10}$/.test(filer)) continue
    rows.push({ cik: filer.padStart(10, '0'), name, ticker: symbol })
  }
  refuseShortList(rows.length, answer, url)
  return rows
}

/**
 * Refuses a list with too few rows for the mode of the server, which would hide companies.
 *
 * @throws FiqError `UPSTREAM_CHANGED`
 */
export function refuseShortList(rows: number, { mode }: UpstreamAnswer, url: URL): void {
  const rowsMin = rowsMinIn(mode, publishedRowsMin)
  if (rows < rowsMin)
    refuse(url, anotherForm, { facts: [`Rows: ${rows}; at least ${rowsMin} expected.`] })
}

/** Builds the directory every {@link retrySeconds} from the lists that are available. */
function cachedTickers(context: ConnectorContext) {
  return context.cached('entities', retrySeconds, (context) => listed(context))
}

async function listed(context: ConnectorContext) {
  const companies = await context.cached('sec-tickers', cacheSeconds, (context) =>
    loadCompanies(context),
  )
  const funds = await loadFundLists(context)
  const lists = [companies, funds.sec, funds.nasdaq].filter((list) => list !== undefined)
  const provenance = lists.flatMap((list) => list.provenance)
  // The key names the lists, so that a newly available list rebuilds the directory.
  const key = `entities: ${provenance.map(({ source }) => source).join(', ')}`
  const directory = await context.cached(key, cacheSeconds, async () => ({
    value: buildEntityDirectory(companies.value, funds),
    provenance,
  }))
  return { searchKey: `search of ${key}`, directory, unanswered: funds.unanswered ?? [] }
}

async function loadCompanies(context: ConnectorContext): Promise<Sourced<CompanyRow[]>> {
  const url = new URL(tickersUrl)
  const answer = await context.fetch({ url, expects: 'json', bulk: true })
  const value = readCompanyRows(answer, url)
  return { value, provenance: [provenanceOf(secTickers, answer)] }
}

const anotherForm = 'a list of tickers in another format'
