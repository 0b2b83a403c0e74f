import type { Upstream } from '../../sources/connector.ts'

/**
 * Maps a host to the names of the sources that request from it.
 *
 * @example sourceNames(upstreams)('data.sec.gov') // 'SEC EDGAR company facts, SEC EDGAR submissions'
 * @returns A function that returns the host itself for an unknown one.
 */
export function sourceNames(
  upstreams: readonly Pick<Upstream, 'name' | 'hosts'>[],
): (host: string) => string {
  const names = new Map<string, Set<string>>()
  for (const { name, hosts } of upstreams)
    for (const host of hosts) names.set(host, (names.get(host) ?? new Set()).add(name))
  return (host) => {
    const [first = host, second, ...others] = names.get(host) ?? []
    if (second === undefined) return first
    return others.length === 0 ? `${first}, ${second}` : `${first} and ${others.length + 1} others`
  }
}
