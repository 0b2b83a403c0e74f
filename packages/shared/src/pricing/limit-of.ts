import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  getNamedType,
  isInputObjectType,
  Kind,
} from 'graphql'
import type { Arguments } from './bind-plan.ts'
import type { Rate } from './tariff.ts'

type Definition = GraphQLArgument | GraphQLInputField

/**
 * The maximum number of items of a field: the argument that its rate names, or else the default in
 * the schema. A resolver replaces null by the default, and so does the price.
 *
 * @returns `undefined` if the rate names no argument, or the argument has no default.
 */
export function limitOf(
  field: Pick<GraphQLField<unknown, unknown>, 'args'>,
  args: Arguments,
  { pagesOf }: Rate,
): number | undefined {
  if (pagesOf === undefined) return undefined
  const names = pagesOf.split('.')
  let limit: unknown = args
  for (const name of names)
    limit =
      typeof limit === 'object' && limit !== null
        ? (limit as Record<string, unknown>)[name]
        : undefined
  return typeof limit === 'number' ? limit : defaultIn(field.args, names)
}

function defaultIn(args: readonly Definition[], [first, ...inner]: readonly string[]) {
  let definition = args.find(({ name }) => name === first)
  for (const name of inner) {
    const type = definition && getNamedType(definition.type)
    definition = isInputObjectType(type) ? type.getFields()[name] : undefined
  }
  const { value, literal } = definition?.default ?? {}
  const number = literal?.kind === Kind.INT ? Number(literal.value) : value
  return typeof number === 'number' ? number : undefined
}
