import { newYork, zoneOfTicker } from '../terminal/format/instant.ts'

const aroundTheClock = /-(USD|EUR|GBP|USDT|USDC|BTC|ETH)$|=X$/

/** Whether a ticker trades day and night, like crypto assets and currencies. */
export function isAroundTheClock(ticker: string): boolean {
  return aroundTheClock.test(ticker)
}

/**
 * The time zone in which times of a ticker are shown.
 *
 * @returns IANA name, e.g. `Europe/London` for `VOD.L`.
 */
export function zoneOf(ticker: string): string {
  return zoneOfTicker(ticker).zone ?? newYork
}
