import type { Connector } from '../../sources/connector.ts'
import { filerCik, submissionsUpstream } from '../../sources/edgar/filing-list.ts'
import { formsReadMax, latestOfficers, yearsBackMax } from '../../sources/edgar/latest-officers.ts'
import type { EntityRecord } from '../../sources/entity.ts'

/** Officers and directors, from their own forms 3, 4 and 5. */
export const executives: Connector = {
  area: 'executives',
  category: 'market',
  upstreams: [submissionsUpstream],
  sdl: /* GraphQL */ `
    extend type Entity {
      """
      Officers, then directors, from their newest forms 3, 4 and 5. The server reads the newest
      ${formsReadMax} forms of the last ${yearsBackMax} years. A person without one of these forms is
      missing. A person who left after the last form is still listed.
      """
      executives: [Executive!]
    }

    "An officer or director, as the newest form of the person states it."
    type Executive {
      "Last name first, as filed."
      name: String!
      "Title of an officer. Null for a director who is not an officer."
      title: String
      "SEC filer identifier (CIK) of the person, ten digits."
      cik: String!
      "Whether the person is an officer."
      isOfficer: Boolean!
      "Whether the person is a director."
      isDirector: Boolean!
      "Filing date of the form, ISO 8601."
      reportedAt: String!
      "Shares of the first class traded in the form, held directly after its last transaction. Null if none is held directly."
      sharesOwned: Float
      "URL of the form as a web page."
      url: String!
    }
  `,
  fields: {
    'Entity.executives': {
      rate: { credits: 1 },
      // Few forms name more than two persons.
      rowsMax: 2 * formsReadMax,
      async resolve(parent, _args, context) {
        const cik = filerCik(parent as EntityRecord)
        const { people, provenance } = await latestOfficers(cik, context)
        return { value: people, provenance }
      },
    },
  },
}
