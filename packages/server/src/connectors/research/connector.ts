import { plainCompanyName } from '../../names/company-name.ts'
import { checkSearchText, searchTextMax } from '../../sources/bounds.ts'
import type { Connector, ConnectorContext } from '../../sources/connector.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { everySource } from '../../sources/every-source.ts'
import { listField } from '../../sources/list-field.ts'
import {
  arxiv,
  crossref,
  loadFromArxiv,
  loadFromCrossref,
  loadFromOpenAlex,
  openAlex,
} from './catalogues.ts'
import { withoutCopies } from './paper.ts'

/** Papers about an entity, or about any words, from scholarly catalogues. */
export const research: Connector = {
  area: 'research',
  category: 'market',
  upstreams: [openAlex, crossref, arxiv],
  sdl: /* GraphQL */ `
    extend type Query {
      "Papers on a subject: the most relevant of each catalogue, then sorted newest first, without duplicates. query has at most ${searchTextMax} characters."
      research(query: String!, filter: ArrayFilterInput): [ResearchPaper!]
    }

    extend type Entity {
      "Papers that contain the trade name of the entity, newest first, without duplicates."
      research(filter: ArrayFilterInput): [ResearchPaper!]
    }

    "A paper or preprint."
    type ResearchPaper {
      "Title of the paper."
      title: String!
      "Names of the authors, in the order of the paper."
      authors: [String!]!
      "Day of publication, ISO 8601. If only the month or year is known, its first day."
      publishedAt: String
      "Catalogue with the paper: OpenAlex, Crossref or arXiv."
      source: String!
      "Journal, series or publisher. Null if not stated."
      venue: String
      "Digital object identifier (DOI). Null if the paper has none."
      doi: String
      "Number of citations that the catalogue counted. Null if it counts none."
      citations: Int
      "URL of the paper."
      url: String!
    }
  `,
  fields: {
    'Query.research': listField({
      credits: 5,
      bounds: ({ query }) => checkSearchText('query', query),
      load: (_parent, { query }, _filter, context) => load(String(query), context),
      dateOf: ({ publishedAt }) => publishedAt,
    }),
    'Entity.research': listField({
      credits: 5,
      load: (parent, _args, _filter, context) =>
        load(plainCompanyName((parent as EntityRecord).name), context),
      dateOf: ({ publishedAt }) => publishedAt,
    }),
  },
}

async function load(text: string, context: ConnectorContext) {
  const sources = [
    { upstream: openAlex, load: () => loadFromOpenAlex(text, context) },
    { upstream: crossref, load: () => loadFromCrossref(text, context) },
    { upstream: arxiv, load: () => loadFromArxiv(text, context) },
  ]
  const found = await everySource('research', sources, context)
  return { ...found, value: withoutCopies(found.value) }
}
