import { bounds } from '@fiq/shared/bounds'

/** Characters of a query, and of a body, in one unit of work. */
export const { workUnitCharacters, workUnitBodyCharacters, workBurstMin } = bounds
/** Planned fields and items of their lists that make one more. */
const unitFields = bounds.workUnitFields + 1
/** Estimated bytes of an introspection that make one more. */
const unitIntrospectionBytes = bounds.workUnitIntrospectionBytes + 1

/**
 * The work of reading a body, by its length: a unit for each 5,000 characters. The server counts it
 * before it parses the body. The length is the same on every machine.
 */
export function bodyUnits(characters: number): number {
  return Math.max(0, Math.floor((characters - 1) / workUnitBodyCharacters))
}

/** The work of parsing and validating a query: a unit for each started 500 characters. */
export function queryUnits({ query }: { query: string }): number {
  return Math.max(1, Math.ceil(query.length / workUnitCharacters))
}

/**
 * The work of planning, beyond that of the text: a unit for each 100 planned fields and items of
 * their lists. A fragment is planned at each spread, so a short text may have thousands of fields,
 * and a variable may be the list of many of them.
 */
export function planUnits(fields: number): number {
  return Math.floor(fields / unitFields)
}

/** The work of sending a file of the pages, uncompressed: the largest takes 8 ms of CPU. */
export function fileUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / bounds.workUnitFileBytes))
}

/** The work of reading a stored answer, by its compressed bytes: a page needs the whole answer. */
export function answerUnits(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / bounds.workUnitAnswerBytes))
}

/** The work of reading the schema: a short text may ask for megabytes of it. */
export function introspectionUnits(bytes: number): number {
  return Math.floor(bytes / unitIntrospectionBytes)
}
