import { FiqError } from '@fiq/shared/errors'
import { foldText } from '../../names/fold-text.ts'
import { refuse, rowsMinIn } from '../../upstreams/checked-answer.ts'
import type { Cells } from '../../upstreams/csv-table.ts'
import type { UpstreamAnswer } from '../../upstreams/transport.ts'
import type { ConnectorContext, Sourced, Unanswered, Upstream } from '../connector.ts'
import { provenanceOf } from '../sourced.ts'
import type { ListedFund } from './listed-fund.ts'
import { readTable } from './sec-table.ts'

/** The SEC's list of mutual funds and exchange-traded funds: a ticker for each share class. */
export const secFundTickers: Upstream = {
  id: 'sec-fund-tickers',
  name: 'SEC fund tickers',
  hosts: ['www.sec.gov'],
  url: 'https://www.sec.gov/files/company_tickers_mf.json',
  licence: { class: 'public', text: 'US government work, public domain' },
  delay: 'updated by the SEC daily',
}

/** The names of series and share classes. {@link secFundTickers} has only their identifiers. */
export const secFundNames: Upstream = {
  ...secFundTickers,
  id: 'sec-fund-names',
  name: 'SEC investment company series and class information',
  url: 'https://www.sec.gov/data-research/sec-markets-data/investment-company-series-class-information',
  delay: 'a file a year, in June',
}

/** Minimum number of share classes. The published list has about 30,000. */
const publishedFundsMin = 10_000

/** Month in which the year's file of names is published, from 0. */
const publishedInMonth = 5

/** A share class as filed by its registrant: `S000002839` and `C000092055` of CIK 36405. */
type FundClass = { ticker: string; cik: number; seriesId: string; classId: string }

/**
 * Names by identifier: of a share class with its fund, of a series, and of a registrant by its CIK.
 */
export type FundNames = ReadonlyMap<string | number, string>

/**
 * Every share class with a ticker, and its name. If the file of names lacks the class, the name is
 * that of its fund, else of its registrant, else the ticker.
 *
 * @throws FiqError like the transport; `UPSTREAM_CHANGED` for another format
 */
export async function loadSecFunds(
  context: ConnectorContext,
): Promise<Sourced<readonly ListedFund[]>> {
  const url = new URL(secFundTickers.url)
  const answer = await context.fetch({ url, expects: 'json', bulk: true })
  const classes = readFundClasses(answer, url)
  const { value: names, provenance, unanswered = [] } = await loadFundNames(context)
  const value = classes.map(({ ticker, cik, seriesId, classId }) => ({
    ticker,
    name: names.get(classId) ?? names.get(seriesId) ?? names.get(cik) ?? ticker,
    source: secFundTickers.id,
  }))
  return {
    value,
    provenance: [provenanceOf(secFundTickers, answer), ...provenance],
    unanswered,
  }
}

/**
 * Share classes in the SEC's file, in its order. Columns are found by name. Tickers have one to
 * eight letters and digits, such as `QCSTRX` and `QVG2Q`; rows without one are omitted.
 *
 * @throws FiqError `UPSTREAM_CHANGED`
 */
export function readFundClasses(answer: UpstreamAnswer, url: URL): FundClass[] {
  const rows = readTable(answer, url, ['cik', 'seriesId', 'classId', 'symbol'])
  const classes = rows.flatMap(([cik, seriesId, classId, symbol]) => {
    const ticker = String(symbol ?? '').toUpperCase()
    if (!/^[A-Z][A-Z0-9]{0,7}$/.test(ticker)) return []
    return [{ ticker, cik: Number(cik), seriesId: String(seriesId), classId: String(classId) }]
  })
  const fundsMin = rowsMinIn(answer.mode, publishedFundsMin)
  if (classes.length < fundsMin)
    refuse(url, 'a list of fund tickers in another format', {
      facts: [`Funds: ${classes.length}; at least ${fundsMin} expected.`],
    })
  return classes
}

/**
 * Codes of errors after which the list is cached without names. After any other error, the next
 * query retries.
 */
const withoutNames = new Set(['NOT_FOUND', 'UPSTREAM_CHANGED'])

/** The newest file of names. If there is none, tickers are used as names. */
async function loadFundNames(context: ConnectorContext): Promise<Sourced<FundNames>> {
  const now = context.now()
  const newest = now.getUTCFullYear() - (now.getUTCMonth() < publishedInMonth ? 1 : 0)
  const unanswered: Unanswered[] = []
  for (const year of [newest, newest - 1])
    try {
      const url = namesUrl(year)
      const { body, answer } = await context.csv(url, nameColumns, { bulk: true })
      return { value: fundNames(body, url), provenance: [provenanceOf(secFundNames, answer)] }
    } catch (error) {
      if (!(error instanceof FiqError && withoutNames.has(error.code))) throw error
      if (error.code !== 'NOT_FOUND') unanswered.push({ source: secFundNames.name, error })
    }
  return { value: new Map(), provenance: [], unanswered }
}

/** The address of the file, for the years since 2025. */
function namesUrl(year: number): URL {
  const folder =
    'https://www.sec.gov/files/investment/data/other/investment-company-series-class-information'
  return new URL(`${folder}/investment-company-series-class-${year}.csv`)
}

export const nameColumns = [
  'CIK Number',
  'Entity Name',
  'Series ID',
  'Series Name',
  'Class ID',
  'Class Name',
] as const

/**
 * Names from the rows of share classes: registrant (`VANGUARD INDEX FUNDS`), series (`Vanguard 500
 * Index Fund`) and class (`Admiral Shares`) with their identifiers.
 *
 * @throws FiqError `UPSTREAM_CHANGED`
 */
export function fundNames(rows: readonly Cells<typeof nameColumns>[], url: URL): FundNames {
  if (rows.length === 0) refuse(url, 'a list of fund names without rows')
  const names = new Map<string | number, string>()
  for (const row of rows) {
    const [cik, registrant, seriesId, series, classId, className] = row.map((cell) =>
      cell.trim(),
    ) as Cells<typeof nameColumns>
    if (registrant !== '') names.set(Number(cik), registrant)
    if (series === '') continue
    names.set(seriesId, series)
    names.set(classId, nameOfClass(series, className))
  }
  return names
}

/**
 * The name of a share class, such as `Vanguard 500 Index Fund Admiral Shares`. The only class of a
 * fund often repeats the fund's name.
 */
function nameOfClass(series: string, className: string): string {
  if (foldText(className).startsWith(foldText(series))) return className
  return `${series} ${className}`.trim()
}
