import { inBatches } from '../../scheduling/in-batches.ts'
import { applyFilter, defaultFilter } from '../../sources/array-filter.ts'
import type { ConnectorContext, Sourced } from '../../sources/connector.ts'
import { documentsOf } from '../../sources/edgar/filing-index.ts'
import { filingsOf } from '../../sources/edgar/filing-list.ts'
import type { Submission } from '../../sources/edgar/submissions.ts'
import { documentsAtOnce, filingDocumentRequest, filingUrl } from '../../upstreams/sec.ts'
import { readOwnershipSchedule } from './ownership-schedule.ts'
import { readSubsidiaries } from './subsidiary-list.ts'

/** One relationship of an entity with a company or a person. */
export type Relationship = {
  kind: 'PARENT' | 'SUBSIDIARY' | 'OWNER' | 'OFFICER' | 'DIRECTOR'
  name: string
  cik: string | null
  /** Legal entity identifier, twenty characters. */
  lei: string | null
  detail: string | null
  percent: number | null
  shares: number | null
  /** Day of the filing or record. */
  date: string
  url: string
}

/** Maximum schedules read. Each takes a request, and few owners have more than five percent. */
const schedulesReadMax = 24

/** Owners of more than five percent, each from its newest schedule. Omits owners that have sold. */
export async function owners(
  cik: string,
  context: ConnectorContext,
): Promise<Sourced<Relationship[]>> {
  const range = { ...defaultFilter, limit: schedulesReadMax }
  const isSchedule = ({ form, document }: Submission) =>
    /^SCHEDULE 13[DG](?:\/A)?$/.test(form) && document.endsWith('.xml')
  const { filings, provenanceOf } = await filingsOf(cik, isSchedule, range, context)
  const newest = applyFilter(filings, range, ({ filed }) => filed)
  const read = await inBatches(newest, documentsAtOnce, async (filing) => {
    const { accession, document, filed, form } = filing
    const request = filingDocumentRequest(cik, accession, document, 'xml')
    const schedule = readOwnershipSchedule(await context.fetch(request), request.url)
    if (schedule.issuerCik !== cik) return []
    const url = filingUrl(cik, accession, document)
    return schedule.owners.map((owner) => ({ ...owner, form, date: filed, url }))
  })
  const byName = new Map<string, Relationship>()
  for (const { name, cik: owner, shares, percent, form, date, url } of read.flat())
    if (!byName.has(name))
      byName.set(name, {
        kind: 'OWNER',
        name,
        cik: owner,
        lei: null,
        detail: form,
        percent,
        shares,
        date,
        url,
      })
  const value = [...byName.values()].filter(({ percent }) => percent !== 0)
  const urls = new Set(value.map(({ url }) => url))
  const isRead = ({ accession, document }: Submission) =>
    urls.has(filingUrl(cik, accession, document))
  return { value, provenance: provenanceOf(newest.filter(isRead)) }
}

/** Subsidiaries from exhibit 21 of the newest annual report; empty without such an exhibit. */
export async function subsidiaries(
  cik: string,
  context: ConnectorContext,
): Promise<Sourced<Relationship[]>> {
  const isAnnual = ({ form }: Submission) => form === '10-K'
  const { filings, provenance } = await filingsOf(
    cik,
    isAnnual,
    { ...defaultFilter, limit: 1 },
    context,
  )
  const [report] = filings
  if (!report) return { value: [], provenance: [provenance] }
  const { accession, filed } = report
  const documents = await documentsOf(cik, accession, context)
  const exhibit = documents.find(({ type }) => /^EX-21(?:\.0?1)?$/.test(type))
  if (!exhibit) return { value: [], provenance: [provenance] }
  const request = filingDocumentRequest(cik, accession, exhibit.name, 'html')
  const found = readSubsidiaries((await context.text(request)).body)
  const url = filingUrl(cik, accession, exhibit.name)
  const value = found.map(({ name, jurisdiction }) => ({
    kind: 'SUBSIDIARY' as const,
    name,
    cik: null,
    lei: null,
    detail: jurisdiction,
    percent: null,
    shares: null,
    date: filed,
    url,
  }))
  return { value, provenance: [{ ...provenance, sourceUrl: url, asOf: filed }] }
}
