import { connectors } from '../packages/server/src/connectors/connectors.ts'
import { hostRules, variablesNeeded } from '../packages/server/src/upstreams/live/host-rules.ts'

/** The variables of sources, by the code that reads them. */
export function sourceVariables(): string[][] {
  const upstreams = connectors.flatMap((connector) => connector.upstreams)
  const found = new Map<string, { ids: Set<string>; isNeeded: boolean }>()
  for (const { id, hosts, key, optionalKey } of upstreams) {
    const needed = [...variablesNeeded(hosts), ...(key === undefined ? [] : [key])]
    const optional = hosts.flatMap((host) => hostRules[host]?.key?.variable ?? [])
    const names = [...needed, ...optional, ...(optionalKey === undefined ? [] : [optionalKey])]
    for (const name of new Set(names)) {
      const known = found.get(name) ?? { ids: new Set(), isNeeded: false }
      known.ids.add(id)
      found.set(name, { ...known, isNeeded: known.isNeeded || needed.includes(name) })
    }
  }
  return Array.from(found, ([name, { ids, isNeeded }]) => [
    `\`${name}\``,
    [...ids].sort().join(', '),
    isNeeded ? 'off' : 'lower limits, if it is on',
  ]).sort(([a = ''], [b = '']) => a.localeCompare(b))
}
