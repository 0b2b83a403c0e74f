import type { GraphQLSchema } from 'graphql'
import type { Tariff } from './tariff.ts'

/** The agreement of server and client: the schema and the price of its fields. */
export type Contract = { schema: GraphQLSchema; tariff: Tariff }
