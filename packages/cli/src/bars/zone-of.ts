import { newYork, zoneOfTicker } from '../terminal/format/instant.ts'

const aroundTheClock = /-(USD|EUR|GBP|USDT|USDC|BTC|ETH)$|=X$/

/** Does it trade day and night, as crypto assets and currencies do? */
export function isAroundTheClock(ticker: string): boolean {
  return aroundTheClock.test(ticker)
}

/**
 * The zone in which the times of a ticker are shown.
 *
 * @returns IANA name, e.g. `Europe/London` for `VOD.L`.
 */
export function zoneOf(ticker: string): string {
  return zoneOfTicker(ticker).zone ?? newYork
}
