import { FiqError } from '@fiq/shared/errors'
import {
  olderSubmissionsRequest,
  secHosts,
  secLicence,
  submissionsArchive,
  submissionsRequest,
} from '../../upstreams/sec.ts'
import { type ArrayFilter, applyFilter } from '../array-filter.ts'
import type { ConnectorContext, Provenance, Upstream } from '../connector.ts'
import type { EntityRecord } from '../entity.ts'
import { ageDays } from '../sourced.ts'
import {
  type OlderPage,
  readOlderSubmissions,
  readSubmissions,
  type Submission,
} from './submissions.ts'

/** The lists of filings that every area of SEC filings starts from. */
export const submissionsUpstream: Upstream = {
  id: 'sec-submissions',
  name: 'SEC EDGAR submissions',
  hosts: secHosts,
  url: 'https://www.sec.gov/search-filings/edgar-application-programming-interfaces',
  licence: { class: 'public', text: secLicence },
  delay: 'as filed, within a second',
  bulk: [submissionsArchive],
}

/** Filings of one filer, newest first, and where the list comes from. */
export type FilingList = { filings: readonly Submission[]; provenance: Provenance }

/**
 * The filings of a filer that an area wants, with as many older pages as the filter needs: enough
 * to fill its page, so that `applyFilter` over the result answers as over the whole list. The
 * newest page is asked for once, whatever areas and entities of a query read it.
 *
 * @param cik ten digits
 * @throws FiqError of the upstream; `NOT_FOUND` for a filer the SEC does not know
 */
export async function filingsOf(
  cik: string,
  wanted: (filing: Submission) => boolean,
  filter: ArrayFilter,
  context: ConnectorContext,
): Promise<FilingList> {
  const { filings, older, provenance } = await newestFilings(cik, context)
  const all = filings.filter(wanted)
  const since = filter.since ?? ''
  const reachable = older.filter(({ to }) => to >= since.slice(0, 10)).slice(0, olderPagesMax)
  for (const page of reachable) {
    if (filter.sort === 'DESC' && isFilled(all, filter)) break
    const found = await olderFilings(cik, page, context).catch((error: unknown) => {
      // Newest first, the list just ends where the source does. Oldest first, it would be wrong.
      if (filter.sort === 'DESC' && error instanceof FiqError && error.code === 'NOT_FOUND')
        return null
      throw error
    })
    if (found === null) break
    all.push(...found.filter(wanted))
  }
  return { filings: all, provenance }
}

/** @throws FiqError `NOT_FOUND` for an entity that is no SEC filer. */
export function filerCik({ cik, ticker }: EntityRecord): string {
  if (cik !== undefined) return cik
  throw new FiqError('NOT_FOUND', `${ticker} does not file reports with the SEC.`)
}

const maxAgeSeconds = 600
/** Filings of the past are never changed; only the newest of these pages grows, once a year. */
const olderMaxAgeSeconds = 24 * 60 * 60
/** Banks file so much else that a year's reports take a hundred pages. */
const olderPagesMax = 10
/** No filer is silent for longer than from one quarterly report to the next. */
const staleAfterDays = 200

function isFilled(filings: readonly Submission[], filter: ArrayFilter): boolean {
  return applyFilter(filings, filter, ({ filed }) => filed).length === filter.limit
}

function newestFilings(cik: string, context: ConnectorContext) {
  return context.keep(`submissions:${cik}`, maxAgeSeconds, async (context) => {
    const request = submissionsRequest(cik)
    const answer = await context.fetch(request)
    const { filings, older } = readSubmissions(answer, request.url)
    const asOf = filings[0]?.filed ?? null
    const provenance: Provenance = {
      source: 'SEC EDGAR',
      sourceUrl: request.url.href,
      asOf,
      retrievedAt: answer.retrievedAt,
      mode: answer.mode,
      stale: ageDays(asOf, context.now()) > staleAfterDays,
      licence: secLicence,
    }
    return { filings, older, provenance }
  })
}

function olderFilings(cik: string, { name }: OlderPage, context: ConnectorContext) {
  return context.keep(`submissions:${cik}:${name}`, olderMaxAgeSeconds, async (context) => {
    const request = olderSubmissionsRequest(name)
    const answer = await context.fetch(request)
    return readOlderSubmissions(answer, request.url)
  })
}
