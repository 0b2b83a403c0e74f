/** The quote of one option. Prices are per share in the currency of the underlying. */
export type OptionContract = {
  /** Symbol of the Options Clearing Corporation. */
  symbol: string
  /** Day of expiration, ISO 8601. */
  expiration: string
  strike: number
  /** ISO 4217, of the strike and the prices. */
  currency: string | null
  type: 'CALL' | 'PUT'
  bid: number | null
  ask: number | null
  last: number | null
  /** Contracts traded in the session. */
  volume: number | null
  /** Contracts open at the end of the day before. */
  openInterest: number | null
  /** A year, as a fraction: 0.25 is 25 percent. */
  impliedVolatility: number | null
  delta: number | null
  gamma: number | null
  theta: number | null
  vega: number | null
  rho: number | null
}

/** By expiration, then strike, calls before puts: the order of a chain. */
export function inChainOrder(contracts: readonly OptionContract[]): OptionContract[] {
  return [...contracts].sort(
    (a, b) =>
      a.expiration.localeCompare(b.expiration) ||
      a.strike - b.strike ||
      a.type.localeCompare(b.type),
  )
}
