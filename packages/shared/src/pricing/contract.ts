import type { GraphQLSchema } from 'graphql'
import type { Tariff } from './tariff.ts'

/** The schema and the tariff that server and client share. */
export type Contract = { schema: GraphQLSchema; tariff: Tariff }
