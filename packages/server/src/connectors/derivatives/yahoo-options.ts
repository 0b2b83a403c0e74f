import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import { inChainOrder, type OptionContract } from '../../sources/cboe/option-contract.ts'
import { optionSymbol, optionTerms } from '../../sources/cboe/option-symbol.ts'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { yahooSymbol } from '../../sources/prices/load-bars.ts'
import { yahooQuote } from '../../sources/prices/yahoo-quotes.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { usableRows } from '../../sources/usable-rows.ts'
import { instantText } from '../../upstreams/instant-text.ts'

export const yahooOptions: Upstream = {
  ...yahooQuote,
  id: 'yahoo-options',
  name: 'Yahoo Finance options',
  hosts: ['query2.finance.yahoo.com', 'query1.finance.yahoo.com', 'fc.yahoo.com'],
}

const staleAfterDays = 4

/**
 * The options of one expiration, by default the nearest. Yahoo has no greeks.
 *
 * @param expiration ISO day
 * @throws FiqError `NOT_FOUND` for an underlying without options, `UPSTREAM_…`
 */
export async function loadYahooOptions(
  ticker: string,
  expiration: string | undefined,
  context: ConnectorContext,
): Promise<Sourced<readonly OptionContract[]>> {
  const symbol = await yahooSymbol(ticker, context)
  const url = new URL(
    `https://query2.finance.yahoo.com/v7/finance/options/${encodeURIComponent(symbol)}`,
  )
  if (expiration !== undefined)
    url.searchParams.set('date', String(Date.parse(`${expiration}T00:00:00Z`) / 1_000))
  const { body, answer } = await context.json(url, chainSchema)
  const [chain] = body.optionChain.result
  const listed = chain?.options.flatMap(({ calls, puts }) => [...calls, ...puts]) ?? []
  if (listed.length === 0) throw new FiqError('NOT_FOUND', `${ticker} has no such options.`)
  const seconds = chain?.quote?.regularMarketTime
  const asOf = seconds == null ? answer.asOf : instantText(seconds * 1_000)
  const stale = ageDays(asOf, context.now()) > staleAfterDays
  return {
    value: inChainOrder(listed.map(contractOf)),
    provenance: [provenanceOf(yahooOptions, answer, { asOf, stale })],
  }
}

const number = z.number().nullish()
const optionSchema = z.object({
  contractSymbol: optionSymbol,
  currency: z.string().nullish(),
  bid: number,
  ask: number,
  lastPrice: number,
  volume: number,
  openInterest: number,
  impliedVolatility: number,
})
const chainSchema = z.object({
  optionChain: z.object({
    result: z.array(
      z.object({
        quote: z
          .object({ regularMarketTime: z.int().min(0).max(253_402_300_799).nullish() })
          .nullish(),
        options: z.array(
          z.object({ calls: usableRows(optionSchema), puts: usableRows(optionSchema) }),
        ),
      }),
    ),
  }),
})

function contractOf(option: z.output<typeof optionSchema>): OptionContract {
  const { root: _root, ...known } = optionTerms(option.contractSymbol)!
  return {
    symbol: option.contractSymbol,
    ...known,
    currency: option.currency ?? null,
    bid: option.bid ?? null,
    ask: option.ask ?? null,
    last: option.lastPrice ?? null,
    volume: option.volume ?? null,
    openInterest: option.openInterest ?? null,
    impliedVolatility: option.impliedVolatility ?? null,
    delta: null,
    gamma: null,
    theta: null,
    vega: null,
    rho: null,
  }
}
