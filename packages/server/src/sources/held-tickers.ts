import type { FileStore } from './connector.ts'

const known = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Tickers with imported bars. Cached by list, because a list may have 10,000 tickers. */
export function heldTickers(files: FileStore): ReadonlySet<string> {
  const tickers = files.tickers()
  let held = known.get(tickers)
  if (!held) {
    held = new Set(tickers)
    known.set(tickers, held)
  }
  return held
}
