import type { Contract } from '@fiq/shared/pricing/price-request'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'
import { fuzzRates, fuzzSchemaText } from './fuzz-schema.ts'
import { randomResolvers } from './random-values.ts'

/** The product's own schema, and one with abstract types, each with random resolvers. */
export function fuzzContracts(): readonly [name: string, contract: Contract][] {
  const { unavailable: _, ...available } = tariff
  const contracts: [string, Contract][] = [
    ['our schema', { schema: buildSchema(schemaText), tariff: available }],
    [
      'abstract types',
      { schema: buildSchema(fuzzSchemaText), tariff: { version: 'f', rates: fuzzRates } },
    ],
  ]
  for (const [
    ,
    {
      schema,
      tariff: { rates },
    },
  ] of contracts)
    randomResolvers(schema, rates)
  return contracts
}
