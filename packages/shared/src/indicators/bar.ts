/** One bar as `priceHistory` answers it. Prices in the listing currency; a volume counts shares. */
export type Bar = {
  /** Day, or instant with its offset, ISO 8601. */
  date: string
  open: number | null
  high: number | null
  low: number | null
  close: number
  volume: number | null
}
