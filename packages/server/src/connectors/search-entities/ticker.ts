/** Longest ticker looked up, in characters; longer texts are no tickers. */
export const tickerLengthMax = 20

/**
 * A ticker in the form the directory keeps: upper case, share classes after `-`.
 *
 * @example
 * normaliseTicker(' brk.b') // 'BRK-B', as for `BRK/B` and `$brk b`
 */
export function normaliseTicker(text: string): string {
  const ticker = text.trim().replace(/^\$/, '').toUpperCase()
  return ticker.slice(0, tickerLengthMax).replace(/[./\s_-]+/g, '-')
}

/** Without punctuation, as feeds print it that drop the share class mark: `BRKB`. */
export function plainTicker(ticker: string): string {
  return ticker.replace(/[^A-Z0-9^]/g, '')
}
