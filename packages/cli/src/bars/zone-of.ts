import { isCryptoPair } from '@fiq/shared/spelling/crypto-assets'
import { newYork, zoneOfTicker } from '../terminal/format/instant.ts'

/** Whether a ticker trades day and night, like crypto assets and currencies. */
export function isAroundTheClock(ticker: string): boolean {
  return isCryptoPair(ticker) || ticker.endsWith('=X')
}

/**
 * The time zone in which times of a ticker are shown.
 *
 * @returns IANA name, e.g. `Europe/London` for `VOD.L`.
 */
export function zoneOf(ticker: string): string {
  return zoneOfTicker(ticker).zone ?? newYork
}
