import { refuseArgument } from '@fiq/shared/errors'
import { plainCompanyName } from '../../names/company-name.ts'
import { arrayFilterOf } from '../../sources/array-filter.ts'
import { checkSearchText, searchTextMax } from '../../sources/bounds.ts'
import type { Connector, ConnectorContext, Sourced } from '../../sources/connector.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { everySource } from '../../sources/every-source.ts'
import { listField } from '../../sources/list-field.ts'
import type { Source } from '../../sources/sourced.ts'
import { hostRules, requestsWithin } from '../../upstreams/live/host-rules.ts'
import {
  type Article,
  type NewsFilter,
  type NewsQuery,
  passes,
  withoutCopies,
  withoutPublisher,
} from './article.ts'
import { feeds, loadFeed } from './feeds.ts'
import { gdelt, loadFromGdelt } from './gdelt.ts'
import { vendors } from './vendors.ts'

const termsMax = 20
/** Maximum fields of news in one query, because GDELT allows one request in five seconds. */
const newsMax = requestsWithin(hostRules[gdelt.hosts[0]!]!)

/**
 * Headlines about an entity, or about any words: title, time, publisher and address, never the
 * text.
 */
export const news: Connector = {
  area: 'news',
  category: 'market',
  upstreams: [
    gdelt,
    ...feeds.map(({ upstream }) => upstream),
    ...vendors.map(({ upstream }) => upstream),
  ],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Headlines that contain a phrase, newest first, without duplicates. query has at most
      ${searchTextMax} characters. With live sources, one operation can have news of at most
      ${newsMax} phrases and entities.
      """
      news(query: String!, filter: NewsFilterInput = {}): [NewsArticle!]
    }

    extend type Entity {
      """
      Headlines that contain the trade name of the entity, newest first, without duplicates. With live
      sources, one operation can have news of at most ${newsMax} phrases and entities.
      """
      news(filter: NewsFilterInput = {}): [NewsArticle!]
    }

    "Bounds, order and page by time of publication, and conditions on the articles. All conditions must hold."
    input NewsFilterInput {
      "Maximum number of items, 1 to 500."
      limit: Int = 20
      "Number of items to skip after sorting."
      offset: Int = 0
      "Order by time of publication: DESC is newest first, ASC is oldest first."
      sort: String = "DESC"
      "Earliest time of publication, inclusive. ISO 8601 date or date-time."
      since: String
      "Latest time of publication, inclusive. ISO 8601 date or date-time."
      until: String
      "Publishers, by part of their name or domain; any of them. At most ${termsMax}."
      sources: [String!]
      "Keeps titles that contain at least one of these words. At most ${termsMax}."
      keywords: [String!]
      "Language, ISO 639-1, e.g. en."
      language: String
    }

    "A headline and the URL of its article. The publisher keeps the copyright."
    type NewsArticle {
      "Headline as published."
      title: String!
      "Time of publication, ISO 8601; or the time at which the source found the article, if it states only that."
      date: String!
      "Name or domain of the publisher."
      source: String!
      "URL of the article."
      url: String!
      "Language of the article, ISO 639-1. Null if the source does not state it."
      language: String
    }
  `,
  fields: {
    'Query.news': listField({
      credits: 1,
      pacedBy: gdelt,
      // The vendors search only by ticker.
      sources: [gdelt, ...feeds.map(({ upstream }) => upstream)],
      bounds: (args) => {
        checkSearchText('query', args['query'])
        checkDimensions(args)
      },
      load: (_parent, args, _filter, context) =>
        load({ text: String(args['query']), filter: filterOf(args) }, context),
      dateOf: ({ date }) => date,
    }),
    'Entity.news': listField({
      credits: 1,
      pacedBy: gdelt,
      bounds: checkDimensions,
      load: (parent, args, _filter, context) => {
        const { name, ticker } = parent as EntityRecord
        return load({ text: plainCompanyName(name), ticker, filter: filterOf(args) }, context)
      },
      dateOf: ({ date }) => date,
    }),
  },
}

async function load(query: NewsQuery, context: ConnectorContext): Promise<Sourced<Article[]>> {
  const { ticker, filter } = query
  const sources: Source<readonly Article[]>[] = [
    { upstream: gdelt, load: () => loadFromGdelt(query, context) },
    ...feeds.map((feed) => ({
      upstream: feed.upstream,
      load: () => loadFeed(feed, query, context),
    })),
    ...vendors.map(({ upstream, covers, load }) => ({
      upstream,
      load: async () =>
        ticker !== undefined && covers(ticker) ? load(ticker, query, context) : undefined,
    })),
  ]
  const found = await everySource('news', sources, context)
  const value = withoutCopies(
    found.value.map(withoutPublisher).filter((each) => passes(each, filter)),
  )
  return { ...found, value }
}

function filterOf(args: Readonly<Record<string, unknown>>): NewsFilter {
  const { sources, keywords, language } = (args['filter'] ?? {}) as NewsFilter
  return { ...arrayFilterOf(args['filter']), sources, keywords, language } as NewsFilter
}

function checkDimensions(args: Readonly<Record<string, unknown>>): void {
  const { sources, keywords, language } = (args['filter'] ?? {}) as NewsFilter
  for (const [name, terms] of [
    ['sources', sources],
    ['keywords', keywords],
  ] as const) {
    if ((terms?.length ?? 0) > termsMax)
      refuseArgument(`filter.${name}`, `at most ${termsMax} items`, terms!.length)
    for (const term of terms ?? []) checkSearchText(`filter.${name}`, term)
  }
  if (language != null && !/^[a-z]{2}$/i.test(language))
    refuseArgument('filter.language', 'an ISO 639-1 code of two letters', language)
}
