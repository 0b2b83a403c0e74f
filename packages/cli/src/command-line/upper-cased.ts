/** Tickers and country codes as they are written, without the spaces of a paste. */
export function upperCased(word: string): string {
  return word.trim().toUpperCase()
}
