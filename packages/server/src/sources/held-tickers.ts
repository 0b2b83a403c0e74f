import type { FileStore } from './connector.ts'

const known = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Tickers whose bars were imported. Made once for each list: that of a market has ten thousand. */
export function heldTickers(files: FileStore): ReadonlySet<string> {
  const tickers = files.tickers()
  let held = known.get(tickers)
  if (!held) {
    held = new Set(tickers)
    known.set(tickers, held)
  }
  return held
}
