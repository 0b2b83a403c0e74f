/** A pair of currencies, which is no entity: `EURUSD=X` is the price of a euro in US dollars. */
export function isCurrencyPair(symbol: string): boolean {
  return /^[A-Z]{6}=X$/.test(symbol)
}
