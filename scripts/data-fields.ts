import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connector } from '../packages/server/src/connectors/connector.ts'

const folder = join(import.meta.dirname, '../packages/server/src/connectors')

export const dataFieldHeads = [
  'field',
  'sources, in order',
  'licence',
  'transports',
  'delay',
  'credits',
  'recorded answers',
  'test',
] as const

/**
 * A row for every priced field: where its values come from, on what terms, through which transports,
 * how late, at what price, and what proves it. Read from the descriptors and the folders themselves.
 */
export function dataFieldRows(connectors: readonly Connector[]): string[][] {
  return connectors.flatMap(({ area, upstreams, fields }) => {
    const tests = filesOf(area).filter((file) => file.endsWith('.test.ts'))
    const distinct = (values: readonly string[]) => [...new Set(values)].join(', ')
    return Object.entries(fields).map(([coordinate, { rate }]) => [
      `\`${coordinate}\``,
      upstreams.map(({ id }) => `\`${id}\``).join(', ') || 'computed here',
      distinct(upstreams.map(({ licence }) => licence.class)) || 'own',
      transportsOf(area, upstreams),
      distinct(upstreams.map(({ delay }) => delay)) || 'none',
      String(rate.credits),
      existsSync(join(folder, area, 'fixtures'))
        ? readdirSync(join(folder, area, 'fixtures'))
            .map((file) => `\`${file}\``)
            .join(', ')
        : 'in the tests',
      tests.map((file) => `\`${area}/${file}\``).join(', '),
    ])
  })
}

/** A mirror and the sandbox have no keys, so a source that needs one is live only. */
function transportsOf(area: string, upstreams: Connector['upstreams']): string {
  const keyless = upstreams.length === 0 || upstreams.some(({ key }) => key === undefined)
  return [
    'live',
    ...(keyless ? ['mirror', 'sandbox'] : []),
    ...(readsFiles(area) ? ['files'] : []),
  ].join(', ')
}

/** Does the area's code, or that of an area it builds on, ask for imported data? */
function readsFiles(area: string): boolean {
  return filesOf(area)
    .filter((file) => !file.endsWith('.test.ts'))
    .some((file) => {
      const text = readFileSync(join(folder, area, file), 'utf8')
      return /\bfiles\.(?:bars|series|tickers)\b/.test(text) || /'\.\.\/price-history\//.test(text)
    })
}

function filesOf(area: string): string[] {
  return readdirSync(join(folder, area)).filter((file) => file.endsWith('.ts'))
}
