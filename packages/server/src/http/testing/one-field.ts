import type { Connector } from '../../sources/connector.ts'

/** A connector of one field, `Query.cheap`, at so many credits: what a test needs that sells something. */
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
