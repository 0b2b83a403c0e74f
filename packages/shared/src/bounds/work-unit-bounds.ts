const workUnits = { enforcedIn: 'packages/server/src/rate-limit/work-units.ts' }

/** Sizes of what counts as one unit of unpaid work. */
export const workUnitBounds = {
  workUnitCharacters: {
    most: 500,
    unit: 'characters',
    of: 'one unit of unpaid work: the query',
    beyond: 'another unit',
    ...workUnits,
  },
  workUnitBodyCharacters: {
    // Only parsed: these take as much CPU time as a tenth of their length in a query.
    most: 5_000,
    unit: 'characters',
    of: 'a body without a further unit',
    beyond: 'another unit for each 5,000',
    ...workUnits,
  },
  workUnitFields: {
    most: 99,
    unit: 'planned fields',
    of: 'an operation without a further unit',
    beyond: 'another unit for each 100; items of priced lists count as fields',
    ...workUnits,
  },
  workUnitIntrospectionBytes: {
    most: 19_999,
    unit: 'bytes',
    of: 'an introspection without a further unit, estimated',
    beyond: 'another unit for each 20,000',
    ...workUnits,
  },
  workUnitFileBytes: {
    most: 131_072,
    unit: 'bytes',
    of: 'a file of the pages without a further unit',
    beyond: 'another unit for each 131,072',
    ...workUnits,
  },
  workUnitAnswerBytes: {
    // An agent that reads an answer of 2 MB in 300 pages stays within its limit.
    most: 65_536,
    unit: 'bytes',
    of: 'a stored large answer, compressed, that is read without a further unit',
    beyond: 'another unit for each 65,536',
    ...workUnits,
  },
} as const
