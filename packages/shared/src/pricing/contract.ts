import type { GraphQLSchema } from 'graphql'
import type { Tariff } from './tariff.ts'

/** What server and client agree on: the schema and what its fields cost. */
export type Contract = { schema: GraphQLSchema; tariff: Tariff }
