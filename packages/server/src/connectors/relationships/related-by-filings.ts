import { inBatches } from '../../scheduling/in-batches.ts'
import { applyFilter, defaultFilter } from '../../sources/array-filter.ts'
import type { ConnectorContext, Sourced } from '../../sources/connector.ts'
import { documentsOf } from '../../sources/edgar/filing-index.ts'
import { filingsOf } from '../../sources/edgar/filing-list.ts'
import type { Submission } from '../../sources/edgar/submissions.ts'
import { refuse, textOf } from '../../upstreams/checked-answer.ts'
import { plainText } from '../../upstreams/plain-text.ts'
import { documentsAtOnce, filingDocumentRequest, filingUrl } from '../../upstreams/sec.ts'
import type { UpstreamAnswer } from '../../upstreams/transport.ts'
import {
  childrenOf,
  elementAt,
  numberAt,
  textAt,
  type XmlElement,
  xmlRoot,
} from '../../upstreams/xml.ts'

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
  const { filings, provenance } = await filingsOf(cik, isSchedule, range, context)
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
  return { value, provenance: [provenance] }
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
  return { value, provenance: [provenance] }
}

/** A subsidiary in exhibit 21 of an annual report. */
type Subsidiary = {
  name: string
  /** Jurisdiction of organisation, as the filer wrote it. */
  jurisdiction: string | null
}

/**
 * Subsidiaries in exhibit 21: the first and the last cell with text in each table row, without
 * headings. Filers write exhibits by hand; a list without a table is ignored.
 *
 * @param html of the exhibit
 */
export function readSubsidiaries(html: string): Subsidiary[] {
  const found = new Map<string, Subsidiary>()
  for (const row of html.split(/<tr\b/i).slice(1, rowsMax)) {
    const cells = row
      .split(/<\/tr>/i)[0]!
      .split(/<t[dh]\b[^<>]*>/i)
      .slice(1)
      .map(plainText)
      .filter((cell) => /\p{L}/u.test(cell))
    const [name = ''] = cells
    const jurisdiction = cells.length > 1 ? cells.at(-1)! : null
    if (!isName(name) || isHeading(name) || (jurisdiction !== null && isHeading(jurisdiction)))
      continue
    if (jurisdiction !== null && jurisdiction.length > jurisdictionLengthMax) continue
    if (!found.has(name)) found.set(name, { name, jurisdiction })
  }
  return [...found.values()]
}

const rowsMax = 5_000
const nameLengthMax = 200
const jurisdictionLengthMax = 80

function isName(text: string): boolean {
  return text.length >= 3 && text.length <= nameLengthMax
}

function isHeading(text: string): boolean {
  return /\b(?:jurisdiction|subsidiar(?:y|ies)|name of|state of|state or|place of|organi[sz]ed under|incorporation)\b/i.test(
    text,
  )
}

/** A holder that reports more than five percent of a class. */
type BeneficialOwner = {
  name: string
  /** Ten digits. Only schedule 13D states it. */
  cik: string | null
  shares: number | null
  /** Percent of the class, 0 to 100; 0 means that the owner has sold. */
  percent: number | null
}

type OwnershipSchedule = {
  /** Ten digits. A company's list also contains schedules that it files about others. */
  issuerCik: string
  owners: readonly BeneficialOwner[]
}

/**
 * Parses a schedule 13D or 13G in XML, the format since December 2024. Each person of a group
 * reports separately; their shares overlap.
 *
 * @param url of the request, for the error
 * @throws FiqError `UPSTREAM_CHANGED` for any other document
 */
export function readOwnershipSchedule(answer: UpstreamAnswer, url: URL): OwnershipSchedule {
  const root = xmlRoot(textOf(answer))
  const form = root && elementAt(root, 'formData')
  const issuer = form && elementAt(form, 'coverPageHeader', 'issuerInfo')
  const issuerCik = issuer && (textAt(issuer, 'issuerCIK') ?? textAt(issuer, 'issuerCik'))
  if (!form || !issuerCik) return refuse(url, 'XML other than a schedule 13D or 13G')
  const group = elementAt(form, 'reportingPersons')
  return {
    issuerCik: issuerCik.padStart(10, '0'),
    owners: [
      ...(group ? childrenOf(group, 'reportingPersonInfo') : []),
      ...childrenOf(form, 'coverPageHeaderReportingPersonDetails'),
    ].map(ownerOf),
  }
}

function ownerOf(person: XmlElement): BeneficialOwner {
  return {
    name: textAt(person, 'reportingPersonName') ?? '',
    cik: textAt(person, 'reportingPersonCIK')?.padStart(10, '0') ?? null,
    shares:
      numberAt(person, 'aggregateAmountOwned') ??
      numberAt(person, 'reportingPersonBeneficiallyOwnedAggregateNumberOfShares'),
    percent: numberAt(person, 'percentOfClass') ?? numberAt(person, 'classPercent'),
  }
}
