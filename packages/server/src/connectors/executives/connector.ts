import type { EntityRecord } from '../../schema/entity.ts'
import { applyFilter, defaultFilter } from '../array-filter.ts'
import type { Connector } from '../connector.ts'
import { filerCik, filingsOf, submissionsUpstream } from '../filings/filing-list.ts'
import {
  type FiledForm,
  isOwnershipForm,
  ownershipForms,
} from '../insider-trades/ownership-forms.ts'

/** Forms read for one list: everyone's latest is among them, as officers file each quarter. */
const formsReadMax = 40
/** Who has filed nothing for so long may have left. */
const yearsBackMax = 2

/** Officers and directors, as their own forms 3, 4 and 5 name them. */
export const executives: Connector = {
  area: 'executives',
  category: 'market',
  upstreams: [submissionsUpstream],
  sdl: /* GraphQL */ `
    extend type Entity {
      """
      Officers, then directors, as the newest ${formsReadMax} forms 3, 4 and 5 of the last
      ${yearsBackMax} years name them. Who has not filed in that time is missing; who has left
      since the last form is still listed.
      """
      executives: [Executive!]
    }

    "An officer or director, as the latest form states it."
    type Executive {
      "Last name first, as filed."
      name: String!
      "Title of an officer; null for a director who is none."
      title: String
      "SEC identifier of the person, ten digits."
      cik: String!
      "Whether the person is an officer."
      isOfficer: Boolean!
      "Whether the person is a director."
      isDirector: Boolean!
      "Day of the filing that says so, ISO 8601."
      reportedAt: String!
      "Shares of the first class reported in that filing, held after the last transaction."
      sharesOwned: Float
      "Address of the filing in readable form."
      url: String!
    }
  `,
  fields: {
    'Entity.executives': {
      rate: { credits: 2 },
      async resolve(parent, _args, context) {
        const cik = filerCik(parent as EntityRecord)
        const since = new Date(context.now())
        since.setUTCFullYear(since.getUTCFullYear() - yearsBackMax)
        const range = {
          ...defaultFilter,
          limit: formsReadMax,
          since: since.toISOString().slice(0, 10),
        }
        const { filings, provenance } = await filingsOf(cik, isOwnershipForm, range, context)
        const newest = applyFilter(filings, range, ({ filed }) => filed)
        const forms = await ownershipForms(cik, newest, context)
        return { value: executivesOf(forms), provenance: [provenance] }
      },
    },
  },
}

/** The newest form of each person decides. */
function executivesOf(newestFirst: readonly FiledForm[]) {
  const known = new Map<string, ReturnType<typeof rowsOf>[number]>()
  for (const row of newestFirst.flatMap(rowsOf)) if (!known.has(row.cik)) known.set(row.cik, row)
  return [...known.values()]
    .filter(({ isOfficer, isDirector }) => isOfficer || isDirector)
    .sort((a, b) => Number(b.isOfficer) - Number(a.isOfficer) || (a.name < b.name ? -1 : 1))
}

function rowsOf({ filing, url, form: { owners, transactions } }: FiledForm) {
  const last = transactions.findLast(({ isDerivative }) => !isDerivative)
  return owners.map(({ cik, name, isOfficer, isDirector, officerTitle }) => ({
    name,
    title: officerTitle,
    cik,
    isOfficer,
    isDirector,
    reportedAt: filing.filed,
    sharesOwned: last?.isDirect ? last.sharesAfter : null,
    url,
  }))
}
