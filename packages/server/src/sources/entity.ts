/** The parent of the resolvers of `Entity` fields. */
export type EntityRecord = {
  id: string
  name: string
  type: 'EQUITY' | 'CRYPTO' | 'INDEX'
  /** The ticker of the query, normalised. */
  ticker: string
  tickers: readonly string[]
  /** Ten digits, zero padded. */
  cik?: string
}
