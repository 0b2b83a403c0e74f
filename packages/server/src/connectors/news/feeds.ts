import { hasWords } from '../../names/fold-text.ts'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { feedItems } from '../../upstreams/feed.ts'
import { secLicence } from '../../upstreams/sec.ts'
import type { Article, NewsQuery } from './article.ts'

/** A feed and its address, which contains the words if the feed is a search. */
export type Feed = { upstream: Upstream; url(query: NewsQuery): URL; isSearched: boolean }

const government = (id: string, name: string, host: string, path: string): Feed => ({
  isSearched: false,
  url: () => new URL(`https://${host}${path}`),
  upstream: {
    id,
    name,
    hosts: [host],
    url: `https://${host}`,
    licence: { class: 'public', text: secLicence },
    delay: 'as published; the feed holds the newest',
  },
})

const googleNews: Feed = {
  isSearched: true,
  url: ({ text, filter }) => {
    const language = (filter.language ?? 'en').toLowerCase().slice(0, 2)
    const url = new URL('https://news.google.com/rss/search')
    url.searchParams.set('q', `"${text.replaceAll('"', ' ')}"`)
    url.searchParams.set('hl', language)
    return url
  },
  upstream: {
    id: 'google-news',
    name: 'Google News feed',
    hosts: ['news.google.com'],
    url: 'https://news.google.com',
    licence: { class: 'restricted', text: 'Google terms: personal, non-commercial use' },
    delay: 'minutes',
  },
}

/** Feeds of regulators, and one of the press, which the operator can switch on. */
export const feeds: readonly Feed[] = [
  government('sec-press', 'SEC press releases', 'www.sec.gov', '/news/pressreleases.rss'),
  government(
    'fed-press',
    'Federal Reserve press releases',
    'www.federalreserve.gov',
    '/feeds/press_all.xml',
  ),
  googleNews,
]

/**
 * Items of a feed that match the query.
 *
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadFeed(
  { upstream, url: addressOf, isSearched }: Feed,
  query: NewsQuery,
  context: ConnectorContext,
): Promise<Sourced<readonly Article[]>> {
  const url = addressOf(query)
  const { body, answer } = await context.text({ url, expects: 'xml' })
  const items = feedItems(body, url)
  const language = isSearched ? (query.filter.language?.toLowerCase() ?? 'en') : 'en'
  const value = items.flatMap((item) => {
    if (item.url === null || item.publishedAt === null || item.title === '') return []
    if (!isSearched && !hasWords(item.title, query.text)) return []
    const source = item.source ?? upstream.name.replace(/ press releases$/, '')
    const { title, publishedAt: date, url: link } = item
    return [{ title, date, source, url: link, language }]
  })
  const asOf = items[0]?.publishedAt ?? answer.asOf
  return { value, provenance: [provenanceOf(upstream, answer, { asOf })] }
}
