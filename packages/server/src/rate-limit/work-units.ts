import { bounds } from '@fiq/shared/bounds'

/** Characters of a query, and of variables, in one unit of work. */
export const { workUnitCharacters, workUnitVariableCharacters, workBurstMin } = bounds
/** Planned fields and items of their lists that make one more. */
const unitFields = bounds.workUnitFields + 1
/** Estimated bytes of an introspection that make one more. */
const unitIntrospectionBytes = bounds.workUnitIntrospectionBytes + 1

/**
 * Units of the work that precedes payment: one for each 500 characters of the query and one for
 * each 5,000 of its variables, rounded up. Reading, validating and pricing take time in proportion
 * to the size. The size is known before the work and is the same on every machine.
 */
export function workUnits({
  query,
  variables,
}: {
  query: string
  variables: Readonly<Record<string, unknown>>
}): number {
  const ofQuery = Math.max(1, Math.ceil(query.length / workUnitCharacters))
  return ofQuery + Math.floor((JSON.stringify(variables).length - 1) / workUnitVariableCharacters)
}

/**
 * The work of planning, beyond that of the text: a unit for each 100 planned fields and items of
 * their lists. A fragment is planned at each spread, so a short text may have thousands of fields,
 * and a variable may be the list of many of them.
 */
export function planUnits(fields: number): number {
  return Math.floor(fields / unitFields)
}

/** The work of reading the schema: a short text may ask for megabytes of it. */
export function introspectionUnits(bytes: number): number {
  return Math.floor(bytes / unitIntrospectionBytes)
}
