import { applyFilter, arrayFilterBounds, arrayFilterOf } from '../../sources/array-filter.ts'
import type { Connector } from '../../sources/connector.ts'
import { filerCik, filingsOf, submissionsUpstream } from '../../sources/edgar/filing-list.ts'
import type { Submission } from '../../sources/edgar/submissions.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { filingUrl } from '../../upstreams/sec.ts'

/** Annual, quarterly and interim reports of SEC filers, from their lists of submissions. */
export const periodicFilings: Connector = {
  area: 'periodic-filings',
  category: 'regulatory',
  upstreams: [submissionsUpstream],
  sdl: /* GraphQL */ `
    extend type Entity {
      """
      Annual, quarterly and interim reports filed with the SEC: forms 10-K, 10-Q, 20-F, 40-F, 6-K and
      their amendments. Sorted by filing date, newest first. A mirror may lack the oldest.
      """
      periodicFilings(filter: ArrayFilterInput): [PeriodicFiling!]
    }

    "A periodic report filed with the SEC."
    type PeriodicFiling {
      "Form type, e.g. 10-K. Amendments end in /A."
      form: String!
      "Kind of the report and its period."
      title: String!
      "Filing date, ISO 8601."
      filedAt: String!
      "Last day of the period that the report covers, ISO 8601. Null if the filing states none."
      reportDate: String
      "SEC accession number, e.g. 0000320193-25-000079."
      accessionNumber: String!
      "Description of the main document, as the filer wrote it. Null if there is none."
      description: String
      "URL of the main document, or of the index of the filing if it has no main document."
      url: String!
    }
  `,
  fields: {
    'Entity.periodicFilings': {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: 500 },
      bounds: ({ filter }) => arrayFilterBounds(filter),
      async resolve(parent, args, context) {
        const cik = filerCik(parent as EntityRecord)
        const filter = arrayFilterOf(args['filter'])
        const { filings, provenanceOf } = await filingsOf(cik, isPeriodic, filter, context)
        const rows = applyFilter(filings, filter, ({ filed }) => filed)
        return { value: rows.map((filing) => rowOf(filing, cik)), provenance: provenanceOf(rows) }
      },
    },
  },
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

/** Names of periodic reports by form type, without the amendment mark. */
const titles: Readonly<Record<string, string>> = {
  '10-K': 'Annual report',
  '10-K405': 'Annual report',
  '10-KSB': 'Annual report of a small business',
  '10-KT': 'Transition report',
  '10-Q': 'Quarterly report',
  '10-QSB': 'Quarterly report of a small business',
  '10-QT': 'Transition report',
  '20-F': 'Annual report of a foreign issuer',
  '40-F': 'Annual report of a Canadian issuer',
  '6-K': 'Interim report of a foreign issuer',
}

/**
 * The title of a periodic report, or `null` for another form.
 *
 * @example periodicTitle('10-K/A', '2024-09-28') // 'Annual report to 2024-09-28, amended'
 */
export function periodicTitle(form: string, reportDate: string | null): string | null {
  const isAmended = form.endsWith('/A')
  const plain = isAmended ? form.slice(0, -2) : form
  const title = Object.hasOwn(titles, plain) ? titles[plain]! : null
  if (title === null) return null
  return `${title}${reportDate === null ? '' : ` to ${reportDate}`}${isAmended ? ', amended' : ''}`
}
