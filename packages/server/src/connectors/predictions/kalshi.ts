import { z } from 'zod'
import { hasWords } from '../../names/fold-text.ts'
import type { ConnectorContext, Provenance, Sourced, Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { instantTextOf } from '../../upstreams/instant-text.ts'
import type { Prediction } from './prediction.ts'

export const kalshi: Upstream = {
  id: 'kalshi',
  name: 'Kalshi',
  hosts: ['api.elections.kalshi.com'],
  url: 'https://kalshi.com',
  licence: { class: 'restricted', text: 'Kalshi terms, to be reviewed' },
  delay: 'seconds',
  timing: { delay: 'real-time', venue: 'single' },
}

/** Maximum pages, of a hundred events each. */
const pagesMax = 5

/**
 * Open markets about a text, among the first five hundred events.
 *
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadFromKalshi(
  text: string,
  context: ConnectorContext,
): Promise<Sourced<readonly Prediction[]>> {
  const value: Prediction[] = []
  let provenance: Provenance | undefined
  let cursor = ''
  for (let page = 0; page < pagesMax; page += 1) {
    const { body, answer } = await fetchPage(cursor, context)
    provenance ??= provenanceOf(kalshi, answer)
    for (const { title, event_ticker, markets } of body.events)
      for (const market of markets)
        if (hasWords(`${title} ${market.title}`, text))
          value.push(predictionOf(market, title, event_ticker))
    cursor = body.cursor ?? ''
    if (cursor === '') break
  }
  return { value, provenance: provenance ? [provenance] : [] }
}

function fetchPage(cursor: string, context: ConnectorContext) {
  const url = new URL(
    'https://api.elections.kalshi.com/trade-api/v2/events?status=open&with_nested_markets=true&limit=100',
  )
  if (cursor !== '') url.searchParams.set('cursor', cursor)
  return context.json(url, pageSchema)
}

/** Decimal text. The older integer fields in cents lose the fraction. */
const decimal = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/)
  .transform(Number)
  .nullish()
const marketSchema = z.object({
  ticker: z.string(),
  title: z.string(),
  yes_sub_title: z.string().nullish(),
  close_time: z.iso.datetime().nullish(),
  last_price_dollars: decimal,
  yes_bid_dollars: decimal,
  yes_ask_dollars: decimal,
  volume_fp: decimal,
})
const pageSchema = z.object({
  cursor: z.string().nullish(),
  events: usableRows(
    z.object({
      event_ticker: z.string(),
      title: z.string(),
      markets: usableRows(marketSchema),
    }),
  ),
})

function predictionOf(
  market: z.output<typeof marketSchema>,
  event: string,
  ticker: string,
): Prediction {
  const yes = probabilityOf(market)
  const part = market.yes_sub_title ? `: ${market.yes_sub_title}` : ''
  return {
    question: market.title === event ? `${event}${part}` : market.title,
    source: kalshi.name,
    outcomes: [
      { name: 'Yes', probability: yes },
      { name: 'No', probability: yes === null ? null : Math.round((1 - yes) * 1e4) / 1e4 },
    ],
    // Contracts, which pay one dollar each. Kalshi states no sum of the prices.
    volume: market.volume_fp ?? null,
    currency: 'USD',
    isPlayMoney: false,
    closesAt: instantTextOf(market.close_time),
    url: `https://kalshi.com/events/${encodeURIComponent(ticker)}`,
  }
}

/** The last price; without a trade, the mean of bid and ask if both exist. */
function probabilityOf(market: z.output<typeof marketSchema>): number | null {
  const { last_price_dollars: last, yes_bid_dollars: bid, yes_ask_dollars: ask } = market
  if (last && last <= 1) return last
  return bid && ask && ask < 1 ? (bid + ask) / 2 : null
}
