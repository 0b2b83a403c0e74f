import type { Connector } from '../../sources/connector.ts'

/**
 * A connector with one field, `Query.cheap`, at the given credits, for tests that sell something.
 */
export function oneField(
  credits: number,
  resolve: () => number | Promise<number> = () => 1,
): Connector {
  return {
    area: 'quotes',
    category: 'market',
    upstreams: [],
    sdl: 'extend type Query { cheap: Int }',
    fields: {
      'Query.cheap': {
        rate: { credits },
        resolve: async () => ({ value: await resolve(), provenance: [] }),
      },
    },
  }
}
