import { LRUCache } from 'lru-cache'
import { variablesNeeded } from '../upstreams/live/host-rules.ts'
import { retryIfRefused } from '../upstreams/retry-if-refused.ts'
import type { Transport } from '../upstreams/transport.ts'
import type { ConnectorContext, FileStore, Upstream } from './connector.ts'
import { fetching } from './fetching.ts'

/** Most kept values (parsed files, indexes). A typical one, a filer's facts, takes about 1 MB. */
const keptMax = 500

/** The parts of {@link createConnectorContext}. */
export type ContextParts = {
  upstreams: Transport
  files: FileStore
  now(): Date
  /** Ids of restricted upstreams the operator turned on, or a person may ask. */
  allowed: Pick<ReadonlySet<string>, 'has'>
  /** A configured key by the name of its variable. Absent: no keys. */
  upstreamKeyOf?(variable: string): string | undefined
  /** Refuse stale prices. Otherwise the server answers and marks them. */
  refusesStale?: boolean
  /** The server serves the person who runs it. */
  isPersonal?: boolean
}

/** The context of all connectors over one transport. `keep` caches expensive values. */
export function createConnectorContext({
  upstreams,
  files,
  now,
  allowed,
  upstreamKeyOf = () => undefined,
  refusesStale = false,
  isPersonal = false,
}: ContextParts): ConnectorContext & { forgetCached(): void } {
  const kept = new LRUCache<string, { until: number; value: Promise<unknown> }>({ max: keptMax })

  return {
    ...fetching,
    upstreams,
    files,
    now,
    refusesStale,
    isPersonal,
    oneByOne: upstreams.mode === 'mirror',
    /**
     * Drops the contents of {@link ConnectorContext.cached}: one of their sources was switched off.
     */
    forgetCached: () => kept.clear(),
    enabled: (upstream) => isEnabled(upstream, upstreams, allowed, upstreamKeyOf),
    cached<value>(
      key: string,
      maxAgeSeconds: number,
      build: (context: ConnectorContext) => Promise<value>,
    ): Promise<value> {
      const nowMs = now().getTime()
      const known = kept.get(key)
      if (known && known.until > nowMs)
        return retryIfRefused(known.value as Promise<value>, () =>
          this.cached(key, maxAgeSeconds, build),
        )
      // A spread of this context may replace a part: builds receive the replaced context.
      const value = build(this)
      kept.set(key, { until: nowMs + maxAgeSeconds * 1_000, value })
      value.catch(() => {
        if (kept.get(key)?.value === value) kept.delete(key)
      })
      return value
    },
  }
}

/**
 * The sandbox invents its data and a mirror belongs to the operator, so both answer as every
 * upstream that needs no key. A key is the operator's agreement with a vendor: if it is set, the
 * server fetches that source live, and the sandbox answers as that source. A mirror holds none of
 * its files. Live, a source whose hosts need a variable, as the SEC needs a contact, is off without.
 */
function isEnabled(
  { id, key, optionalKey, hosts, licence, isOnlyOne, isLiveOnly }: Upstream,
  { mode }: Transport,
  allowed: ContextParts['allowed'],
  upstreamKeyOf: (variable: string) => string | undefined,
): boolean {
  if (mode === 'sandbox' && isOnlyOne) return true
  if (mode !== 'live' && isLiveOnly) return false
  if (mode === 'live' && !variablesNeeded(hosts).every(upstreamKeyOf)) return false
  if (key !== undefined) return mode !== 'mirror' && Boolean(upstreamKeyOf(key))
  if (optionalKey !== undefined && upstreamKeyOf(optionalKey)) return true
  return mode !== 'live' || licence.class !== 'restricted' || allowed.has(id)
}

/** Restricted sources the operator has an agreement for, by id: `FIQ_RESTRICTED_UPSTREAMS`. */
export function allowedUpstreams(
  environment: Readonly<Record<string, string | undefined>>,
): ReadonlySet<string> {
  return new Set(
    (environment['FIQ_RESTRICTED_UPSTREAMS'] ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
  )
}
