import { FiqError } from '@fiq/shared/errors'
import { plainCompanyName } from '../../names/company-name.ts'
import { boundsOf } from '../../sources/bounds.ts'
import { companyOf } from '../../sources/company-of.ts'
import type { Connector, ConnectorContext } from '../../sources/connector.ts'
import { listField } from '../../sources/list-field.ts'
import { firstSource } from '../../sources/sourced.ts'
import { type CommitteeFilter, cycleEnd, passes } from './committee-record.ts'
import { fecBulk, loadFromBulk } from './fec-bulk.ts'
import { loadFromOpenFec, openFec } from './open-fec.ts'

/** Campaign committees and their receipts, by name; for a company, its own committees. */
export const campaignFinance: Connector = {
  area: 'campaign-finance',
  category: 'regulatory',
  upstreams: [openFec, fecBulk],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Campaign committees by the name of a candidate, committee or sponsor, newest cycle first. Every
      word of the name must begin a word of the record's.
      """
      campaignFinance(
        name: String!
        filter: CampaignFinanceFilterInput = {}
      ): [CampaignFinanceRecord!]
    }

    extend type Regulatory {
      "Committees that carry the company's name, newest cycle first: its political action committees."
      campaignFinance(filter: CampaignFinanceFilterInput = {}): [CampaignFinanceRecord!]
    }

    "ArrayFilterInput and the dimensions of a committee. A record that does not state one is left out."
    input CampaignFinanceFilterInput {
      "Most items returned, 1 to 500."
      limit: Int = 20
      "Items skipped after sorting."
      offset: Int = 0
      "ASC or DESC over the cycle; DESC is newest first."
      sort: String = "DESC"
      "Inclusive lower bound on the last day of the cycle, ISO 8601 date or date-time."
      since: String
      "Inclusive upper bound on the last day of the cycle, ISO 8601 date or date-time."
      until: String
      "Two-year election cycle, an even year."
      cycle: Int
      "Party, as the FEC abbreviates it (DEM, REP, LIB) or in full."
      party: String
      "State, two letters."
      state: String
      "Lowest total receipts, USD."
      minRaised: Float
      "Committee type, one letter of the FEC: H House, S Senate, P President, Q and N PACs, O super PACs, X and Y parties."
      committeeType: String
    }

    "One committee in one election cycle."
    type CampaignFinanceRecord {
      "Name of the committee as registered; of the candidate where the source has no committee."
      committeeName: String!
      "Two-year election cycle, an even year."
      cycle: Int
      "Party, where the committee has one."
      party: String
      "State, two letters."
      state: String
      "Total receipts in the cycle, USD."
      totalRaised: Float
      "The FEC's number of the committee, e.g. C00577130."
      committeeId: String
      "Committee type, one letter of the FEC."
      committeeType: String
      "The candidate the committee is of, family name first."
      candidateName: String
      "Last day the figures cover."
      coverageEnd: String
    }
  `,
  fields: {
    'Query.campaignFinance': listField({
      credits: 2,
      bounds: (args) => {
        boundsOf('campaignFinance')(args)
        evenCycle(args)
      },
      load: (_parent, args, _filter, context) => load(String(args['name']), args, context),
      dateOf: cycleEnd,
    }),
    'Regulatory.campaignFinance': listField({
      credits: 2,
      bounds: evenCycle,
      load: (parent, args, _filter, context) =>
        load(plainCompanyName(companyOf(parent).name), args, context),
      dateOf: cycleEnd,
    }),
  },
}

async function load(
  name: string,
  args: Readonly<Record<string, unknown>>,
  context: ConnectorContext,
) {
  const filter = (args['filter'] ?? {}) as CommitteeFilter
  const { value, provenance } = await firstSource('campaign finance', [
    async () => (context.enabled(openFec) ? loadFromOpenFec(name, filter, context) : undefined),
    async () => (context.enabled(fecBulk) ? loadFromBulk(name, filter, context) : undefined),
  ])
  const rows = value.filter((record) => passes(record, filter))
  // Within a cycle, the largest first.
  rows.sort((a, b) => (b.totalRaised ?? 0) - (a.totalRaised ?? 0))
  return { value: rows, provenance }
}

function evenCycle(args: Readonly<Record<string, unknown>>): void {
  const { cycle } = (args['filter'] ?? {}) as CommitteeFilter
  if (cycle == null || (cycle % 2 === 0 && cycle >= 1976 && cycle <= 2100)) return
  throw new FiqError('BAD_INPUT', 'filter.cycle must be an even year from 1976 to 2100.', {
    facts: ['Argument: filter.cycle', `Given: ${cycle}`],
  })
}
