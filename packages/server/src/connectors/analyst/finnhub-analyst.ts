import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { shareSymbol } from '../../sources/symbols/share-symbol.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { type AnalystView, isEmptyView, recommendationOf, type Votes } from './analyst-view.ts'

export const finnhubAnalyst: Upstream = {
  id: 'finnhub-analyst',
  name: 'Finnhub analyst estimates',
  hosts: ['finnhub.io'],
  url: 'https://finnhub.io/docs/api/recommendation-trends',
  licence: { class: 'restricted', text: "Finnhub: as the operator's plan allows" },
  delay: 'monthly',
  timing: { delay: 'periodic' },
  key: 'FINNHUB_API_KEY',
}

/**
 * Recommendations of the newest month, with targets if the operator's plan includes them.
 *
 * @throws FiqError `NOT_FOUND` for a company without analysts, `UPSTREAM_…`
 */
export async function loadFinnhubView(
  ticker: string,
  context: ConnectorContext,
): Promise<Sourced<AnalystView>> {
  // Finnhub spells share classes with a point.
  const symbol = shareSymbol(ticker, '.')
  if (symbol === undefined)
    throw new FiqError('NOT_FOUND', `Finnhub's symbol of ${ticker} is unknown.`)
  const load = <shape>(kind: string, schema: z.ZodType<shape>) => {
    const url = new URL(`https://finnhub.io/api/v1/stock/${kind}`)
    url.searchParams.set('symbol', symbol)
    return context.json(url, schema)
  }
  const { body, answer } = await load('recommendation', trendSchema)
  // Targets need a more expensive plan. Without them, the recommendation is the answer.
  const targets = await load('price-target', targetSchema).catch((error: unknown) => {
    if (error instanceof FiqError) return undefined
    throw error
  })
  const newest = [...body].sort((a, b) => (a.period < b.period ? 1 : -1))[0]
  const view = viewOf(newest, targets?.body)
  if (isEmptyView(view)) throw new FiqError('NOT_FOUND', `${ticker} has no analyst coverage.`)
  const asOf = newest?.period ?? answer.asOf
  return { value: view, provenance: [provenanceOf(finnhubAnalyst, answer, { asOf })] }
}

const count = z.int().min(0)
const trendSchema = usableRows(
  z.object({
    period: z.iso.date(),
    strongBuy: count,
    buy: count,
    hold: count,
    sell: count,
    strongSell: count,
  }),
)
const number = z.number().nullish()
const targetSchema = z.object({
  targetHigh: number,
  targetLow: number,
  targetMean: number,
  targetMedian: number,
})

function viewOf(
  trend: z.output<typeof trendSchema>[number] | undefined,
  targets: z.output<typeof targetSchema> | undefined,
): AnalystView {
  // Finnhub writes 0 for a missing target.
  const known = (value: number | null | undefined) => value || null
  return {
    currency: null,
    priceTarget: known(targets?.targetMean),
    priceTargetHigh: known(targets?.targetHigh),
    priceTargetLow: known(targets?.targetLow),
    priceTargetMedian: known(targets?.targetMedian),
    ...(trend ? counted(trend) : uncounted),
  }
}

function counted({ strongBuy, buy, hold, sell, strongSell }: Votes) {
  const votes = { strongBuy, buy, hold, sell, strongSell }
  const analysts = strongBuy + buy + hold + sell + strongSell
  return { recommendation: recommendationOf(votes), analysts, ...votes }
}

/** Targets without a month of recommendations: their number is unknown, not 0. */
const uncounted = {
  recommendation: null,
  analysts: null,
  strongBuy: null,
  buy: null,
  hold: null,
  sell: null,
  strongSell: null,
}
