/** The quote of one option. Prices are per share in the currency of the underlying. */
export type OptionContract = {
  /** Symbol of the Options Clearing Corporation. */
  symbol: string
  /** Day of expiration, ISO 8601. */
  expiration: string
  strike: number
  /** Currency of the strike and the prices, ISO 4217. */
  currency: string | null
  type: 'CALL' | 'PUT'
  bid: number | null
  ask: number | null
  last: number | null
  /** Contracts traded in the session. */
  volume: number | null
  /** Open contracts at the end of the previous day. */
  openInterest: number | null
  /** Yearly volatility as a fraction: 0.25 is 25 percent. */
  impliedVolatility: number | null
  delta: number | null
  gamma: number | null
  theta: number | null
  vega: number | null
  rho: number | null
}

/** Sorts a chain: by expiration, then strike, calls before puts. */
export function inChainOrder(contracts: readonly OptionContract[]): OptionContract[] {
  return [...contracts].sort(
    (a, b) =>
      a.expiration.localeCompare(b.expiration) ||
      a.strike - b.strike ||
      a.type.localeCompare(b.type),
  )
}
