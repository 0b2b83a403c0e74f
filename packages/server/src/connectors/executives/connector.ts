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
      Officers, then directors, as the newest ${formsReadMax} forms 3, 4 and 5 of the last
      ${yearsBackMax} years name them. A person without a form in that time is missing; one who left
      since the last form is still listed.
      """
      executives: [Executive!]
    }

    "An officer or director, as the latest form states it."
    type Executive {
      "Last name first, as filed."
      name: String!
      "Title of an officer; null for a director who is not an officer."
      title: String
      "SEC identifier of the person, ten digits."
      cik: String!
      "Whether the person is an officer."
      isOfficer: Boolean!
      "Whether the person is a director."
      isDirector: Boolean!
      "Day of the filing, ISO 8601."
      reportedAt: String!
      "Shares of the first class reported in that filing, held after the last transaction."
      sharesOwned: Float
      "Address of the filing in readable form."
      url: String!
    }
  `,
  fields: {
    'Entity.executives': {
      rate: { credits: 1 },
      async resolve(parent, _args, context) {
        const cik = filerCik(parent as EntityRecord)
        const { people, provenance } = await latestOfficers(cik, context)
        return { value: people, provenance: [provenance] }
      },
    },
  },
}
