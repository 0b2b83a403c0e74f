import { bounds } from '@fiq/shared/bounds'

/** Characters of a query, and of variables, that make one unit of work. */
export const { workUnitCharacters, workUnitVariableCharacters, workBurstMin } = bounds
/** Planned fields that make one more. */
const unitFields = bounds.workUnitFields + 1

/**
 * The work of a request before it is paid: a unit for each 500 characters of its query that begin,
 * and one for each 5,000 of its variables. Reading, validating and pricing take time in proportion
 * to the size, within the bounds of documents; the size is known before the work, and is the same on
 * every machine.
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
 * The work of planning, beyond that of the text: a unit for each 100 planned fields. A fragment is
 * planned at each spread, so a short text may have thousands of fields.
 */
export function planUnits(fields: number): number {
  return Math.floor(fields / unitFields)
}
