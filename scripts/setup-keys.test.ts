import { expect, test } from 'vitest'
import { setupEntries } from '../packages/cli/src/personal/setup-keys.ts'
import { connectors } from '../packages/server/src/connectors/connectors.ts'
import { answeringUpstreams } from '../packages/server/src/sources/field-readiness.ts'
import { hostRules, variablesNeeded } from '../packages/server/src/upstreams/live/host-rules.ts'

// Client and server never import each other, so this test compares the client's texts with the
// server.

/** Areas whose sources read one of the variables. */
function areasWith(variables: readonly string[]): readonly string[] {
  return connectors
    .filter(({ upstreams }) =>
      upstreams.some(({ key, optionalKey, hosts }) => {
        const ofHosts = hosts.flatMap((host) => hostRules[host]?.key?.variable ?? [])
        const read = [key, optionalKey, ...variablesNeeded(hosts), ...ofHosts]
        return variables.some((variable) => read.includes(variable))
      }),
    )
    .map(({ area }) => area)
}

/** The words in `adds` that promise an area, and the areas. */
const promised: readonly (readonly [word: RegExp, areas: readonly string[]])[] = [
  [/\bprices\b/, ['quotes', 'price-history']],
  [/\bhistory\b/, ['price-history']],
  [/\boptions\b/, ['derivatives']],
  [/\bscreen/, ['screen']],
  [/\bdates of earnings\b/, ['earnings']],
  [/\bnews\b/, ['news']],
  [/\banalysts\b/, ['analyst']],
  [/\bcourt cases\b/, ['litigation']],
  [/\bcampaign finance\b/, ['campaign-finance']],
  [/\bposts and comments\b/, ['social']],
  [/\bresearch\b/, ['research']],
  // No source with a key has currency rates.
  [/\bcurrenc/, []],
]

test.each(setupEntries.map((entry) => [entry.name, entry] as const))(
  'default: what %s adds exists, and its check asks its source',
  (_name, { variables, adds, check }) => {
    const areas = areasWith(variables.map(({ name }) => name))
    const connector = connectors.find(({ area }) => area === check.area)!
    const answering = Object.values(connector.fields).flatMap((field) =>
      answeringUpstreams(connector, field).map(({ id }) => id),
    )
    expect([...answering, ...connector.upstreams.map(({ id }) => id)]).toContain(check.source)
    expect(areas).toContain(check.area)
    for (const [word, named] of promised)
      if (word.test(adds))
        expect(
          named.some((area) => areas.includes(area)),
          adds,
        ).toBe(true)
  },
)
