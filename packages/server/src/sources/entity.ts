/** What the resolvers of `Entity` fields get as their parent. */
export type EntityRecord = {
  id: string
  name: string
  type: 'EQUITY' | 'CRYPTO' | 'INDEX'
  /** The ticker that was asked for, normalised. */
  ticker: string
  tickers: readonly string[]
  /** Ten digits, zero padded. */
  cik?: string
}
