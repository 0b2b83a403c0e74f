import {
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  type SelectionSetNode,
} from 'graphql'
import {
  anything,
  boolean,
  integer,
  type JsonSchema,
  list,
  number,
  orNull,
  text,
} from '../json-schema.ts'

/** JSON Schema of GraphQL's own scalars. */
const scalars: Readonly<Record<string, JsonSchema>> = {
  String: text,
  ID: text,
  Int: integer,
  Float: number,
  Boolean: boolean,
}

/**
 * JSON Schema of a query's `data`, from the types of the selected fields. The query has no
 * fragments.
 */
export function responseSchema(schema: GraphQLSchema, query: string): JsonSchema {
  const [operation] = parse(query).definitions
  const queryType = schema.getQueryType()
  if (operation?.kind !== 'OperationDefinition' || !queryType) return anything
  return selected(queryType, operation.selectionSet)
}

function selected(type: GraphQLOutputType, selection: SelectionSetNode | undefined): JsonSchema {
  if (isNonNullType(type)) return present(type.ofType, selection)
  return orNull(present(type, selection))
}

function present(type: GraphQLOutputType, selection: SelectionSetNode | undefined): JsonSchema {
  if (isNonNullType(type)) return present(type.ofType, selection)
  if (isListType(type)) return list(selected(type.ofType, selection))
  if (isEnumType(type)) return { ...text, enum: type.getValues().map(({ name }) => name) }
  if (!isObjectType(type)) return scalars[type.name] ?? anything
  const fields = (selection?.selections ?? []).filter(
    (node): node is FieldNode => node.kind === 'Field',
  )
  const properties = fields.flatMap(({ name, alias, selectionSet }) => {
    const field = type.getFields()[name.value]
    return field ? [[(alias ?? name).value, selected(field.type, selectionSet)] as const] : []
  })
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([key]) => key),
    additionalProperties: false,
  }
}
