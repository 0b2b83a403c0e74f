/** Maximum length of a ticker in characters. Longer texts are not tickers. */
export const tickerLengthMax = 20

/**
 * Normalises a ticker to the spelling of the SEC and Yahoo: upper case, share class after a hyphen.
 * Sources and users also write `BRK.B`, `BRK/B`, `brk b` and `$brk-b` for the same share.
 *
 * @example normalTicker(' brk.b ') // 'BRK-B'
 */
export function normalTicker(text: string): string {
  // Most tickers are normal, and a quote normalises each several times.
  if (text.length <= tickerLengthMax && /^[A-Z0-9]+$/.test(text)) return text
  const ticker = text.trim().replace(/^\$/, '').toUpperCase()
  return ticker.slice(0, tickerLengthMax).replace(/[./\s_-]+/g, '-')
}

/** A ticker without punctuation, as in feeds that drop the mark of the share class: `BRKB`. */
export function plainTicker(ticker: string): string {
  return ticker.replace(/[^A-Z0-9^]/g, '')
}
