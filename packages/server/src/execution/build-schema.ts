import type { Rate, Rates } from '@fiq/shared/pricing/tariff'
import {
  buildASTSchema,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  parse,
  print,
  visit,
} from 'graphql'
import { baseSchema } from '../sources/base-schema.ts'
import type { Connector } from '../sources/connector.ts'
import { resolverOf } from './resolver.ts'

/**
 * The schema as text: the base types and the types of every connector, with the price of each field
 * in its `@cost` directive. Clients read it, and the contract is generated from it.
 */
export function schemaTextOf(connectors: readonly Connector[]): string {
  const document = parse([baseSchema, ...connectors.map(({ sdl }) => sdl)].join('\n'))
  const rates = ratesOf(connectors)
  const priced = visit(document, {
    FieldDefinition(node, _key, _parent, _path, ancestors) {
      const owner = ancestors.at(-1)
      const typeName = owner && 'name' in owner && owner.name ? owner.name.value : undefined
      const rate = rates[`${typeName}.${node.name.value}`]
      if (!rate) return undefined
      return { ...node, directives: [...(node.directives ?? []), costDirective(rate)] }
    },
  })
  return `${print(priced)}\n`
}

/** Collects the rates of every connector. Two connectors cannot price the same field. */
export function ratesOf(connectors: readonly Connector[]): Rates {
  const rates: Record<string, Rate> = {}
  for (const { area, fields } of connectors)
    for (const [coordinate, { rate }] of Object.entries(fields)) {
      if (rates[coordinate]) throw new Error(`${coordinate} is priced twice; again by ${area}.`)
      rates[coordinate] = rate
    }
  return rates
}

/** Builds an executable schema: the connectors' types with their resolvers. */
export function buildSchema(connectors: readonly Connector[]): GraphQLSchema {
  const schema = buildASTSchema(parse(schemaTextOf(connectors)))
  for (const { area, fields } of connectors)
    for (const [coordinate, field] of Object.entries(fields)) {
      const [typeName = '', fieldName = ''] = coordinate.split('.')
      const type = schema.getType(typeName)
      const target = isObjectType(type)
        ? (type as GraphQLObjectType).getFields()[fieldName]
        : undefined
      if (!target) throw new Error(`${area} prices ${coordinate}, which its SDL does not declare.`)
      target.resolve = resolverOf(field)
    }
  return schema
}

function costDirective(rate: Rate) {
  const [definition] = parse(`type T { f: Int @cost(${costArguments(rate)}) }`).definitions
  if (definition?.kind !== Kind.OBJECT_TYPE_DEFINITION) throw new Error('not a type')
  return definition.fields![0]!.directives![0]!
}

function costArguments({ credits, timesOf, pagesOf, factors }: Rate): string {
  return [
    `credits: ${credits}`,
    ...(timesOf === undefined ? [] : [`timesOf: ${JSON.stringify(timesOf)}`]),
    ...(pagesOf === undefined ? [] : [`pagesOf: ${JSON.stringify(pagesOf)}`]),
    ...(factors ? [`factorsOf: ${JSON.stringify(factors.arguments)}`] : []),
  ].join(', ')
}
