import { z } from 'zod'
import { namesCompany } from '../../names/names-company.ts'
import type { ArrayFilter } from '../../sources/array-filter.ts'
import type { ConnectorContext, Provenance, Sourced, Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import type { LitigationCase } from './litigation-case.ts'

export const courtListener: Upstream = {
  id: 'courtlistener',
  name: 'CourtListener, Free Law Project',
  hosts: ['www.courtlistener.com'],
  url: 'https://www.courtlistener.com',
  licence: { class: 'public', text: 'Court records, public domain' },
  delay: 'as dockets are uploaded',
  key: 'COURTLISTENER_TOKEN',
}

/** Maximum pages: a token has 125 requests a day, and a page has twenty cases. */
const pagesMax = 2

/**
 * Federal cases with a party of that name.
 *
 * @throws FiqError `UPSTREAM_…`, `NOT_CONFIGURED` without a token
 */
export async function loadCases(
  party: string,
  filter: ArrayFilter,
  context: ConnectorContext,
): Promise<Sourced<readonly LitigationCase[]>> {
  const value: LitigationCase[] = []
  let provenance: Provenance | undefined
  let next: URL | undefined = firstPage(party, filter)
  for (let page = 0; next && page < pagesMax; page += 1) {
    const { body, answer } = await fetchPage(next, context)
    value.push(...body.results.map(caseOf).filter((found) => isAbout(found, party)))
    provenance ??= provenanceOf(courtListener, answer)
    next = value.length < filter.offset + filter.limit ? nextPage(body.next) : undefined
  }
  return { value, provenance: provenance ? [provenance] : [] }
}

/**
 * Whether a party has the name: the search also finds parties whose names contain it. A case without
 * a list of parties counts.
 */
function isAbout({ parties }: LitigationCase, name: string): boolean {
  return parties.length === 0 || parties.some((party) => namesCompany(party, name))
}

const fetchPage = (url: URL, context: ConnectorContext) => context.json(url, pageSchema)

function firstPage(party: string, { sort, since, until }: ArrayFilter): URL {
  const url = new URL('https://www.courtlistener.com/api/rest/v4/search/')
  url.searchParams.set('type', 'r')
  url.searchParams.set('party_name', party)
  url.searchParams.set('order_by', `dateFiled ${sort === 'ASC' ? 'asc' : 'desc'}`)
  if (since) url.searchParams.set('filed_after', since.slice(0, 10))
  if (until) url.searchParams.set('filed_before', until.slice(0, 10))
  return url
}

/**
 * The next page. The upstream writes this address, so it is followed only to the upstream's own
 * search.
 */
function nextPage(next: string | null): URL | undefined {
  if (next === null || !URL.canParse(next)) return undefined
  const url = new URL(next)
  const isOurs = url.origin === 'https://www.courtlistener.com'
  return isOurs && url.pathname === '/api/rest/v4/search/' ? url : undefined
}

const day = z.iso.date().nullish()
const pageSchema = z.object({
  next: z.string().nullable(),
  results: usableRows(
    z.object({
      caseName: z.string(),
      court: z.string().nullish(),
      dateFiled: day,
      dateTerminated: day,
      docketNumber: z.string().nullish(),
      docket_absolute_url: z.string().startsWith('/').nullish(),
      cause: z.string().nullish(),
      party: z.array(z.string()).nullish(),
    }),
  ),
})

function caseOf(found: z.output<typeof pageSchema>['results'][number]): LitigationCase {
  const path = found.docket_absolute_url
  return {
    caseName: found.caseName,
    court: found.court ?? null,
    dateFiled: found.dateFiled ?? null,
    dateTerminated: found.dateTerminated ?? null,
    docketNumber: found.docketNumber ?? null,
    cause: found.cause || null,
    parties: found.party ?? [],
    url: path ? new URL(path, 'https://www.courtlistener.com').href : null,
    source: 'CourtListener',
  }
}
