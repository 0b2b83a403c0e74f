import { FiqError, hasCode } from '@fiq/shared/errors'
import { defaultFilter } from '../../sources/array-filter.ts'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { cusipTickers, failsToDeliver } from '../../sources/edgar/fails-to-deliver.ts'
import { filingsOf } from '../../sources/edgar/filing-list.ts'
import type { Submission } from '../../sources/edgar/submissions.ts'
import { ageDays } from '../../sources/sourced.ts'
import { fullSubmissionRequest, secHosts, secLicence } from '../../upstreams/sec.ts'
import { type Holding, type HoldingsReport, readHoldingsReport } from './holdings-report.ts'
import { mergeReports } from './merge-reports.ts'

/** All forms 13F of each manager. */
export const reports: Upstream = {
  id: 'sec-13f',
  name: 'SEC EDGAR, form 13F',
  hosts: secHosts,
  url: 'https://www.sec.gov/rules-regulations/staff-guidance/division-investment-management-frequently-asked-questions/frequently-asked-questions-about-form-13f',
  licence: { class: 'public', text: secLicence },
  delay: 'quarterly, up to 45 days after the quarter',
  timing: { delay: 'periodic' },
}

/** A row of the schema type `InstitutionalHolding`. */
export type HoldingRow = Partial<Pick<Holding, 'issuer' | 'titleOfClass'>> &
  Omit<Holding, 'issuer' | 'titleOfClass'> & {
    ticker: string | null
    /** Percent of the total value of the report. */
    weight?: number | null
    /** Change since the report of the previous quarter; `null` if that report is unavailable. */
    sharesChange?: number | null
    /** Last day of the quarter. */
    reportedAt: string
    filedAt: string
    holderName: string
    holderCik: string
  }

/** Maximum reports of two quarters, amendments included. */
const reportsMax = 20
/** A quarter, the 45 days of the filing deadline, and a margin. */
const staleAfterDays = 150

/**
 * Positions of the newest quarter that a manager has reported, largest value first.
 *
 * @param cik of the manager, ten digits
 * @param knownOn ignores reports filed after this day
 * @throws FiqError `NOT_FOUND` for a filer without forms 13F; of the upstream
 */
export async function managerHoldings(
  cik: string,
  limit: number,
  context: ConnectorContext,
  knownOn?: string,
): Promise<Sourced<HoldingRow[]>> {
  const { period, filed, before, provenance } = await newestQuarter(cik, context, knownOn)
  const load = (filings: readonly Submission[]) =>
    Promise.all(filings.map((filing) => loadReport(cik, filing, context)))
  const [read, earlier, tickers] = await Promise.all([
    load(filed),
    load(before).catch(fiqErrorOf),
    cusipTickers(context).catch(fiqErrorOf),
  ])
  const holdings = mergeReports(read)
  const total = holdings.reduce((sum, { value }) => sum + value, 0)
  const changeOf = changesSince(Array.isArray(earlier) ? mergeReports(earlier) : [])
  const value = holdings.slice(0, limit).map((holding) => ({
    ...holding,
    ticker: 'value' in tickers ? tickers.value.tickerOf(holding.cusip) : null,
    weight: total > 0 ? (holding.value / total) * 100 : null,
    sharesChange: changeOf(holding),
    reportedAt: period,
    holderName: read.at(-1)!.manager,
    holderCik: cik,
  }))
  const stale = knownOn === undefined && ageDays(period, context.now()) > staleAfterDays
  const own = filed.map(({ accession }) => ({
    ...provenance,
    source: reports.name,
    sourceUrl: fullSubmissionRequest(cik, accession).url.href,
    asOf: period,
    stale,
  }))
  const page = { value, total: holdings.length }
  if ('value' in tickers) return { ...page, provenance: [...own, tickers.provenance] }
  const unanswered = [{ source: failsToDeliver.name, error: tickers }]
  return { ...page, provenance: own, unanswered }
}

/** Change of the shares of a position since an earlier report; `null` without one. */
function changesSince(earlier: readonly Holding[]): (holding: Holding) => number | null {
  const keyOf = ({ cusip, putCall }: Holding) => `${cusip}|${putCall}`
  const earlierShares = new Map(
    earlier.flatMap((holding) =>
      holding.shares === null ? [] : [[keyOf(holding), holding.shares] as const],
    ),
  )
  return (holding) =>
    earlier.length === 0 || holding.shares === null
      ? null
      : holding.shares - (earlierShares.get(keyOf(holding)) ?? 0)
}

/**
 * The newest quarter that a manager has reported by a day, with its reports in filing order, and
 * those of the previous quarter.
 *
 * @throws FiqError `NOT_FOUND` for a filer without forms 13F
 */
export async function newestQuarter(cik: string, context: ConnectorContext, knownOn?: string) {
  const range = { ...defaultFilter, limit: reportsMax }
  const { filings, provenance } = await filingsOf(
    cik,
    isHoldingsReport,
    range,
    context,
    knownOn,
  ).catch((error: unknown) => {
    throw saysUnknown(error, context) ? unknownFiler(cik) : error
  })
  const byPeriod = Map.groupBy(filings, ({ reportDate }) => reportDate ?? '')
  const [period = '', last = ''] = [...byPeriod.keys()].sort().reverse()
  const inOrder = (quarter: string) =>
    (byPeriod.get(quarter) ?? []).toSorted((a, b) =>
      `${a.filed}${a.accession}` < `${b.filed}${b.accession}` ? -1 : 1,
    )
  const filed = inOrder(period)
  if (filed.length === 0) throw noReport(cik, knownOn)
  const before = daysApart(last, period) <= quarterDaysMax ? inOrder(last) : []
  return { period, filed, before, provenance }
}

/**
 * Maximum days between two consecutive quarters. A report about an older quarter is not the
 * previous one.
 */
const quarterDaysMax = 95

function daysApart(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

function isHoldingsReport({ form }: Submission): boolean {
  return form === '13F-HR' || form === '13F-HR/A'
}

async function loadReport(
  cik: string,
  { accession, filed }: Submission,
  context: ConnectorContext,
): Promise<HoldingsReport> {
  const request = fullSubmissionRequest(cik, accession)
  const report = readHoldingsReport(await context.fetch(request), filed, request.url)
  if (report) return report
  throw new FiqError('NOT_FOUND', 'The newest form 13F is older than 2013 and has no XML.', {
    facts: [`Filing: ${accession}`],
  })
}

/** Whether the SEC does not know the filer. In a mirror, `NOT_FOUND` only means a missing file. */
function saysUnknown(error: unknown, context: ConnectorContext): boolean {
  return hasCode(error, 'NOT_FOUND') && context.upstreams.mode !== 'mirror'
}

function unknownFiler(cik: string): FiqError {
  return new FiqError('NOT_FOUND', `The SEC has no filer ${cik}.`, {
    facts: ['Argument: cik'],
    remedy: 'Look the institution up at https://www.sec.gov/edgar/searchedgar/companysearch.',
  })
}

function noReport(cik: string, knownOn: string | undefined): FiqError {
  const until = knownOn === undefined ? '' : ` by ${knownOn}`
  return new FiqError(
    'NOT_FOUND',
    `The filer ${cik} has reported no holdings on form 13F${until}.`,
    { remedy: 'Use the identifier of the institution itself, not of a company that it holds.' },
  )
}

/**
 * The error of an optional part. Without the lists of tickers, positions have only a CUSIP; without
 * the earlier report, they have no change.
 */
function fiqErrorOf(error: unknown): FiqError {
  if (error instanceof FiqError) return error
  throw error
}
