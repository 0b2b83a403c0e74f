import { defined } from '@fiq/shared/defined'
import { z } from 'zod'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { hasPlainSpelling, isShare, shareSymbol } from '../../sources/symbols/share-symbol.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { refuseAsLimited } from '../../upstreams/checked-answer.ts'
import { instantText } from '../../upstreams/instant-text.ts'
import type { Article, NewsQuery } from './article.ts'

const vendor = (id: string, name: string, host: string, text: string, key?: string): Upstream => ({
  id,
  name,
  hosts: [host],
  url: `https://${host}`,
  licence: { class: 'restricted', text },
  delay: 'minutes',
  ...defined({ key }),
})

const finnhub = vendor(
  'finnhub-news',
  'Finnhub company news',
  'finnhub.io',
  'Finnhub terms: redistribution needs an agreement',
  'FINNHUB_API_KEY',
)
const alphaVantage = vendor(
  'alphavantage-news',
  'Alpha Vantage news',
  'www.alphavantage.co',
  'Alpha Vantage terms: redistribution needs an agreement',
  'ALPHAVANTAGE_API_KEY',
)
const yahooNews = vendor(
  'yahoo-news',
  'Yahoo Finance news',
  'finance.yahoo.com',
  'Yahoo terms: no redistribution without an agreement',
)

/** A vendor of news by ticker. */
export type Vendor = {
  upstream: Upstream
  covers(ticker: string): boolean
  load(
    ticker: string,
    query: NewsQuery,
    context: ConnectorContext,
  ): Promise<Sourced<readonly Article[]>>
}

export const vendors: readonly Vendor[] = [
  { upstream: finnhub, covers: hasPlainSpelling, load: loadFromFinnhub },
  { upstream: alphaVantage, covers: isShare, load: loadFromAlphaVantage },
  { upstream: yahooNews, covers: () => true, load: loadFromYahoo },
]

const daysBack = 30
const articlesMax = 200
const link = z
  .string()
  .regex(/^https?:\/\//)
  .refine((text) => URL.canParse(text))

async function loadFromFinnhub(symbol: string, { filter }: NewsQuery, context: ConnectorContext) {
  const url = new URL('https://finnhub.io/api/v1/company-news')
  const now = context.now()
  const month = new Date(now.getTime() - daysBack * 86_400_000)
  url.searchParams.set('symbol', shareSymbol(symbol, '.') ?? symbol)
  url.searchParams.set('from', (filter.since ?? month.toISOString()).slice(0, 10))
  url.searchParams.set('to', (filter.until ?? now.toISOString()).slice(0, 10))
  const { body, answer } = await context.json(url, finnhubSchema)
  const value = body.map(({ headline, datetime, source, url: address }) => ({
    title: headline,
    date: instantText(datetime * 1_000),
    source,
    url: address,
    language: 'en',
  }))
  return { value, provenance: [provenanceOf(finnhub, answer)] }
}

const finnhubSchema = usableRows(
  z.object({
    headline: z.string(),
    datetime: z.number().min(0).max(1e11),
    source: z.string(),
    url: link,
  }),
)

async function loadFromAlphaVantage(ticker: string, _: NewsQuery, context: ConnectorContext) {
  const url = new URL('https://www.alphavantage.co/query?function=NEWS_SENTIMENT')
  url.searchParams.set('tickers', ticker)
  url.searchParams.set('limit', String(articlesMax))
  const { body, answer } = await context.json(url, alphaVantageSchema)
  if (!('feed' in body)) refuseAsLimited(url)
  const value = body.feed.map(({ title, time_published, source, url: address }) => ({
    title,
    date: time_published.replace(/^(....)(..)(..)T(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'),
    source,
    url: address,
    language: 'en',
  }))
  return { value, provenance: [provenanceOf(alphaVantage, answer)] }
}

const alphaVantageFeed = z.object({
  feed: usableRows(
    z.object({
      title: z.string(),
      time_published: z.string().regex(/^\d{8}T\d{6}$/),
      source: z.string(),
      url: link,
    }),
  ),
})
/** A response of Alpha Vantage. If the daily quota is used up, it is a notice with status 200. */
const alphaVantageSchema = z.union([
  alphaVantageFeed,
  z.object({ Information: z.string() }),
  z.object({ Note: z.string() }),
])

async function loadFromYahoo(ticker: string, _: NewsQuery, context: ConnectorContext) {
  const url = new URL('https://finance.yahoo.com/xhr/ncp?queryRef=latestNews&serviceKey=ncp_fin')
  const body = JSON.stringify({ serviceConfig: { s: [ticker], snippetCount: articlesMax } })
  const headers = { 'content-type': 'application/json' }
  const answer = await context.json(url, yahooSchema, { method: 'POST', body, headers })
  const value = answer.body.data.tickerStream.stream.flatMap(({ content }) => {
    if (!content?.canonicalUrl) return []
    const { title, pubDate, provider, canonicalUrl } = content
    const language = canonicalUrl.lang?.slice(0, 2) ?? null
    const date = instantText(Date.parse(pubDate))
    return [{ title, date, source: provider.displayName, url: canonicalUrl.url, language }]
  })
  return { value, provenance: [provenanceOf(yahooNews, answer.answer)] }
}

const yahooSchema = z.object({
  data: z.object({
    tickerStream: z.object({
      stream: usableRows(
        z.object({
          // Advertisements have no address.
          content: z
            .object({
              title: z.string(),
              pubDate: z.iso.datetime(),
              provider: z.object({ displayName: z.string() }),
              canonicalUrl: z.object({ url: link, lang: z.string().nullish() }).nullish(),
            })
            .nullish(),
        }),
      ),
    }),
  }),
})
