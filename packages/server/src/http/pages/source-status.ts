import { andNames } from '@fiq/shared/spelling/name-list'
import type { Connector, Upstream } from '../../sources/connector.ts'
import { settingsOf } from '../../sources/sourced.ts'
import type { Trouble } from '../../upstreams/live/circuit-breaker.ts'

/** State of the sources, for the pages. */
export type SourceFacts = {
  connectors: readonly Pick<Connector, 'area' | 'upstreams'>[]
  enabled(upstream: Upstream): boolean
  /** Latest failures, by host and path. */
  troubles(): readonly Pick<Trouble, 'operation' | 'failures'>[]
}

/** A source with its current state. */
export type SourceStatus = {
  upstream: Upstream
  /** The areas that it serves. */
  areas: readonly string[]
  state: 'on' | 'failing' | 'off'
  /** The number of consecutive failures, or the settings that switch the source on. */
  words: string
}

/** Lists every source once, in the order of the areas. */
export function sourceStatus({
  connectors,
  enabled,
  troubles,
}: SourceFacts): readonly SourceStatus[] {
  const failing = troubles()
  const all = connectors.flatMap(({ area, upstreams }) =>
    upstreams.map((upstream) => ({ area, upstream })),
  )
  return [...Map.groupBy(all, ({ upstream }) => upstream.id).values()].map((of) => {
    const { upstream } = of[0]!
    const areas = [...new Set(of.map(({ area }) => area))]
    if (!enabled(upstream)) return { upstream, areas, state: 'off', words: turnedOnBy(upstream) }
    const failures = failing
      .filter(({ operation }) => upstream.hosts.some((host) => operation.startsWith(`${host}/`)))
      .map((trouble) => trouble.failures)
    if (failures.length === 0) return { upstream, areas, state: 'on', words: '' }
    const most = Math.max(...failures)
    const words = most === 1 ? 'failed once' : `failed ${most} times in a row`
    return { upstream, areas, state: 'failing', words }
  })
}

function turnedOnBy(upstream: Upstream): string {
  const settings = settingsOf(upstream)
  if (settings.length === 0) return 'not in the data of this server'
  return `${andNames(settings)} ${settings.length > 1 ? 'turn' : 'turns'} it on`
}
