const pricing = 'packages/shared/src/pricing'
const operationLimits = { enforcedIn: `${pricing}/operation-limits.ts` }

/** Bounds on the document of an operation and its variables, checked before the price. */
export const operationBounds = {
  documentCharactersMax: {
    // 2,000 names of 64 characters. Longer texts are strings and comments: 650 KB of escapes took 30 ms.
    most: 131_072,
    unit: 'characters',
    of: 'a document',
    beyond: '`QUERY_TOO_LARGE`',
    ...operationLimits,
  },
  tokensMax: {
    most: 2_000,
    unit: 'tokens',
    of: 'a document',
    beyond: '`QUERY_TOO_LARGE`',
    ...operationLimits,
  },
  selectionsMax: {
    most: 4_000,
    unit: 'fields and fragments',
    of: 'all operations of a document together, each spread of a fragment counts',
    beyond: '`QUERY_TOO_LARGE`',
    ...operationLimits,
  },
  variableItemsMax: {
    // The 5,000 bars of `technicals`, plus lists of tickers.
    most: 6_000,
    unit: 'items',
    of: 'all lists in the variables together',
    beyond: '`QUERY_TOO_LARGE`, before coercion',
    enforcedIn: `${pricing}/variable-items.ts`,
  },
  variableMembersMax: {
    most: 1_000,
    unit: 'members',
    of: 'all objects in the variables together; an object in a list has 20 free',
    beyond: '`QUERY_TOO_LARGE`, before coercion',
    enforcedIn: `${pricing}/variable-items.ts`,
  },
  linesMax: {
    // For each fault, graphql reads all lines before it to number its line.
    most: 10_000,
    unit: 'lines',
    of: 'a document',
    beyond: '`QUERY_TOO_LARGE`',
    ...operationLimits,
  },
  depthMax: {
    most: 15,
    unit: 'levels',
    of: 'nested fields',
    beyond: '`QUERY_TOO_LARGE`',
    ...operationLimits,
  },
  nestingMax: {
    most: 100,
    unit: 'levels',
    of: 'nested brackets, in a body or a document',
    beyond: '`QUERY_TOO_LARGE`',
    ...operationLimits,
  },
  introspectionsMax: {
    most: 4,
    unit: 'fields',
    of: '`__schema` and `__type` in an operation',
    beyond: '`QUERY_TOO_LARGE`',
    ...operationLimits,
  },
  introspectionBytesMax: {
    most: 8_388_608,
    unit: 'bytes',
    of: 'the answer of an introspection, estimated from the sizes in the schema',
    beyond: '`QUERY_TOO_LARGE`, before the schema is read',
    enforcedIn: 'packages/server/src/execution/introspection-size.ts',
  },
  nameCharactersMax: {
    most: 64,
    unit: 'characters',
    of: 'an alias or any other name in a document',
    beyond: '`QUERY_TOO_LARGE`',
    ...operationLimits,
  },
  fragmentsMax: {
    most: 100,
    unit: 'fragments',
    of: 'fragment definitions in a document',
    beyond: '`QUERY_TOO_LARGE`',
    ...operationLimits,
  },
  repeatedKeysMax: {
    most: 500,
    unit: 'pairs',
    of: 'pairs of fields with the same response key at one place of the answer',
    beyond: '`QUERY_TOO_LARGE`',
    ...operationLimits,
  },
  pathCharactersMax: {
    most: 400,
    unit: 'characters',
    of: 'a response path',
    beyond: '`QUERY_TOO_LARGE`',
    enforcedIn: `${pricing}/plan-operation.ts`,
  },
} as const
