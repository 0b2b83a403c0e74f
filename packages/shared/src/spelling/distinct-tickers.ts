import { normalTicker } from './normal-ticker.ts'

/** Removes repeated tickers. Keeps the first spelling of each, in order. */
export function distinctTickers(tickers: readonly string[]): string[] {
  const seen = new Set<string>()
  return tickers.filter((ticker) => {
    const normal = normalTicker(ticker)
    if (seen.has(normal)) return false
    seen.add(normal)
    return true
  })
}

/** The positions of the first ticker that is in a list twice, in any spelling. */
export function repeatedTicker(tickers: readonly string[]): readonly [number, number] | undefined {
  const seen = new Map<string, number>()
  for (const [at, ticker] of tickers.entries()) {
    const normal = normalTicker(ticker)
    const first = seen.get(normal)
    if (first !== undefined) return [first, at]
    seen.set(normal, at)
  }
  return undefined
}
