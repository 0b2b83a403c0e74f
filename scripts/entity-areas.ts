import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isNullableType,
  isObjectType,
} from 'graphql'

/** Deepest nesting below an area. */
const depthMax = 3

/**
 * The sub-graphs of an entity, by name, with the selection of every plain field. Lists of a
 * grouping area are beside it under their dotted name (`financials.income`). Lists inside an area's
 * items are priced separately and left out.
 */
export function entityAreasOf(schemaText: string): Readonly<Record<string, string>> {
  const entity = buildSchema(schemaText).getType('Entity')
  if (!isObjectType(entity)) return {}
  return Object.fromEntries(
    objectFields(entity).flatMap((field) => {
      const below = getNamedType(field.type) as GraphQLObjectType
      const whole = selectionOf(field, [entity])
      const members = isList(field) || leaves(below).length > 0 ? [] : objectFields(below)
      return [
        ...(whole === undefined ? [] : [[field.name, whole]]),
        ...members.filter(takesFilter).flatMap((member) => {
          const part = selectionOf(member, [entity, below])
          const whole = `${field.name}${argumentsOf(field)} { ${part} }`
          return part ? [[`${field.name}.${member.name}`, whole]] : []
        }),
      ]
    }),
  )
}

/** The names of the fields of each filter in these areas, by its type. */
export function filterFieldsOf(schemaText: string): Readonly<Record<string, readonly string[]>> {
  const areas = Object.values(entityAreasOf(schemaText)).join(' ')
  const names = new Set([...areas.matchAll(/filter: %(\w+)/g)].map(([, name]) => name!))
  const schema = buildSchema(schemaText)
  return Object.fromEntries(
    [...names].map((name) => {
      const type = schema.getType(name)
      return [name, isInputObjectType(type) ? Object.keys(type.getFields()) : []]
    }),
  )
}

type Field = GraphQLField<unknown, unknown>

/** `name(filter: %ArrayFilterInput) { … }`, or nothing when there is nothing plain in it. */
function selectionOf(field: Field, path: readonly GraphQLObjectType[]): string | undefined {
  const type = getNamedType(field.type) as GraphQLObjectType
  if (path.includes(type) || path.length > depthMax) return undefined
  const isGrouping = path.length === 1 && !isList(field)
  const inner = [
    ...leaves(type).map(({ name }) => name),
    ...objectFields(type)
      .filter((member) => isGrouping || !takesFilter(member))
      .flatMap((member) => selectionOf(member, [...path, type]) ?? []),
  ]
  if (inner.length === 0) return undefined
  return `${field.name}${argumentsOf(field)} { ${inner.join(' ')} }`
}

/** `(period: %FinancialPeriod, filter: %ArrayFilterInput)`; empty without arguments. */
function argumentsOf({ args }: Field): string {
  return args.length > 0 ? `(${args.map(({ name, type }) => `${name}: %${type}`).join(', ')})` : ''
}

function leaves(type: GraphQLObjectType): Field[] {
  return Object.values(type.getFields()).filter(
    (field) => isLeafType(getNamedType(field.type)) && isAskable(field),
  )
}

function objectFields(type: GraphQLObjectType): Field[] {
  return Object.values(type.getFields()).filter(
    (field) => isObjectType(getNamedType(field.type)) && isAskable(field),
  )
}

/** Whether the field has no required argument. */
function isAskable({ args }: Field): boolean {
  return args.every(({ type, default: value }) => isNullableType(type) || value !== undefined)
}

function takesFilter(field: Field): boolean {
  return field.args.some(({ name }) => name === 'filter')
}

function isList({ type }: Field): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type)
}
