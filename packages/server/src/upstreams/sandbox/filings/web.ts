import { escaped } from '../market/escaped.ts'
import { companies } from '../market/instruments.ts'
import { back, dayOf, iso, times } from '../market/newest-first.ts'
import { hashText, mix, uniform } from '../market/random.ts'
import { type Answer, at, type Route } from '../market/route.ts'
import { dayMs } from '../market/sessions.ts'

/** Hosts of news, forums, prediction markets and papers. Every title states that it is invented. */
export function webRoutes(): Readonly<Record<string, Route>> {
  return {
    'api.gdeltproject.org': at('/api/v2/doc/doc', gdeltArticles),
    'www.federalreserve.gov': at('/feeds/press_all.xml', (_, now) => pressFeed('Fed', now)),
    'news.google.com': at('/rss/search', googleNews),
    'finance.yahoo.com': yahooNews,
    'oauth.reddit.com': redditListing,
    'hn.algolia.com': at('/api/v1/search_by_date', hackerNews),
    'gamma-api.polymarket.com': at('/events', polymarketEvents),
    'api.elections.kalshi.com': at('/trade-api/v2/events', kalshiEvents),
    'api.manifold.markets': at('/v0/search-markets', manifoldMarkets),
    'api.openalex.org': at('/works', openAlexWorks),
    'api.crossref.org': at('/works', crossrefWorks),
    'export.arxiv.org': at('/api/query', arxivFeed),
  }
}

/** `/news/pressreleases.rss` of www.sec.gov, and the feed of the Federal Reserve. */
export function pressFeed(publisher: 'SEC' | 'Fed', now: number): string {
  const host = publisher === 'SEC' ? 'www.sec.gov' : 'www.federalreserve.gov'
  const subjects = publisher === 'SEC' ? largest().map(({ name }) => name) : ['interest rates']
  const items = subjects.map((subject, index) => {
    const time = new Date(back(index, 3, now)).toUTCString()
    return `<item><title>Sandbox: an invented release of the ${publisher} on ${escaped(subject)}</title><link>https://${host}/sandbox/${index}</link><pubDate>${time}</pubDate></item>`
  })
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${publisher}</title>${items.join('')}</channel></rss>`
}

/** Number of companies in feeds and markets: the largest ones. */
const companiesMax = 40
const largest = () => companies().slice(0, companiesMax)
const word = (text: string) => text.replace(/["]|all:| sourcelang:.*$/g, '').trim()

const gdeltArticles: Answer = (url, now) => {
  const subject = word(url.searchParams.get('query') ?? '')
  const articles = times(40, (index) => ({
    url: `https://news.example/${hashText(subject)}/${index}`,
    title: `Sandbox: invented headline ${index + 1} about ${subject}`,
    seendate: iso(back(index, 1, now)).replace(/[-:]|\.\d+/g, ''),
    domain: 'news.example',
    language: 'English',
    sourcecountry: 'United States',
  }))
  return { articles }
}

const googleNews: Answer = (url, now) => {
  const subject = escaped(word(url.searchParams.get('q') ?? ''))
  const items = times(
    10,
    (index) =>
      `<item><title>Sandbox: invented report ${index + 1} on ${subject}</title><link>https://news.example/g/${hashText(subject)}/${index}</link><pubDate>${new Date(back(index, 2, now)).toUTCString()}</pubDate><source url="https://news.example">news.example</source></item>`,
  )
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Sandbox</title>${items.join('')}</channel></rss>`
}

const yahooNews: Route = ({ url, body = '' }, now) => {
  const symbol = /"s":\["([^"]+)"/.exec(body)?.[1] ?? url.pathname
  const stream = times(8, (index) => ({
    content: {
      title: `Sandbox: invented note ${index + 1} on ${symbol}`,
      pubDate: iso(back(index, 3, now)),
      provider: { displayName: 'news.example' },
      canonicalUrl: { url: `https://news.example/y/${symbol}/${index}`, lang: 'en-US' },
    },
  }))
  return JSON.stringify({ data: { tickerStream: { stream } } })
}

/** `/r/FORUMS/search` has posts that match the search, `/r/FORUMS/comments` the newest comments. */
const redditListing: Route = ({ url }, now) => {
  const phrase = /"([^"]+)"/.exec(url.searchParams.get('q') ?? '')?.[1]
  const children = times(phrase === undefined ? 80 : 25, (index) => {
    const subject = phrase ?? largest()[index % companiesMax]!.symbol
    const about = `Sandbox: an invented remark on ${subject}`
    const id = `${hashText(subject)}${index}`
    return {
      data: {
        created_utc: back(index, phrase === undefined ? 0.1 : 1, now) / 1_000,
        subreddit: 'stocks',
        score: mix(hashText(about), index) % 500,
        permalink: `/r/stocks/comments/${id}/`,
        ...(phrase === undefined ? { body: about } : { title: about, num_comments: index }),
      },
    }
  })
  return JSON.stringify({ data: { children } })
}

const hackerNews: Answer = (url, now) => {
  const subject = word(url.searchParams.get('query') ?? '')
  const count = Math.min(30, Number(url.searchParams.get('hitsPerPage') ?? 20))
  const hits = times(count, (index) => ({
    objectID: String(90_000_000 + index),
    ...(index % 3 === 0
      ? { title: `Sandbox: an invented story on ${subject}`, points: index, num_comments: 1 }
      : { story_title: `Sandbox: an invented story on ${subject}`, comment_text: 'Invented.' }),
    created_at: iso(back(index, 2, now)).replace(/\.\d+/, ''),
  }))
  return { hits, nbHits: 30 }
}

/** A probability that changes from day to day. */
function chance(name: string, now: number): number {
  return Math.round((0.05 + 0.9 * uniform(hashText(name), Math.floor(now / dayMs))) * 1e3) / 1e3
}

const polymarketEvents: Answer = (_, now) =>
  largest().map(({ name, symbol }) => {
    const yes = chance(symbol, now)
    const market = {
      question: `Sandbox: will ${name} close higher this month?`,
      slug: `sandbox-${symbol.toLowerCase()}`,
      endDate: iso(now + 20 * dayMs),
      outcomes: '["Yes", "No"]',
      outcomePrices: JSON.stringify([yes.toFixed(3), (1 - yes).toFixed(3)]),
      volumeNum: mix(hashText(name), 1) % 1_000_000,
      active: true,
      closed: false,
    }
    return { title: `${name} (sandbox)`, slug: market.slug, markets: [market] }
  })

const kalshiEvents: Answer = (_, now) => ({
  cursor: '',
  events: largest().map(({ name, symbol }) => ({
    event_ticker: `SANDBOX-${symbol}`,
    title: `Sandbox: ${name} in the news?`,
    markets: [
      {
        ticker: `SANDBOX-${symbol}-Y`,
        title: `Sandbox: will ${name} be in the news?`,
        close_time: iso(now + 40 * dayMs),
        status: 'active',
        last_price: 0,
        last_price_dollars: chance(name, now).toFixed(4),
        volume: 0,
        volume_fp: `${mix(hashText(symbol), 2) % 100_000}.00`,
      },
    ],
  })),
})

const manifoldMarkets: Answer = (url, now) => {
  const subject = word(url.searchParams.get('term') ?? '')
  return times(3, (index) => ({
    id: `sandbox${index}`,
    question: `Sandbox: will question ${index + 1} on ${subject} resolve?`,
    url: `https://manifold.markets/sandbox/${index}`,
    outcomeType: 'BINARY',
    probability: chance(`${subject}${index}`, now),
    volume: mix(hashText(subject), index) % 10_000,
    closeTime: now + (index + 5) * dayMs,
    isResolved: false,
  }))
}

const openAlexWorks: Answer = (url, now) => ({
  meta: { count: 5 },
  results: times(5, (index) => ({
    id: `https://openalex.org/W9${index}`,
    display_name: `Sandbox: invented work ${index + 1} on ${url.searchParams.get('search')}`,
    doi: `https://doi.org/10.9999/sandbox.${index}`,
    publication_date: dayOf(back(index, 90, now)),
    cited_by_count: index,
    authorships: [{ author: { display_name: 'I. N. Vented' } }],
    primary_location: { source: { display_name: 'Journal of Examples' } },
  })),
})

const crossrefWorks: Answer = (url, now) => ({
  status: 'ok',
  message: {
    items: times(5, (index) => ({
      DOI: `10.9999/sandbox.${index + 3}`,
      title: [`Sandbox: invented paper ${index + 1} on ${url.searchParams.get('query')}`],
      author: [{ given: 'I. N.', family: 'Vented' }],
      issued: {
        'date-parts': [
          dayOf(back(index, 120, now))
            .split('-')
            .map(Number),
        ],
      },
      publisher: 'Example Press',
    })),
  },
})

const arxivFeed: Answer = (url, now) => {
  const subject = escaped(word(url.searchParams.get('search_query') ?? ''))
  const entries = times(
    5,
    (index) =>
      `<entry><id>http://arxiv.org/abs/9999.0000${index}</id><title>Sandbox: invented preprint ${index + 1} on ${subject}</title><published>${iso(back(index, 30, now))}</published><author><name>I. N. Vented</name></author><link href="http://arxiv.org/abs/9999.0000${index}"/></entry>`,
  )
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Sandbox</title>${entries.join('')}</feed>`
}
