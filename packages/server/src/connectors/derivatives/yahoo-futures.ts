import { FiqError } from '@fiq/shared/errors'
import { z } from 'zod'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { ageDays, provenanceOf } from '../../sources/sourced.ts'
import { usableMembers } from '../../sources/usable-rows.ts'
import { instantText } from '../../upstreams/instant-text.ts'
import { yahooOptions } from './yahoo-options.ts'

export const yahooFutures: Upstream = {
  ...yahooOptions,
  id: 'yahoo-futures',
  name: 'Yahoo Finance futures',
  delay: '10 minutes',
  timing: { delay: '15-minute', venue: 'single' },
}

/** The quote of one futures contract. */
export type FuturesContract = {
  symbol: string
  name: string | null
  /** Day of expiration, ISO 8601. */
  expiration: string
  price: number | null
  previousClose: number | null
  change: number | null
  changePercent: number | null
}

/** Yahoo's symbol of the nearest contract, by the ticker of the underlying. */
const heads: Readonly<Record<string, string>> = {
  '^GSPC': 'ES=F',
  '^NDX': 'NQ=F',
  '^DJI': 'YM=F',
  '^RUT': 'RTY=F',
  '^N225': 'NKD=F',
  '^TNX': 'ZN=F',
  '^FVX': 'ZF=F',
  '^TYX': 'ZB=F',
  'BTC-USD': 'BTC=F',
  'ETH-USD': 'ETH=F',
}
const staleAfterDays = 4

/** Whether Yahoo quotes a futures chain on the entity. */
export function hasFuturesChain(ticker: string): boolean {
  return heads[ticker] !== undefined
}

/**
 * The futures on an entity, nearest expiration first.
 *
 * @param ticker in the directory's spelling, for which {@link hasFuturesChain} is true
 * @throws FiqError `NOT_FOUND` for an empty chain, `UPSTREAM_…`
 */
export async function loadFuturesChain(
  ticker: string,
  context: ConnectorContext,
): Promise<Sourced<readonly FuturesContract[]>> {
  const head = encodeURIComponent(heads[ticker] ?? ticker)
  const url = new URL(`https://query2.finance.yahoo.com/v10/finance/quoteSummary/${head}`)
  url.searchParams.set('modules', 'futuresChain')
  url.searchParams.set('formatted', 'false')
  const { body, answer } = await context.json(url, summarySchema)
  const [{ futuresChain }] = body.quoteSummary.result
  const quoted = Object.values(futuresChain.futuresChainDetails)
  if (quoted.length === 0) throw new FiqError('NOT_FOUND', `${ticker} has no futures chain.`)
  const newest = Math.max(...quoted.map(({ regularMarketTime }) => regularMarketTime))
  const asOf = instantText(newest * 1_000)
  const stale = ageDays(asOf, context.now()) > staleAfterDays
  return {
    value: quoted.map(contractOf).sort((a, b) => a.expiration.localeCompare(b.expiration)),
    provenance: [provenanceOf(yahooFutures, answer, { asOf, stale })],
  }
}

const number = z.number().nullish()
const contractSchema = z.object({
  symbol: z.string(),
  shortName: z.string().nullish(),
  expireIsoDate: z.iso.datetime(),
  regularMarketPrice: number,
  regularMarketPreviousClose: number,
  regularMarketChange: number,
  regularMarketChangePercent: number,
  regularMarketTime: z.int().min(0).max(253_402_300_799),
})
const summarySchema = z.object({
  quoteSummary: z.object({
    result: z.tuple([
      z.object({ futuresChain: z.object({ futuresChainDetails: usableMembers(contractSchema) }) }),
    ]),
  }),
})

function contractOf(contract: z.output<typeof contractSchema>): FuturesContract {
  return {
    symbol: contract.symbol,
    name: contract.shortName ?? null,
    expiration: contract.expireIsoDate.slice(0, 10),
    price: contract.regularMarketPrice ?? null,
    previousClose: contract.regularMarketPreviousClose ?? null,
    change: contract.regularMarketChange ?? null,
    changePercent: contract.regularMarketChangePercent ?? null,
  }
}
