import type { FileStore } from '../sources/connector.ts'

/** An empty store for `mirror pull`, which reads only upstreams. */
export const noFiles: FileStore = {
  bars: () => undefined,
  series: () => undefined,
  tickers: () => [],
}
