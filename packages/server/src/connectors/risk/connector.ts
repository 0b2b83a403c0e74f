import type { Connector } from '../../sources/connector.ts'
import { submissionsUpstream } from '../../sources/edgar/filing-list.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { listField } from '../../sources/list-field.ts'
import { listUpstreams } from '../../sources/sanctions/load-lists.ts'
import { riskSignals } from './risk-signals.ts'
import { sanctionedEntity } from './sanctioned-entity.ts'

/** Lower than in other areas, because a longer list would repeat the filings. */
const signalsMax = 200

/** Sanctions matches by name, and risk signals derived from filings. */
export const risk: Connector = {
  area: 'risk',
  category: 'regulatory',
  upstreams: [...listUpstreams, submissionsUpstream],
  sdl: /* GraphQL */ `
    extend type Entity {
      "Signs of risk that the server derives from public records by fixed rules. They are not a judgement and not advice."
      risk: Risk
    }

    extend type Regulatory {
      """
      Organisations on the sanctions lists whose names match the name of the company, best match first.
      since and until bound the day of the list.
      """
      sanctions(filter: ArrayFilterInput): [SanctionsMatch!]
    }

    "Signs of risk in public records about the entity."
    type Risk {
      "Whether an organisation on the sanctions lists of this server has a name like that of the company."
      sanctions: EntitySanctions
      """
      Events that may be a risk, newest first: late filings, delistings, bankruptcies, changes of the
      auditor and withdrawn statements, from the SEC forms that announce them; going-concern wording in
      the newest annual report; and sanctions matches. limit is at most ${signalsMax}.
      extensions.sources lists the sources that answered.
      """
      signals(filter: ArrayFilterInput): [RiskSignal!]
    }

    "Result of screening the name of a company against the sanctions lists of this server. It does not replace compliance screening."
    type EntitySanctions {
      "Whether at least one organisation on the lists matches."
      matched: Boolean!
      "Score of the best match, 0 to 1, as in SanctionsMatch. Null without a match."
      score: Float
      "Listed name or alias that matched best, as published. Null without a match."
      matchedName: String
      "List with the best match, named as in sanctionsScreen. Null without a match."
      listName: String
      "Sanctions programs of the best match, separated by commas. Null without a match."
      program: String
      "Number of matching organisations."
      count: Int!
    }

    "An event that may be a risk, derived by rule from a public record."
    type RiskSignal {
      "Filing date, or day of the sanctions list, ISO 8601."
      date: String!
      """
      LATE_FILING, DELISTING (of the share), CLASS_REMOVAL (of matured notes, warrants, preferred
      stock, or of a class that could not be read), BANKRUPTCY, LISTING_NOTICE, AUDITOR_CHANGE,
      NON_RELIANCE, GOING_CONCERN or SANCTIONS_MATCH.
      """
      kind: String!
      "Description of the event."
      title: String!
      "Evidence of the event: the form and item, the wording, or the list."
      reason: String!
      "URL of the record."
      url: String!
      "SEC accession number. Null if the record is not a filing."
      accessionNumber: String
    }
  `,
  fields: {
    'Entity.risk': {
      rate: { credits: 1 },
      sources: [],
      resolve: async (parent) => ({ value: parent, provenance: [] }),
    },
    'Risk.sanctions': {
      sources: listUpstreams,
      rate: { credits: 2 },
      async resolve(parent, _args, context) {
        const { value, ...origin } = await sanctionedEntity(parent as EntityRecord, context)
        const [best] = value
        return {
          value: {
            matched: best !== undefined,
            score: best?.score ?? null,
            matchedName: best?.matchedName ?? null,
            listName: best?.listName ?? null,
            program: best?.program ?? null,
            count: value.length,
          },
          ...origin,
        }
      },
    },
    'Risk.signals': listField({
      credits: 1,
      limitMax: signalsMax,
      load: (parent, _args, filter, context) =>
        riskSignals(parent as EntityRecord, filter, context),
      dateOf: ({ date }) => date,
    }),
    'Regulatory.sanctions': listField({
      sources: listUpstreams,
      credits: 2,
      load: (parent, _args, _filter, context) => sanctionedEntity(parent as EntityRecord, context),
      dateOf: ({ day }) => day,
      statedOn: () => null,
    }),
  },
}
