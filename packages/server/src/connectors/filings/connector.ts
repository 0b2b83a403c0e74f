import { FiqError } from '@fiq/shared/errors'
import {
  applyFilter,
  arrayFilterBounds,
  arrayFilterOf,
  filterLimitMax,
} from '../../sources/array-filter.ts'
import type { Connector } from '../../sources/connector.ts'
import { filerCik, filingsOf, submissionsUpstream } from '../../sources/edgar/filing-list.ts'
import type { Submission } from '../../sources/edgar/submissions.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { knownOnBounds, knownOnOf } from '../../sources/known-on.ts'
import { filingUrl } from '../../upstreams/sec.ts'

/** Maximum form types in one filter. */
const formsMax = 20

/** Filings of any form with the SEC. */
export const filings: Connector = {
  area: 'filings',
  category: 'regulatory',
  upstreams: [submissionsUpstream],
  sdl: /* GraphQL */ `
    extend type Regulatory {
      """
      Filings with the SEC of every form, by the entity and about it. Sorted by filing date, newest
      first. A mirror may lack the oldest.
      """
      filings(
        "Returns only these form types, e.g. 8-K; 1 to ${formsMax}. An amendment is a form of its own: 8-K/A."
        forms: [String!]
        filter: ArrayFilterInput
        "Returns only filings up to this filing date, ISO 8601."
        knownOn: String
      ): [Filing!]
    }

    "One filing with the SEC."
    type Filing {
      "Form type, e.g. 8-K. Amendments end in /A."
      form: String!
      "Items of a current report (8-K), e.g. 2.02. Empty for other forms."
      items: [String!]!
      "Filing date, ISO 8601."
      filedAt: String!
      "Last day of the period, or day of the event, ISO 8601. Null for forms that have neither."
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
    'Regulatory.filings': {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds: (args) => {
        formsBounds(args['forms'])
        arrayFilterBounds(args['filter'])
        knownOnBounds(args)
      },
      async resolve(parent, args, context) {
        const cik = filerCik(parent as EntityRecord)
        const filter = arrayFilterOf(args['filter'])
        const forms = args['forms'] as readonly string[] | null | undefined
        const matches = ({ form }: Submission) => !forms || forms.includes(form)
        const { filings, provenanceOf } = await filingsOf(
          cik,
          matches,
          filter,
          context,
          knownOnOf(args),
        )
        const rows = applyFilter(filings, filter, ({ filed }) => filed)
        return { value: rows.map((filing) => rowOf(filing, cik)), provenance: provenanceOf(rows) }
      },
    },
  },
}

function formsBounds(forms: unknown): void {
  if (forms == null) return
  const { length } = forms as readonly string[]
  if (length >= 1 && length <= formsMax) return
  throw new FiqError('BAD_INPUT', `forms must be a list of 1 to ${formsMax} items.`, {
    facts: ['Argument: forms', `Given: ${length} items`],
  })
}

function rowOf(filing: Submission, cik: string) {
  const { form, items, filed, reportDate, accession, document, description } = filing
  return {
    form,
    items: items === '' ? [] : items.split(','),
    filedAt: filed,
    reportDate,
    accessionNumber: accession,
    description: description === '' ? null : description,
    url: filingUrl(cik, accession, document),
  }
}
