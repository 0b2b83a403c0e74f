import { z } from 'zod'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { instantText } from '../../upstreams/instant-text.ts'
import type { Prediction } from './prediction.ts'

export const manifold: Upstream = {
  id: 'manifold',
  name: 'Manifold (play money)',
  hosts: ['api.manifold.markets'],
  url: 'https://manifold.markets',
  licence: { class: 'restricted', text: 'Manifold terms, to be reviewed' },
  delay: 'seconds',
  timing: { delay: 'real-time', venue: 'indicative' },
}

/**
 * Open markets about a text. Prices are in play money, so `isPlayMoney` is set.
 *
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadFromManifold(
  text: string,
  context: ConnectorContext,
): Promise<Sourced<readonly Prediction[]>> {
  const url = new URL('https://api.manifold.markets/v0/search-markets?filter=open&limit=100')
  url.searchParams.set('term', text)
  const { body, answer } = await context.json(url, marketsSchema)
  const value = body.map((market) => ({
    question: market.question,
    source: manifold.name,
    outcomes: market.outcomeType === 'BINARY' ? outcomesOf(market.probability) : [],
    volume: market.volume ?? null,
    currency: 'MANA' as const,
    isPlayMoney: true,
    closesAt: market.closeTime === undefined ? null : instantText(market.closeTime),
    url: market.url,
  }))
  return { value, provenance: [provenanceOf(manifold, answer)] }
}

const marketSchema = z
  .object({
    question: z.string(),
    url: z.string().startsWith('https://manifold.markets/'),
    // Only a binary market is about yes and no: in a numeric one `probability` is a place in a range.
    outcomeType: z.string(),
    // A market with several answers has no single probability.
    probability: z.number().min(0).max(1).optional(),
    volume: z.number().optional(),
    closeTime: z.number().min(0).max(8.64e15).optional(),
  })
  .refine((market) => market.outcomeType !== 'BINARY' || market.probability !== undefined)
const marketsSchema = usableRows(marketSchema)

function outcomesOf(yes: number | undefined): Prediction['outcomes'] {
  if (yes === undefined) return []
  return [
    { name: 'Yes', probability: yes },
    { name: 'No', probability: Math.round((1 - yes) * 1e9) / 1e9 },
  ]
}
