import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { yahooSymbol } from '../../sources/prices/load-bars.ts'
import { yahooQuote } from '../../sources/prices/yahoo-quotes.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import { refuse } from '../../upstreams/checked-answer.ts'
import { type AnalystView, isEmptyView } from './analyst-view.ts'

export const yahooAnalyst: Upstream = {
  ...yahooQuote,
  id: 'yahoo-analyst',
  name: 'Yahoo Finance analyst estimates',
  hosts: ['query2.finance.yahoo.com', 'query1.finance.yahoo.com', 'fc.yahoo.com'],
  delay: 'daily',
  timing: { delay: 'periodic' },
}

/**
 * Mean target and recommendation, with the counts of the current month.
 *
 * @throws FiqError `NOT_FOUND` for a company without analysts, `UPSTREAM_…`
 */
export async function loadYahooView(
  ticker: string,
  context: ConnectorContext,
): Promise<Sourced<AnalystView>> {
  const symbol = await yahooSymbol(ticker, context)
  const url = new URL(
    `https://query2.finance.yahoo.com/v10/finance/quoteSummary/${encodeURIComponent(symbol)}`,
  )
  url.searchParams.set('modules', 'financialData,price,recommendationTrend')
  url.searchParams.set('formatted', 'false')
  const { body, answer } = await context.json(url, summarySchema)
  const { quoteSummary } = body
  if (quoteSummary.error?.code === 'Not Found')
    throw new FiqError('NOT_FOUND', `${ticker} has no analyst coverage.`)
  const [summary] = quoteSummary.result ?? []
  if (!summary) return refuse(url, 'neither a result nor an error')
  const view = viewOf(summary)
  if (isEmptyView(view)) throw new FiqError('NOT_FOUND', `${ticker} has no analyst coverage.`)
  return { value: view, provenance: [provenanceOf(yahooAnalyst, answer)] }
}

const number = z.number().nullish()
const summarySchema = z.object({
  quoteSummary: z.object({
    result: z
      .array(
        z.object({
          financialData: z
            .object({
              targetMeanPrice: number,
              targetHighPrice: number,
              targetLowPrice: number,
              targetMedianPrice: number,
              recommendationKey: z.string().nullish(),
              numberOfAnalystOpinions: number,
            })
            .nullish(),
          // `financialCurrency` is the currency of the statements, which may differ for foreign
          // companies.
          price: z.object({ currency: z.string().nullish() }).nullish(),
          recommendationTrend: z
            .object({
              trend: z.array(
                z.object({
                  period: z.string(),
                  strongBuy: number,
                  buy: number,
                  hold: number,
                  sell: number,
                  strongSell: number,
                }),
              ),
            })
            .nullish(),
        }),
      )
      .nullish(),
    error: z.object({ code: z.string() }).nullish(),
  }),
})

type Summary = NonNullable<z.output<typeof summarySchema>['quoteSummary']['result']>[number]

function viewOf({ financialData, price, recommendationTrend }: Summary): AnalystView {
  const now = recommendationTrend?.trend.find(({ period }) => period === '0m')
  const key = financialData?.recommendationKey
  return {
    currency: price?.currency ?? null,
    priceTarget: financialData?.targetMeanPrice ?? null,
    priceTargetHigh: financialData?.targetHighPrice ?? null,
    priceTargetLow: financialData?.targetLowPrice ?? null,
    priceTargetMedian: financialData?.targetMedianPrice ?? null,
    recommendation: key == null || key === 'none' ? null : key,
    analysts: financialData?.numberOfAnalystOpinions ?? null,
    strongBuy: now?.strongBuy ?? null,
    buy: now?.buy ?? null,
    hold: now?.hold ?? null,
    sell: now?.sell ?? null,
    strongSell: now?.strongSell ?? null,
  }
}
