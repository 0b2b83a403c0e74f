import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Agent } from 'undici'
import type { ServerConfig } from '../config/config.ts'
import { upstreamHosts } from '../connectors/connectors.ts'
import { openImportedFiles } from '../imported-files/open-imported-files.ts'
import { marketClock } from '../market-clock/market-clock.ts'
import type { Redis } from '../redis/open-redis.ts'
import { steadyMs } from '../scheduling/steady-ms.ts'
import type { FileStore } from '../sources/connector.ts'
import { type CacheState, cachingTransport } from '../upstreams/caching.ts'
import {
  type CircuitBreaker,
  circuitBreaker,
  restingHosts,
  type Trouble,
} from '../upstreams/live/circuit-breaker.ts'
import { liveTransport } from '../upstreams/live/live.ts'
import { mirrorTransport } from '../upstreams/mirror/mirror.ts'
import { sandboxTransport } from '../upstreams/sandbox/sandbox.ts'
import { sharedAnswers } from '../upstreams/shared-answers.ts'
import type { Transport } from '../upstreams/transport.ts'

/** What the operator gives the sources: the clock, keys by their variable. */
export type UpstreamPorts = {
  now(): Date
  /** Through which instances share answers. */
  redis: Redis | undefined
  /** Sees every request that leaves. */
  watch?(transport: Transport): Transport
  environment: Readonly<Record<string, string | undefined>>
}

/** The transport the operator chose, answers kept in memory and shared, and the data the operator owns. */
export function openUpstreams(
  { upstream, dataDir }: ServerConfig,
  ports: UpstreamPorts,
): {
  upstreams: Transport & { cacheState(): CacheState }
  files: FileStore
  /** What keeps failing upstream. */
  troubles(): readonly Trouble[]
  /** Hosts with an operation that is being left alone. */
  restingHosts(): ReadonlySet<string>
} {
  const folders = upstream.mode === 'mirror' ? [dataDir, upstream.folder] : [dataDir]
  const breaker = circuitBreaker()
  const inner = transportOf(upstream, dataDir, { ...ports, breaker })
  const { now, redis, watch = (transport) => transport } = ports
  const wait = (ms: number) => setTimeout(ms)
  const upstreams = cachingTransport(watch(inner), {
    now: () => new Date(steadyMs()),
    marketOpen: () => marketClock(now()).isOpen,
    ...(redis && { shared: sharedAnswers({ redis, mode: inner.mode, nowMs: steadyMs, wait }) }),
  })
  const files = openImportedFiles(folders)
  const troubles = () => breaker.troubles(steadyMs())
  return { upstreams, files, troubles, restingHosts: () => restingHosts(troubles()) }
}

function transportOf(
  upstream: ServerConfig['upstream'],
  dataDir: string,
  ports: UpstreamPorts & { breaker: CircuitBreaker },
): Transport {
  const { now, environment, breaker } = ports
  if (upstream.mode === 'sandbox') return sandboxTransport({ now })
  if (upstream.mode === 'mirror') return mirrorTransport(upstream.folder)
  return liveTransport({
    now,
    nowMs: steadyMs,
    breaker,
    wait: (ms) => setTimeout(ms),
    hosts: upstreamHosts(),
    upstreamKeyOf: (variable) => environment[variable],
    dispatcher: new Agent({ connect: { timeout: 3_000 } }),
    cacheDir: join(dataDir, 'upstream-cache'),
  })
}
