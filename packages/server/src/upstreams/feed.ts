import { refuse } from './checked-answer.ts'
import { instantTextOf } from './instant-text.ts'
import { childrenOf, elementAt, textAt, type XmlElement, xmlRoot } from './xml.ts'

/** An item of a feed, RSS or Atom. */
export type FeedItem = {
  title: string
  /** Absolute `http(s)` address; `null` if the item has none. */
  url: string | null
  /** ISO 8601 date-time; `null` if the feed states no readable time. */
  publishedAt: string | null
  /** Publisher, if the item names one (`source` of Google News, `author` of Atom). */
  source: string | null
  /** The element itself, for fields of a single feed. */
  element: XmlElement
}

/** Most items of one feed. */
const itemsMax = 2_000

/**
 * The items of an RSS 2.0, RSS 1.0 or Atom feed, in its order.
 *
 * @throws FiqError `UPSTREAM_CHANGED` for any other document
 */
export function feedItems(text: string, url: URL): FeedItem[] {
  const root = xmlRoot(text)
  if (root?.name === 'feed') return childrenOf(root, 'entry').slice(0, itemsMax).map(itemOf)
  const channel = root && elementAt(root, 'channel')
  if (!root || !channel) return refuse(url, 'no feed')
  const holder = root.name === 'RDF' ? root : channel
  return childrenOf(holder, 'item').slice(0, itemsMax).map(itemOf)
}

function itemOf(element: XmlElement): FeedItem {
  const time =
    textAt(element, 'pubDate') ??
    textAt(element, 'published') ??
    textAt(element, 'updated') ??
    textAt(element, 'date')
  return {
    title: plain(textAt(element, 'title') ?? ''),
    url: httpAddress(linkOf(element)),
    publishedAt: instantTextOf(time),
    source: textAt(element, 'source') ?? textAt(element, 'author', 'name'),
    element,
  }
}

/** RSS writes the address as text, Atom as an attribute, of several links the alternate one. */
function linkOf(element: XmlElement): string | null {
  const links = childrenOf(element, 'link')
  const alternate = links.find(
    ({ attributes }) => (attributes['rel'] ?? 'alternate') === 'alternate',
  )
  return alternate?.text || alternate?.attributes['href'] || textAt(element, 'guid')
}

function httpAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null
  const { protocol, href } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

/** Titles are plain text: tags go, white space is one space. */
function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
