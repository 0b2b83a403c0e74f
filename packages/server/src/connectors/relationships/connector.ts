import type { Connector, ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { filerCik, submissionsUpstream } from '../../sources/edgar/filing-list.ts'
import { latestOfficers } from '../../sources/edgar/latest-officers.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { everySource } from '../../sources/every-source.ts'
import { listField } from '../../sources/list-field.ts'
import type { Source } from '../../sources/sourced.ts'
import { secHosts, secLicence } from '../../upstreams/sec.ts'
import { gleif, legalEntityRelations } from './gleif.ts'
import { owners, type Relationship, subsidiaries } from './related-by-filings.ts'

const documents: Upstream = {
  id: 'sec-relationships',
  name: 'SEC EDGAR: exhibit 21, schedules 13D and 13G, forms 3 to 5',
  hosts: secHosts,
  url: 'https://www.sec.gov/search-filings',
  licence: { class: 'public', text: secLicence },
  delay: 'as filed: subsidiaries once a year, owners and officers within days',
}

/** Owners, subsidiaries, officers and directors of an entity. */
export const relationships: Connector = {
  area: 'relationships',
  category: 'regulatory',
  upstreams: [documents, submissionsUpstream, gleif],
  sdl: /* GraphQL */ `
    extend type Entity {
      """
      Companies and people related to the entity: subsidiaries from exhibit 21 of the newest annual
      report; owners of more than five percent from schedules 13D and 13G in XML, since December 2024;
      officers and directors from forms 3 to 5; parent and subsidiaries from GLEIF, found by the exact
      name. Sorted by date, newest first, then by kind and name. If a source fails, the answer has the
      others and a warning; it is null if all fail. Two sources can list the same company.
      """
      relationships(
        "Returns only these kinds. Without it, all kinds."
        kinds: [RelationshipKind!]
        filter: ArrayFilterInput
      ): [Relationship!]
    }

    "What the other party is to the entity."
    enum RelationshipKind {
      PARENT
      SUBSIDIARY
      OWNER
      OFFICER
      DIRECTOR
    }

    "A relationship of an entity to another company or a person."
    type Relationship {
      "What the other party is to the entity."
      kind: RelationshipKind!
      "Name of the other party as filed. People have the last name first."
      name: String!
      "SEC filer identifier (CIK) of the other party, ten digits. Null if the filing does not state it."
      cik: String
      "Legal entity identifier (LEI) of the other party, twenty characters. Null if the record does not state it."
      lei: String
      "Jurisdiction of a parent or subsidiary, form type of an owner, or title of an officer. Null if not stated."
      detail: String
      "Percent of the class of shares that an owner holds, 0 to 100. Null for other kinds."
      percent: Float
      "Number of shares that an owner, officer or director holds, as filed. Null if not stated."
      shares: Float
      "Filing date, or date of the GLEIF record, ISO 8601."
      date: String!
      "URL of the filing or record."
      url: String!
    }
  `,
  fields: {
    'Entity.relationships': listField({
      credits: 1,
      load: (parent, args, _filter, context) =>
        loadRelationships(parent as EntityRecord, args['kinds'] as readonly Kind[] | null, context),
      dateOf: ({ date }) => date,
    }),
  },
}

type Kind = Relationship['kind']

/** A source of some kinds of relationships. */
type Part = Source<Relationship[]> & { kinds: readonly Kind[] }

/** Loads all sources of the requested kinds concurrently. */
async function loadRelationships(
  entity: EntityRecord,
  kinds: readonly Kind[] | null | undefined,
  context: ConnectorContext,
): Promise<Sourced<Relationship[]>> {
  const cik = filerCik(entity)
  const filed = (part: string): Upstream => ({ ...documents, name: `SEC EDGAR, ${part}` })
  const parts: readonly Part[] = [
    {
      kinds: ['SUBSIDIARY'],
      upstream: filed('exhibit 21'),
      load: () => subsidiaries(cik, context),
    },
    {
      kinds: ['PARENT', 'SUBSIDIARY'],
      upstream: gleif,
      load: () => legalEntityRelations(entity.name, context),
    },
    {
      kinds: ['OWNER'],
      upstream: filed('schedules 13D and 13G'),
      load: () => owners(cik, context),
    },
    {
      kinds: ['OFFICER', 'DIRECTOR'],
      upstream: filed('forms 3 to 5'),
      load: () => officers(cik, context),
    },
  ]
  const chosen = parts.filter((part) => !kinds || part.kinds.some((kind) => kinds.includes(kind)))
  const found = await everySource('relationships', chosen, context)
  const value = found.value
    .filter(({ kind }) => !kinds || kinds.includes(kind))
    .sort((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1))
  const provenance = new Map(found.provenance.map((each) => [each.sourceUrl, each]))
  return { ...found, value, provenance: [...provenance.values()] }
}

/** The kind of an officer is OFFICER, that of any other insider DIRECTOR. */
async function officers(cik: string, context: ConnectorContext): Promise<Sourced<Relationship[]>> {
  const { people, provenance } = await latestOfficers(cik, context)
  const value = people.map(
    ({ name, cik: person, isOfficer, title, sharesOwned, reportedAt, url }) => ({
      kind: isOfficer ? ('OFFICER' as const) : ('DIRECTOR' as const),
      name,
      cik: person,
      lei: null,
      detail: title,
      percent: null,
      shares: sharesOwned,
      date: reportedAt,
      url,
    }),
  )
  return { value, provenance }
}
