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
      Filings of every form with the SEC, its own and those about it, by day of filing. Newest
      first, back as far as the source reaches here.
      """
      filings(
        "Form types to keep, e.g. 8-K; 1 to ${formsMax}. An amendment is a form of its own: 8-K/A."
        forms: [String!]
        filter: ArrayFilterInput
        "Only filings up to this day, ISO 8601."
        knownOn: String
      ): [Filing!]
    }

    "One filing with the SEC."
    type Filing {
      "Form type, e.g. 8-K; amendments end in /A."
      form: String!
      "Items of a current report (8-K), e.g. 2.02; empty for other forms."
      items: [String!]!
      "Day of the filing, ISO 8601."
      filedAt: String!
      "Last day of the period or day of the event; null for forms without one."
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
        const wanted = ({ form }: Submission) => !forms || forms.includes(form)
        const { filings, provenance } = await filingsOf(
          cik,
          wanted,
          filter,
          context,
          knownOnOf(args),
        )
        const rows = applyFilter(filings, filter, ({ filed }) => filed)
        return { value: rows.map((filing) => rowOf(filing, cik)), provenance: [provenance] }
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
