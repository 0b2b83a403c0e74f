import { plainCompanyName } from '../../names/company-name.ts'
import { companyOf } from '../../sources/company-of.ts'
import type { Connector } from '../../sources/connector.ts'
import { everySource } from '../../sources/every-source.ts'
import { listField } from '../../sources/list-field.ts'
import { courtListener, loadCases } from './court-listener.ts'
import { loadReleases, secReleases } from './sec-releases.ts'

/** Federal court cases of a company, and litigation releases of the SEC that name it. */
export const litigation: Connector = {
  area: 'litigation',
  category: 'regulatory',
  upstreams: [courtListener, secReleases],
  sdl: /* GraphQL */ `
    extend type Entity {
      """
      US federal court cases with a party that has the name of the company (at most 40, only if the
      operator has a CourtListener token), and the newest litigation releases of the SEC that name the
      company. Sorted by day of filing or release, newest first.
      """
      litigation(filter: ArrayFilterInput): [LitigationCase!]
    }

    "A case in a federal court, or a litigation release of the SEC."
    type LitigationCase {
      "Caption of the case, or title of the release."
      caseName: String!
      "Court of the case. Null for releases."
      court: String
      "Day on which the case was filed, or day of the release, ISO 8601."
      dateFiled: String
      "Day on which the case ended, ISO 8601. Null for open cases and for releases."
      dateTerminated: String
      "Docket number of the case, or number of the release. Null if not stated."
      docketNumber: String
      "Cause of action. Null if the court states none, and for releases."
      cause: String
      "Names of the parties, as the court lists them."
      parties: [String!]!
      "URL of the docket or release."
      url: String
      "Source of the row: CourtListener or SEC."
      source: String!
    }
  `,
  fields: {
    'Entity.litigation': listField({
      credits: 1,
      load: (parent, _args, filter, context) => {
        const company = plainCompanyName(companyOf(parent).name)
        const sources = [
          { upstream: courtListener, load: () => loadCases(company, filter, context) },
          { upstream: secReleases, load: () => loadReleases(company, context) },
        ]
        return everySource('litigation', sources, context)
      },
      dateOf: ({ dateFiled }) => dateFiled,
    }),
  },
}
