import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { defined } from '@fiq/shared/defined'
import { Agent } from 'undici'
import type { ServerConfig } from '../config/config.ts'
import {
  connectors,
  sandboxHosts,
  undecidedOwnerOf,
  upstreamHosts,
} from '../connectors/connectors.ts'
import { openImportedFiles } from '../imported-files/open-imported-files.ts'
import { marketClock } from '../market-clock/market-clock.ts'
import { steadyMs } from '../scheduling/steady-ms.ts'
import type { ConnectorContext } from '../sources/connector.ts'
import { allowedUpstreams, createConnectorContext } from '../sources/context.ts'
import { personalGrants } from '../sources/grades/own-decisions.ts'
import { storageRules } from '../sources/grades/storage-rules.ts'
import { diskDaysMaxOf, storedAnswersFolder } from '../sources/grades/stored-answers.ts'
import { type CachingTransport, cachingTransport } from '../upstreams/caching.ts'
import {
  type CircuitBreaker,
  circuitBreaker,
  restingHosts,
  type Trouble,
} from '../upstreams/live/circuit-breaker.ts'
import { dailyQuotas } from '../upstreams/live/daily-quotas.ts'
import { checkHostKeys } from '../upstreams/live/host-keys.ts'
import { liveTransport } from '../upstreams/live/live.ts'
import { personalRules } from '../upstreams/live/personal-rules.ts'
import { mirrorTransport } from '../upstreams/mirror/mirror.ts'
import { sandboxTransport } from '../upstreams/sandbox/sandbox.ts'
import { sharedAnswers } from '../upstreams/shared-answers.ts'
import type { Transport } from '../upstreams/transport.ts'
import type { Storage } from './storage.ts'

/** The transport of the configured mode, and the context of the connectors. */
export type Sources = {
  /** Answers are cached in memory and shared with other instances. */
  upstreams: CachingTransport
  /**
   * Deletes answers of sources that are switched off, and answers stored for longer than their
   * owner allows.
   *
   * @returns whether a source was switched off since the last call
   */
  enforceStorageRules(): boolean
  context: ConnectorContext
  /** Operations that keep failing upstream. */
  troubles(): readonly Trouble[]
  /** Hosts with an operation that is paused after repeated failures. */
  restingHosts(): ReadonlySet<string>
}

type SourcesParts = {
  storage: Pick<Storage, 'redis'>
  observability: { watchUpstreams(transport: Transport): Transport }
  now(): Date
  /** Keys of upstreams, by the name of their variable. */
  environment: Readonly<Record<string, string | undefined>>
}

/**
 * Creates the transport of the configured mode, its caches, and the context of the connectors.
 *
 * @throws FiqError `CONFIGURATION_INVALID` for a key that cannot be sent
 */
export function createSources(
  { upstream, dataDir, stalePrices, personal }: ServerConfig,
  { storage: { redis }, observability, now, environment }: SourcesParts,
): Sources {
  const breaker = circuitBreaker()
  const inner = transportOf(upstream, dataDir, { now, environment, breaker, isPersonal: personal })
  const wait = (ms: number) => setTimeout(ms)
  const upstreams = cachingTransport(observability.watchUpstreams(inner), {
    now: () => new Date(steadyMs()),
    marketOpen: () => marketClock(now()).isOpen,
    isPersonal: personal,
    shared: redis && sharedAnswers({ redis, mode: inner.mode, nowMs: steadyMs, wait }),
  })
  const context = createConnectorContext({
    upstreams,
    files: openImportedFiles(upstream.mode === 'mirror' ? [dataDir, upstream.folder] : [dataDir]),
    now,
    allowed: personal ? personalGrants(dataDir, steadyMs) : allowedUpstreams(environment),
    upstreamKeyOf: (variable) => environment[variable],
    refusesStale: stalePrices === 'refuse',
    isPersonal: personal,
  })
  const parts = { dataDir, sources: allUpstreams, enabled: context.enabled, now }
  const enforceStorageRules = storageRules({
    ...parts,
    memory: { forgetHosts: upstreams.forgetHosts, forgetCached: context.forgetCached },
  })
  if (upstream.mode === 'live') enforceStorageRules()
  const troubles = () => breaker.troubles(steadyMs())
  return {
    upstreams,
    enforceStorageRules: upstream.mode === 'live' ? enforceStorageRules : () => false,
    context,
    troubles,
    restingHosts: () => restingHosts(troubles()),
  }
}

const allUpstreams = connectors.flatMap(({ upstreams }) => upstreams)

function transportOf(
  upstream: ServerConfig['upstream'],
  dataDir: string,
  ports: Pick<SourcesParts, 'now' | 'environment'> & {
    breaker: CircuitBreaker
    isPersonal: boolean
  },
): Transport {
  const { now, environment, breaker, isPersonal } = ports
  if (upstream.mode === 'sandbox') return sandboxTransport({ now, hosts: sandboxHosts })
  if (upstream.mode === 'mirror') return mirrorTransport(upstream.folder)
  checkHostKeys(environment)
  return liveTransport({
    now,
    nowMs: steadyMs,
    breaker,
    wait: (ms) => setTimeout(ms),
    hosts: upstreamHosts(),
    upstreamKeyOf: (variable) => environment[variable],
    isPersonal,
    dispatcher: new Agent({ connect: { timeout: 3_000 } }),
    cacheDir: storedAnswersFolder(dataDir),
    diskDaysMax: (host) => diskDaysMaxOf(host, allUpstreams),
    quotas: dailyQuotas(join(dataDir, 'upstream-quotas.json')),
    ...defined({
      rules: isPersonal ? personalRules : undefined,
      restingOwnerOf: isPersonal ? undecidedOwnerOf : undefined,
    }),
  })
}
