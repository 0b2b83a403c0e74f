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
      "Signs of risk in public records, derived by rule. Not a judgement and not advice."
      risk: Risk
    }

    extend type Regulatory {
      """
      Organisations of the sanctions lists that the company's name may mean, best first. since and until
      bound the day of the list.
      """
      sanctions(filter: ArrayFilterInput): [SanctionsMatch!]
    }

    "Signs of risk in public records."
    type Risk {
      "Whether a sanctions list held here has an organisation of the company's name."
      sanctions: EntitySanctions
      """
      Late filings, delistings, bankruptcy, auditor changes and withdrawn statements by the forms
      that announce them, going-concern wording of the newest annual report, sanctions matches; by
      day, newest first, at most ${signalsMax} at once. extensions.sources names what answered.
      """
      signals(filter: ArrayFilterInput): [RiskSignal!]
    }

    "A company's name screened against the sanctions list. A convenience, not compliance screening."
    type EntitySanctions {
      "Whether any organisation on the list has a similar enough name."
      matched: Boolean!
      "Score of the best match, 0 to 1; null without one."
      score: Float
      "The listed name or alias that matched best, as published."
      matchedName: String
      "List the entry is on, as in sanctionsScreen."
      listName: String
      "Sanctions programs of the best match, joined by a comma."
      program: String
      "Number of matching organisations."
      count: Int!
    }

    "An event that may be a risk, derived by rule from a public record."
    type RiskSignal {
      "Day of the filing or of the list, ISO 8601."
      date: String!
      """
      LATE_FILING, DELISTING (of the share), CLASS_REMOVAL (of matured notes, warrants, preferred
      stock, or of a class that could not be read), BANKRUPTCY, LISTING_NOTICE, AUDITOR_CHANGE,
      NON_RELIANCE, GOING_CONCERN or SANCTIONS_MATCH.
      """
      kind: String!
      "Description of the event."
      title: String!
      "The form and item, wording or list that the event is derived from."
      reason: String!
      "Address of the record."
      url: String!
      "SEC accession number; null if the record is not a filing."
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
    }),
  },
}
