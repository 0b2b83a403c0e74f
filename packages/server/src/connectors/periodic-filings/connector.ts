import { FiqError } from '@fiq/shared/errors'
import type { EntityRecord } from '../../schema/entity.ts'
import {
  filingUrl,
  olderSubmissionsRequest,
  secHosts,
  secLicence,
  submissionsRequest,
} from '../../upstreams/sec.ts'
import { type ArrayFilter, applyFilter, arrayFilterBounds, arrayFilterOf } from '../array-filter.ts'
import type { Connector, ConnectorContext, Provenance, Upstream } from '../connector.ts'
import { periodicTitle } from './periodic-forms.ts'
import {
  type OlderPage,
  readOlderSubmissions,
  readSubmissions,
  type Submission,
} from './submissions.ts'

const submissions: Upstream = {
  id: 'sec-submissions',
  name: 'SEC EDGAR submissions',
  hosts: secHosts,
  url: 'https://www.sec.gov/search-filings/edgar-application-programming-interfaces',
  licence: { class: 'public', text: secLicence },
  delay: 'as filed, within a second',
}

/** Annual, quarterly and interim reports of SEC filers, from their lists of submissions. */
export const periodicFilings: Connector = {
  area: 'periodic-filings',
  category: 'regulatory',
  upstreams: [submissions],
  sdl: /* GraphQL */ `
    extend type Entity {
      """
      Forms 10-K, 10-Q, 20-F, 40-F, 6-K and their amendments, by day of filing. Newest first, back
      as far as the source reaches here.
      """
      periodicFilings(filter: ArrayFilterInput): [PeriodicFiling!]
    }

    "A periodic report filed with the SEC."
    type PeriodicFiling {
      "Form type, e.g. 10-K; amendments end in /A."
      form: String!
      "What the report is, and the period it covers."
      title: String!
      "Day of the filing."
      filedAt: String!
      "Last day of the period the report covers."
      reportDate: String
      "SEC accession number, e.g. 0000320193-25-000079."
      accessionNumber: String!
      "The filer's own description of the main document."
      description: String
      "Address of the main document; of the filing's index where it has none."
      url: String!
    }
  `,
  fields: {
    'Entity.periodicFilings': {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: 500 },
      bounds: ({ filter }) => arrayFilterBounds(filter),
      async resolve(parent, args, context) {
        const { ticker, cik } = parent as EntityRecord
        if (cik === undefined)
          throw new FiqError('NOT_FOUND', `${ticker} does not file reports with the SEC.`)
        const filter = arrayFilterOf(args['filter'])
        const { filings, provenance } = await filingsFor(cik, filter, context)
        const rows = applyFilter(filings, filter, ({ filed }) => filed)
        const stale = isStale(provenance.asOf, context.now())
        return {
          value: rows.map((filing) => rowOf(filing, cik)),
          provenance: [{ ...provenance, stale }],
        }
      },
    },
  },
}

const maxAgeSeconds = 600
/** Filings of the past are never changed; only the newest of these pages grows, once a year. */
const olderMaxAgeSeconds = 24 * 60 * 60
/** Banks file so much else that a year's reports take a hundred pages. */
const olderPagesMax = 10
/** No filer is silent for longer than from one quarterly report to the next. */
const staleAfterDays = 200

/** The periodic filings of a filer, with as many older pages as the filter needs. */
async function filingsFor(cik: string, filter: ArrayFilter, context: ConnectorContext) {
  const { filings, older, provenance } = await newestFilings(cik, context)
  const all = [...filings]
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
    all.push(...found)
  }
  return { filings: all, provenance }
}

function isFilled(filings: readonly Submission[], filter: ArrayFilter): boolean {
  return applyFilter(filings, filter, ({ filed }) => filed).length === filter.limit
}

function newestFilings(cik: string, { upstreams, keep }: ConnectorContext) {
  return keep(`periodic-filings:${cik}`, maxAgeSeconds, async () => {
    const request = submissionsRequest(cik)
    const answer = await upstreams.fetch(request)
    const { filings, older } = readSubmissions(answer, request.url)
    const provenance: Provenance = {
      source: 'SEC EDGAR',
      sourceUrl: request.url.href,
      asOf: filings[0]?.filed ?? null,
      retrievedAt: answer.retrievedAt,
      mode: answer.mode,
      stale: false,
      licence: secLicence,
    }
    return { filings: filings.filter(isPeriodic), older, provenance }
  })
}

function olderFilings(cik: string, { name }: OlderPage, { upstreams, keep }: ConnectorContext) {
  return keep(`periodic-filings:${cik}:${name}`, olderMaxAgeSeconds, async () => {
    const request = olderSubmissionsRequest(name)
    const answer = await upstreams.fetch(request)
    return readOlderSubmissions(answer, request.url).filter(isPeriodic)
  })
}

function isPeriodic({ form }: Submission): boolean {
  return periodicTitle(form, null) !== null
}

function rowOf(
  { form, filed, reportDate, accession, document, description }: Submission,
  cik: string,
) {
  return {
    form,
    title: periodicTitle(form, reportDate),
    filedAt: filed,
    reportDate,
    accessionNumber: accession,
    description: description === '' ? null : description,
    url: filingUrl(cik, accession, document),
  }
}

function isStale(asOf: string | null, now: Date): boolean {
  return asOf === null || now.getTime() - Date.parse(asOf) > staleAfterDays * 86_400_000
}
