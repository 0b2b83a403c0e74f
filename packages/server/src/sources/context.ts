import { variablesNeeded } from '../upstreams/live/host-rules.ts'
import type { Transport } from '../upstreams/transport.ts'
import type { ConnectorContext, FileStore, Upstream } from './connector.ts'
import { fetching } from './fetching.ts'
import { createParsedValues } from './parsed/create-parsed-values.ts'

/** The parts of {@link createConnectorContext}. */
export type ContextParts = {
  upstreams: Transport
  files: FileStore
  now(): Date
  /** Ids of the restricted upstreams that the operator or the user has switched on. */
  allowed: Pick<ReadonlySet<string>, 'has'>
  /** Returns a configured key by the name of its variable. By default there are no keys. */
  upstreamKeyOf?(variable: string): string | undefined
  /** Refuses stale prices. By default the server answers and marks them. */
  refusesStale?: boolean
  /** Whether this is a personal server. */
  isPersonal?: boolean
}

/** The context of all connectors over one transport. `cached` stores expensive values. */
export function createConnectorContext({
  upstreams,
  files,
  now,
  allowed,
  upstreamKeyOf = () => undefined,
  refusesStale = false,
  isPersonal = false,
}: ContextParts): ConnectorContext & { forgetCached(): void } {
  const parsed = createParsedValues(() => now().getTime())

  return {
    ...fetching,
    upstreams,
    files,
    now,
    refusesStale,
    isPersonal,
    oneByOne: upstreams.mode === 'mirror',
    /** Clears {@link ConnectorContext.cached}, because one of its sources was switched off. */
    forgetCached: parsed.clear,
    enabled: (upstream) => isEnabled(upstream, upstreams, allowed, upstreamKeyOf),
    cached(key, maxAgeSeconds, build) {
      // A spread of this context may replace a part, so builds receive the replaced context.
      return parsed.obtain(key, maxAgeSeconds, () => build(this))
    },
  }
}

/**
 * Whether an upstream is on. The sandbox invents its data and a mirror belongs to the operator, so
 * both answer in the name of every upstream without a required key. A key is the operator's
 * agreement with a vendor: if it is set, the server fetches that source live, and the sandbox
 * answers in its name; a mirror contains none of its files. Live, a source whose hosts need a
 * variable, such as the SEC's contact, is off without it.
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

/**
 * Ids of the restricted sources for which the operator has an agreement:
 * `FIQ_RESTRICTED_UPSTREAMS`.
 */
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
