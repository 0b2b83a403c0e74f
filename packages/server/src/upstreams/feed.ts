import { refuse } from './checked-answer.ts'
import { instantTextOf } from './instant-text.ts'
import { childrenOf, elementAt, textAt, type XmlElement, xmlRoot } from './xml.ts'

/** An item of an RSS or Atom feed. */
export type FeedItem = {
  title: string
  /** Absolute `http(s)` address; `null` if the item has none. */
  url: string | null
  /** ISO 8601 date-time; `null` if the feed states no readable time. */
  publishedAt: string | null
  /** Publisher, if the item names one (`source` of Google News, `author` of Atom). */
  source: string | null
  /** The XML element, for fields that only one feed has. */
  element: XmlElement
}

/** Maximum items of one feed. */
const itemsMax = 2_000
/** Minimum items that show whether a feed has changed. */
const wholeOf = 3

/**
 * The items of an RSS 2.0, RSS 1.0 or Atom feed, in its order.
 *
 * @throws FiqError `UPSTREAM_CHANGED` for any other document
 */
export function feedItems(text: string, url: URL): FeedItem[] {
  const root = xmlRoot(text)
  const channel = root && elementAt(root, 'channel')
  const holder = root?.name === 'feed' || root?.name === 'RDF' ? root : channel
  if (!root || !holder || (root.name === 'RDF' && !channel)) return refuse(url, 'no feed')
  const elements = childrenOf(holder, root.name === 'feed' ? 'entry' : 'item')
  const items = elements.slice(0, itemsMax).map(itemOf)
  const whole = items.filter((item) => item.title && item.url && item.publishedAt)
  // Readers omit items that are not whole.
  if (items.length >= wholeOf && 2 * whole.length < items.length)
    refuse(url, 'a feed whose items have no title, address or time')
  return items
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

/**
 * The address of an item: a text in RSS, an attribute in Atom, where several links may exist and
 * the alternate one counts.
 */
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

/** Plain text of a title: without tags, white space as single spaces. */
function plain(text: string): string {
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
