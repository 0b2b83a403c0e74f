import { FiqError, hasCode } from '@fiq/shared/errors'
import {
  olderSubmissionsRequest,
  secHosts,
  secLicence,
  submissionsArchive,
  submissionsRequest,
} from '../../upstreams/sec.ts'
import type { Origin } from '../../upstreams/transport.ts'
import { type ArrayFilter, applyFilter } from '../array-filter.ts'
import type { ConnectorContext, Provenance, Upstream } from '../connector.ts'
import type { EntityRecord } from '../entity.ts'
import { filedBy } from '../known-on.ts'
import { ageDays } from '../sourced.ts'
import {
  type OlderPage,
  readOlderSubmissions,
  readSubmissions,
  type Submission,
} from './submissions.ts'

/** The list of a filer's filings, from which every area of SEC filings starts. */
export const submissionsUpstream: Upstream = {
  id: 'sec-submissions',
  name: 'SEC EDGAR submissions',
  hosts: secHosts,
  url: 'https://www.sec.gov/search-filings/edgar-application-programming-interfaces',
  licence: { class: 'public', text: secLicence },
  delay: 'as filed, within a second',
  bulk: [submissionsArchive],
}

/** Filings of one filer, newest first. */
export type FilingList = {
  filings: readonly Submission[]
  /** Of the newest page, with the day of its newest filing of any form. */
  provenance: Provenance
  /**
   * Of the pages that list these filings, each with the day of the newest of them. Without a filing,
   * of the newest page.
   */
  provenanceOf(used: readonly Submission[]): Provenance[]
}

/**
 * The filings of a filer that satisfy `wanted`. Reads as many older pages as the filter needs, so
 * that `applyFilter` returns the same page as from the full list. All areas of a query share one
 * fetch of the newest page.
 *
 * @param cik ten digits
 * @param knownOn ignores filings after this day
 * @throws FiqError `NOT_FOUND` for an unknown filer, `UPSTREAM_…`
 */
export async function filingsOf(
  cik: string,
  matches: (filing: Submission) => boolean,
  filter: ArrayFilter,
  context: ConnectorContext,
  knownOn?: string,
): Promise<FilingList> {
  const { filings, older, provenance } = await newestFilings(cik, context)
  const pages: FilingPage[] = [{ filings, provenance }]
  const all = filedBy(filings, knownOn).filter(matches)
  const since = filter.since ?? ''
  const reachable = older.filter(({ to }) => to >= since.slice(0, 10)).slice(0, olderPagesMax)
  for (const page of reachable) {
    if (filter.sort === 'DESC' && isFilled(all, filter)) break
    const found = await olderFilings(cik, page, context).catch((error: unknown) => {
      // Newest first, the list only ends early. Oldest first, it would start at the wrong filing.
      if (filter.sort === 'DESC' && hasCode(error, 'NOT_FOUND')) return null
      throw error
    })
    if (found === null) break
    pages.push(found)
    all.push(...filedBy(found.filings, knownOn).filter(matches))
  }
  const asOf =
    knownOn === undefined ? provenance.asOf : (filedBy(filings, knownOn)[0]?.filed ?? knownOn)
  // The answer for a past day never becomes stale.
  const stale = knownOn === undefined && provenance.stale
  const newest = { ...provenance, asOf, stale }
  return {
    filings: all,
    provenance: newest,
    provenanceOf(used) {
      const wanted = new Set(used)
      const cited = pages.flatMap((page) => {
        const days = page.filings.filter((each) => wanted.has(each)).map(({ filed }) => filed)
        if (days.length === 0) return []
        const { sourceUrl, retrievedAt, mode } = page.provenance
        return [{ ...newest, sourceUrl, retrievedAt, mode, asOf: days.sort().at(-1)! }]
      })
      return cited.length > 0 ? cited : [newest]
    },
  }
}

/** One file of a filer's list. */
type FilingPage = { filings: readonly Submission[]; provenance: Provenance }

/** @throws FiqError `NOT_FOUND` for an entity that does not file with the SEC. */
export function filerCik({ cik, ticker }: EntityRecord): string {
  if (cik !== undefined) return cik
  throw new FiqError('NOT_FOUND', `${ticker} does not file reports with the SEC.`)
}

const maxAgeSeconds = 600
/** Past filings never change. Only the newest of these pages grows, once a year. */
const olderMaxAgeSeconds = 24 * 60 * 60
/** Limit for filers such as banks, whose reports of one year may take a hundred pages. */
const olderPagesMax = 10
/** Longer than the time between two quarterly reports. */
const staleAfterDays = 200

function isFilled(filings: readonly Submission[], filter: ArrayFilter): boolean {
  return applyFilter(filings, filter, ({ filed }) => filed).length === filter.limit
}

function newestFilings(cik: string, context: ConnectorContext) {
  return context.cached(`submissions:${cik}`, maxAgeSeconds, async (context) => {
    const request = submissionsRequest(cik)
    const answer = await context.fetch(request)
    const { filings, older } = readSubmissions(answer, request.url)
    return { filings, older, provenance: provenanceOf(filings, request.url, answer, context) }
  })
}

function olderFilings(
  cik: string,
  { name }: OlderPage,
  context: ConnectorContext,
): Promise<FilingPage> {
  return context.cached(`submissions:${cik}:${name}`, olderMaxAgeSeconds, async (context) => {
    const request = olderSubmissionsRequest(name)
    const answer = await context.fetch(request)
    const filings = readOlderSubmissions(answer, request.url)
    return { filings, provenance: provenanceOf(filings, request.url, answer, context) }
  })
}

function provenanceOf(
  filings: readonly Submission[],
  url: URL,
  { retrievedAt, mode }: Origin,
  { now }: ConnectorContext,
): Provenance {
  const asOf = filings[0]?.filed ?? null
  return {
    source: 'SEC EDGAR',
    sourceUrl: url.href,
    asOf,
    retrievedAt,
    mode,
    stale: ageDays(asOf, now()) > staleAfterDays,
    licence: secLicence,
  }
}
