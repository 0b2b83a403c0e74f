import type { FileStore } from './connector.ts'

const cache = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Tickers with imported bars. Cached by list, because a list may have 10,000 tickers. */
export function importedTickers(files: FileStore): ReadonlySet<string> {
  const tickers = files.tickers()
  let cached = cache.get(tickers)
  if (!cached) {
    cached = new Set(tickers)
    cache.set(tickers, cached)
  }
  return cached
}
