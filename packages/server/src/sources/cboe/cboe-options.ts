import { FiqError } from '@fiq/shared/errors'
import { plainTicker } from '@fiq/shared/spelling/normal-ticker'
import { z } from 'zod'
import { newYorkWallTime } from '../../market-clock/new-york-time.ts'
import type { ConnectorContext, Sourced, Upstream } from '../connector.ts'
import { ageDays, provenanceOf } from '../sourced.ts'
import { symbolOf } from '../symbols/market-symbol.ts'
import { isIndex, shareSymbol } from '../symbols/share-symbol.ts'
import { usableRows } from '../usable-rows.ts'
import { inChainOrder, type OptionContract } from './option-contract.ts'
import { optionSymbol, optionTerms } from './option-symbol.ts'

export const cboeOptions: Upstream = {
  id: 'cboe-options',
  name: 'Cboe delayed option quotes',
  hosts: ['cdn-api.cboe.com'],
  url: 'https://www.cboe.com/delayed_quotes/',
  licence: { class: 'restricted', text: 'Cboe terms: redistribution needs an agreement' },
  delay: '15 minutes',
  timing: { delay: '15-minute', venue: 'consolidated' },
}

/** Cboe's symbol of an index: an underscore and the root of its options. */
const indexRoots: Readonly<Record<string, string>> = {
  '^GSPC': '_SPX',
  '^DJI': '_DJX',
  '^NDX': '_NDX',
  '^RUT': '_RUT',
  '^VIX': '_VIX',
  '^OEX': '_OEX',
}
const staleAfterDays = 4

/** A trade time as Cboe writes it, in New York time without a zone: `2024-11-20T16:14:59`. */
export const cboeTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
  .refine((text) => !Number.isNaN(Date.parse(`${text}Z`)))
  .transform(newYorkWallTime)

/**
 * Cboe's symbol for a ticker: `BRKB` for `BRK-B`, `_SPX` for `^GSPC`.
 *
 * @throws FiqError `NOT_FOUND` for coins, preferred shares and the like
 */
export function cboeSymbol(ticker: string): string {
  const normal = symbolOf(ticker)
  if (isIndex(normal)) return indexRoots[normal] ?? `_${plainTicker(normal.slice(1))}`
  const symbol = shareSymbol(normal, '')
  if (symbol !== undefined) return symbol
  throw new FiqError('NOT_FOUND', `Cboe quotes shares and indices, not ${ticker}.`)
}

/**
 * The option chain of an underlying, nearest expiration first.
 *
 * @throws FiqError `NOT_FOUND` for an underlying without options, `UPSTREAM_…`
 */
export async function loadCboeOptions(
  ticker: string,
  context: ConnectorContext,
): Promise<Sourced<readonly OptionContract[]>> {
  const url = new URL(
    `https://cdn-api.cboe.com/api/global/delayed_quotes/options/${cboeSymbol(ticker)}.json`,
  )
  const { body, answer } = await context.json(url, chainSchema, { bulk: true })
  const { data } = body
  const contracts = data.options.map(contractOf)
  if (contracts.length === 0) throw new FiqError('NOT_FOUND', `${ticker} has no options.`)
  // The last trade of the underlying. `timestamp` is the time Cboe wrote the file.
  const asOf = data.last_trade_time ?? null
  const stale = ageDays(asOf, context.now()) > staleAfterDays
  return {
    value: inChainOrder(contracts),
    provenance: [provenanceOf(cboeOptions, answer, { asOf, stale })],
  }
}

const number = z.number().nullish()
const optionSchema = z.object({
  option: optionSymbol,
  bid: number,
  ask: number,
  iv: number,
  open_interest: number,
  volume: number,
  delta: number,
  gamma: number,
  theta: number,
  vega: number,
  rho: number,
  last_trade_price: number,
})
const chainSchema = z.object({
  data: z.object({ options: usableRows(optionSchema), last_trade_time: cboeTime.nullish() }),
})

function contractOf(option: z.output<typeof optionSchema>): OptionContract {
  const { root: _root, ...known } = optionTerms(option.option)!
  return {
    symbol: option.option,
    ...known,
    // Options of US exchanges are in US dollars.
    currency: 'USD',
    bid: option.bid ?? null,
    ask: option.ask ?? null,
    last: option.last_trade_price ?? null,
    volume: option.volume ?? null,
    openInterest: option.open_interest ?? null,
    impliedVolatility: option.iv ?? null,
    delta: option.delta ?? null,
    gamma: option.gamma ?? null,
    theta: option.theta ?? null,
    vega: option.vega ?? null,
    rho: option.rho ?? null,
  }
}
