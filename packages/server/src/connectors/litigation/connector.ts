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
      Federal court cases with a party of the company's name (at most 40, where the operator has a
      CourtListener token), and the newest litigation releases of the SEC that name it. By day of
      filing or release, newest first.
      """
      litigation(filter: ArrayFilterInput): [LitigationCase!]
    }

    "A case in court, or a litigation release."
    type LitigationCase {
      "Caption of the case, or title of the release."
      caseName: String!
      "Court."
      court: String
      "Day of filing, or of the release."
      dateFiled: String
      "Day the case ended; null while it is open and for releases."
      dateTerminated: String
      "Docket number, or number of the release."
      docketNumber: String
      "Cause of action."
      cause: String
      "Parties, as the court lists them."
      parties: [String!]!
      "Address of the docket or release."
      url: String
      "CourtListener or SEC."
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
