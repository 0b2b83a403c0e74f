import type { Connector } from '../../sources/connector.ts'

/** Namespace type. Regulatory connectors extend it. */
export const regulatory: Connector = {
  area: 'regulatory',
  category: 'regulatory',
  upstreams: [],
  sdl: /* GraphQL */ `
    extend type Entity {
      "Records of regulators about the entity, found by its name or its SEC filer identifier."
      regulatory: Regulatory
    }

    "Records of regulators about an entity."
    type Regulatory
  `,
  fields: {
    'Entity.regulatory': {
      rate: { credits: 0 },
      resolve: async (entity) => ({ value: entity, provenance: [] }),
    },
  },
}
