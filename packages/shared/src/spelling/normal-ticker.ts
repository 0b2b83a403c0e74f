/** Longest ticker looked up, in characters; longer texts are no tickers. */
export const tickerLengthMax = 20

/**
 * A ticker as the SEC and Yahoo write it: upper case, share classes by hyphen. Sources and people
 * write `BRK.B`, `BRK/B`, `brk b` and `$brk-b` for one share.
 *
 * @example normalTicker(' brk.b ') // 'BRK-B'
 */
export function normalTicker(text: string): string {
  const ticker = text.trim().replace(/^\$/, '').toUpperCase()
  return ticker.slice(0, tickerLengthMax).replace(/[./\s_-]+/g, '-')
}

/** Without punctuation, as feeds print it that drop the share class mark: `BRKB`. */
export function plainTicker(ticker: string): string {
  return ticker.replace(/[^A-Z0-9^]/g, '')
}
