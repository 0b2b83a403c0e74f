import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { connectors } from '../packages/server/src/connectors/connectors.ts'
import { ratesOf, schemaTextOf } from '../packages/server/src/execution/build-schema.ts'
import { priceBounds } from '../packages/shared/src/pricing/tariff.ts'
import { entityAreasOf, filterFieldsOf } from './entity-areas.ts'

/**
 * Generates the contract as a module of the shared package: schema text and tariff, collected from
 * the connectors. The client prices with the same table without importing the server.
 */
export function contractModule(): string {
  const rates = ratesOf(connectors)
  const bounds = Object.entries(priceBounds).map(([name, bound]) => [name, String(bound)])
  const version = createHash('sha256')
    .update(JSON.stringify([schemaText, rates, bounds]))
    .digest('hex')
    .slice(0, 12)
  return `import type { Tariff } from '../pricing/tariff.ts'

/** Generated from the connectors by \`pnpm run generate\`. Do not edit. */
export const schemaText = ${JSON.stringify(schemaText)}

export const tariff: Tariff = {
  version: ${JSON.stringify(version)},
  rates: {
${Object.entries(rates)
  .map((entry) => `    ${entry.map((part) => JSON.stringify(part)).join(': ')},`)
  .join('\n')}
  },
}
`
}

/** A separate module, so that help and completion can name the areas without loading the prices. */
export function entityAreasModule(): string {
  return `/** Data areas below an entity, and what is selected of each; \`%TYPE\` stands for the value of an argument. Generated from the connectors by \`pnpm run generate\`. Do not edit. */
export const entityAreas: Readonly<Record<string, string>> = ${JSON.stringify(entityAreasOf(schemaText), null, 2)}

/** Names of the fields of each filter above, by its type. */
export const filterFields: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(filterFieldsOf(schemaText), null, 2)}
`
}

const schemaText = schemaTextOf(connectors)
const folder = new URL('../packages/shared/src/schema/', import.meta.url)
export const contractFile = new URL('contract.ts', folder)
export const entityAreasFile = new URL('entity-areas.ts', folder)

if (import.meta.main) {
  writeFileSync(contractFile, contractModule())
  writeFileSync(entityAreasFile, entityAreasModule())
}
