import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { type ArrayFilter, applyFilter, defaultFilter } from '../../sources/array-filter.ts'
import type { Connector, ConnectorContext, Provenance, Upstream } from '../../sources/connector.ts'
import { documentsOf } from '../../sources/edgar/filing-index.ts'
import { filerCik, filingsOf, submissionsUpstream } from '../../sources/edgar/filing-list.ts'
import type { Submission } from '../../sources/edgar/submissions.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { listField } from '../../sources/list-field.ts'
import { filingDocumentRequest, filingUrl, secHosts, secLicence } from '../../upstreams/sec.ts'
import { addingUp } from './adding-up.ts'
import { memberLabel, ownPeriod } from './own-period.ts'
import { readSegmentFacts, type SegmentFact } from './segment-facts.ts'

const instances: Upstream = {
  id: 'sec-xbrl-instances',
  name: 'SEC EDGAR, XBRL of periodic reports',
  hosts: secHosts,
  url: 'https://www.sec.gov/data-research/structured-data/inline-xbrl',
  licence: { class: 'public', text: secLicence },
  delay: 'as filed',
}

/** Maximum reports read. Each is some megabytes of XML. */
const reportsReadMax = 8
const reportsAtOnce = 2
const maxAgeSeconds = 24 * 60 * 60

type Period = 'ANNUAL' | 'QUARTERLY'

/** Revenue by product, segment and geography, as tagged in annual and quarterly reports. */
export const segmentedRevenue: Connector = {
  area: 'segmented-revenue',
  category: 'market',
  upstreams: [instances, submissionsUpstream],
  sdl: /* GraphQL */ `
    extend type Entity {
      """
      Revenue by product, business segment and geography, as the filer tags it in its SEC reports.
      Sorted by period, newest first; within a period by axis, then largest first. since and until
      bound the last day of the period. One list reads at most ${reportsReadMax} reports. Quarters do not
      include the fourth, which filers report only as part of the year.
      """
      segmentedRevenue(
        period: FinancialPeriod = ANNUAL
        filter: ArrayFilterInput
      ): [SegmentedRevenue!]
    }

    "Dimension by which revenue is split: products, business segments or countries and regions."
    enum SegmentAxis {
      PRODUCT
      SEGMENT
      GEOGRAPHY
    }

    "Revenue of one part of a filer. The rows include both subtotals (Product) and their parts (IPhone). To get the total, add only rows with addsUp true."
    type SegmentedRevenue {
      "Dimension by which the revenue is split."
      axis: SegmentAxis!
      "Name of the part, derived from its XBRL tag."
      name: String!
      "XBRL tag of the part, e.g. aapl:IPhoneMember, country:US."
      member: String!
      "Revenue, in whole units of the currency."
      value: Float!
      "Currency of value, ISO 4217."
      currency: String!
      """
      true if the row is one of the rows of its axis that add up to the whole revenue of the period;
      false for subtotals and for rows of a second split. Null if no rows of the axis add up, e.g. if
      the report reconciles segments with revenue by other items.
      """
      addsUp: Boolean
      "First day of the period, ISO 8601."
      periodStart: String!
      "Last day of the period, ISO 8601."
      periodEnd: String!
      "Form of the report, e.g. 10-K."
      form: String!
      "Filing date of the report, ISO 8601."
      filedAt: String!
      "URL of the report."
      url: String!
    }
  `,
  fields: {
    'Entity.segmentedRevenue': listField({
      credits: 1,
      load: (parent, args, filter, context) =>
        loadSegments(
          parent as EntityRecord,
          (args['period'] ?? 'ANNUAL') as Period,
          filter,
          context,
        ),
      dateOf: ({ periodEnd }) => periodEnd,
      statedOn: ({ filedAt }) => filedAt,
    }),
  },
}

/** Reads reports in the order of the filter until their rows fill the page. */
async function loadSegments(
  entity: EntityRecord,
  period: Period,
  filter: ArrayFilter,
  context: ConnectorContext,
) {
  const cik = filerCik(entity)
  const range = { ...defaultFilter, sort: filter.sort, limit: reportsReadMax }
  const { filings, provenance } = await filingsOf(cik, reportsOf(period, filter), range, context)
  const reports = applyFilter(filings, range, ({ filed }) => filed)
  const rows: ReturnType<typeof rowsOf> = []
  const rowProvenance = new Map<unknown, Provenance[]>()
  for (
    let at = 0;
    at < reports.length && rows.length < filter.offset + filter.limit;
    at += reportsAtOnce
  ) {
    const next = reports.slice(at, at + reportsAtOnce)
    const found = await Promise.all(
      next.map(async (report) => {
        const { facts, instance } = await segmentsOf(cik, report, period, context)
        const own = { ...provenance, ...instance, source: instances.name, asOf: report.filed }
        const ofReport = rowsOf(facts, report, cik)
        for (const row of ofReport) rowProvenance.set(row, [own])
        return ofReport
      }),
    )
    rows.push(...found.flat())
  }
  const page = applyFilter(rows, filter, ({ periodEnd }) => periodEnd)
  const cited = [...new Set(page.flatMap((row) => rowProvenance.get(row) ?? []))]
  const none = [{ ...provenance, source: instances.name }]
  return { value: rows, provenance: cited.length > 0 ? cited : none, rowProvenance }
}

/** Selects reports of a period within the bounds. Reports before 2010 have no XBRL. */
function reportsOf(period: Period, { since, until }: ArrayFilter) {
  const forms = period === 'ANNUAL' ? ['10-K', '20-F', '40-F'] : ['10-Q']
  const bounds = {
    ...defaultFilter,
    ...defined({ since: since || undefined, until: until || undefined }),
  }
  return (filing: Submission) =>
    forms.includes(filing.form) &&
    filing.filed >= '2010-01-01' &&
    applyFilter([filing], bounds, ({ reportDate, filed }) => reportDate ?? filed).length === 1
}

function segmentsOf(
  cik: string,
  report: Submission,
  period: Period,
  context: ConnectorContext,
): Promise<Instance> {
  return context.cached(`segments:${report.accession}`, maxAgeSeconds, async (context) => {
    const inline = report.document.replace(/\.html?$/, '_htm.xml')
    const found = await instanceOf(cik, report, inline, context).catch(async (error: unknown) => {
      if (!(error instanceof FiqError) || error.code !== 'NOT_FOUND') throw error
      // Before 2019 the XBRL instance is a separate exhibit.
      const documents = await documentsOf(cik, report.accession, context)
      const exhibit = documents.find(
        ({ type, name }) => type === 'EX-101.INS' || name.endsWith('_htm.xml'),
      )
      return exhibit ? instanceOf(cik, report, exhibit.name, context) : { facts: [] }
    })
    return { ...found, facts: ownPeriod(found.facts, period) }
  })
}

/** The facts of a report, and the document with them. */
type Instance = {
  facts: SegmentFact[]
  instance?: Pick<Provenance, 'sourceUrl' | 'retrievedAt' | 'mode'>
}

async function instanceOf(
  cik: string,
  { accession }: Submission,
  name: string,
  context: ConnectorContext,
): Promise<Instance> {
  const request = filingDocumentRequest(cik, accession, name, 'xml')
  const answer = await context.fetch(request)
  const { retrievedAt, mode } = answer
  const instance = { sourceUrl: request.url.href, retrievedAt, mode }
  return { facts: readSegmentFacts(answer, request.url), instance }
}

function rowsOf(facts: readonly SegmentFact[], report: Submission, cik: string) {
  const ofAxis = Map.groupBy(facts, ({ axis }) => axis)
  const adding = new Map(Array.from(ofAxis, ([axis, rows]) => [axis, addingUp(rows)]))
  return facts.map((fact) => ({
    ...rowOf(fact, report, cik),
    addsUp: adding.get(fact.axis)?.has(fact) ?? null,
  }))
}

function rowOf(
  { axis, member, value, currency, start, end }: SegmentFact,
  report: Submission,
  cik: string,
) {
  return {
    axis,
    name: memberLabel(member),
    member,
    value,
    currency,
    periodStart: start,
    periodEnd: end,
    form: report.form,
    filedAt: report.filed,
    url: filingUrl(cik, report.accession, report.document),
  }
}
