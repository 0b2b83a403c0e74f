import { z } from 'zod'
import { hasWords } from '../../names/fold-text.ts'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { instantTextOf } from '../../upstreams/instant-text.ts'
import type { Prediction } from './prediction.ts'

export const polymarket: Upstream = {
  id: 'polymarket',
  name: 'Polymarket',
  hosts: ['gamma-api.polymarket.com'],
  url: 'https://polymarket.com',
  licence: { class: 'restricted', text: 'Polymarket terms, to be reviewed' },
  delay: 'seconds',
  timing: { delay: 'real-time', venue: 'single' },
}

const eventsMax = 500
const url = new URL(
  `https://gamma-api.polymarket.com/events?closed=false&active=true&order=volume&ascending=false&limit=${eventsMax}`,
)

/**
 * Open markets about a text, among the most traded events.
 *
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadFromPolymarket(
  text: string,
  context: ConnectorContext,
): Promise<Sourced<readonly Prediction[]>> {
  const { body, answer } = await context.json(url, eventsSchema)
  const value = body.flatMap(({ title, slug, markets }) =>
    markets
      .filter(({ question, closed }) => !closed && hasWords(`${title} ${question}`, text))
      .map((market) => predictionOf(market, slug)),
  )
  return { value, provenance: [provenanceOf(polymarket, answer)] }
}

/** A list. Usually it is JSON inside a text; some responses have a JSON array. */
const list = z.union([
  z.array(z.string()),
  z.string().transform((text, context) => {
    try {
      return z.array(z.string()).parse(JSON.parse(text))
    } catch {
      context.addIssue('text that is no list')
      return z.NEVER
    }
  }),
])

export const marketSchema = z.object({
  question: z.string(),
  slug: z.string(),
  endDate: z.string().nullish(),
  outcomes: list.nullish(),
  outcomePrices: list.nullish(),
  volumeNum: z.number().nullish(),
  closed: z.boolean().default(false),
})
const eventsSchema = usableRows(
  z.object({ title: z.string(), slug: z.string(), markets: usableRows(marketSchema) }),
)

/** Converts a market to a row of the schema. */
export function predictionOf(market: z.output<typeof marketSchema>, event: string): Prediction {
  const prices = market.outcomePrices ?? []
  return {
    question: market.question,
    source: polymarket.name,
    outcomes: (market.outcomes ?? []).map((name, at) => ({ name, probability: price(prices[at]) })),
    volume: market.volumeNum ?? null,
    currency: 'USD',
    isPlayMoney: false,
    closesAt: instantTextOf(market.endDate),
    url: `https://polymarket.com/event/${encodeURIComponent(event)}`,
  }
}

function price(text: string | undefined): number | null {
  const value = Number(text ?? Number.NaN)
  return text !== '' && value >= 0 && value <= 1 ? value : null
}
