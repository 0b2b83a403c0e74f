import type { ServerConfig } from './config.ts'
import type { FileStore } from './connectors/connector.ts'
import { mirrorTransport } from './upstreams/mirror.ts'
import { sandboxTransport } from './upstreams/sandbox/sandbox.ts'
import type { Transport } from './upstreams/transport.ts'

/** The transport the operator chose, and the data the operator owns. */
export function openUpstreams(
  { upstream }: ServerConfig,
  { now }: { now(): Date },
): { upstreams: Transport; files: FileStore } {
  const files: FileStore = { bars: () => undefined, series: () => undefined, tickers: () => [] }
  if (upstream.mode === 'mirror') return { upstreams: mirrorTransport(upstream.folder), files }
  return { upstreams: sandboxTransport({ now }), files }
}
