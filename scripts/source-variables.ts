import { connectors } from '../packages/server/src/connectors/connectors.ts'
import { hostRules, variablesNeeded } from '../packages/server/src/upstreams/live/host-rules.ts'
import { table } from './markdown.ts'

/** The settings section for the variables of sources, from the code that reads them. */
export function sourceVariables(): readonly string[] {
  return [
    '## Keys of live sources',
    'The live server reads these variables. A source that needs one is off without it; `FIQ_RESTRICTED_UPSTREAMS` lists the ids of restricted sources that you have an agreement for, with commas between. `fiq-server doctor` names the areas that have no source.',
    table(['variable', 'sources', 'without it'], variableRows()),
  ]
}

function variableRows(): string[][] {
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
