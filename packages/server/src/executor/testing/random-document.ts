import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { Seeded } from './seeded.ts'

/** A document with variables for it. Valid as a rule; validation drops the rest. */
export type RandomDocument = { query: string; variables: Record<string, unknown> }

type Writer = {
  schema: GraphQLSchema
  random: Seeded
  declarations: string[]
  variables: Record<string, unknown>
  conditions: number
  fragments: { name: string; type: string; text: string }[]
  /** What a response key stands for: two fields of one key have to be the same. */
  keys: Map<string, string>
  introspections: number
}

const aliases = ['a', 'b', 'c', 'd', '__proto__', 'toJSON', 'constructor', 'then', 'e', 'f', 'g']

/** Writes a document: aliases, merged duplicates, fragments, conditions, variables, introspection. */
export function randomDocument(schema: GraphQLSchema, random: Seeded): RandomDocument {
  const writer: Writer = {
    ...{ schema, random, declarations: [], variables: {}, conditions: 0 },
    ...{ fragments: [], keys: new Map(), introspections: 0 },
  }
  const body = selectionSet(writer, schema.getQueryType()!, 4)
  const declared = writer.declarations.length > 0 ? `(${writer.declarations.join(', ')})` : ''
  const operation = `query${declared} ${body}`
  const fragments = writer.fragments.map(({ text }) => text)
  const parts = random.oneIn(2) ? [...fragments, operation] : [operation, ...fragments.toReversed()]
  return { query: parts.join('\n'), variables: writer.variables }
}

function selectionSet(writer: Writer, type: GraphQLNamedType, depth: number): string {
  const { random } = writer
  const count = 1 + random.below(4)
  const written = Array.from({ length: count }, () => selection(writer, type, depth))
  const kept = written.filter((text) => text !== '')
  return `{ ${kept.length > 0 ? kept.join(' ') : '__typename'} }`
}

function selection(writer: Writer, type: GraphQLNamedType, depth: number): string {
  const { random } = writer
  const kind = random.below(10)
  if (kind === 0) return `... ${condition(writer)} ${selectionSet(writer, type, depth - 1)}`
  if (kind === 1 && depth > 0) {
    const on = random.pick(applicable(writer, type))
    return `... on ${on.name} ${condition(writer)} ${selectionSet(writer, on, depth - 1)}`
  }
  if (kind === 2 && depth > 0) return `...${fragment(writer, type, depth)} ${condition(writer)}`
  if (kind === 3) return field(writer, '__typename', '', '', 'String!')
  return fieldOf(writer, type, depth)
}

/** Types that a fragment within the type may be on. */
function applicable({ schema }: Writer, type: GraphQLNamedType): GraphQLNamedType[] {
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [type]
  const abstract = Object.values(schema.getTypeMap()).filter(
    (each) => isAbstractType(each) && possible.some((one) => schema.isSubType(each, one as never)),
  )
  return [...possible, ...abstract]
}

function fragment(writer: Writer, type: GraphQLNamedType, depth: number): string {
  const { random, fragments } = writer
  const fitting = applicable(writer, type)
  const known = fragments.filter((each) => fitting.some(({ name }) => name === each.type))
  if (known.length > 0 && random.oneIn(2)) return random.pick(known).name
  const on = random.pick(fitting)
  const body = selectionSet(writer, on, depth - 1)
  const name = `F${fragments.length}`
  fragments.push({ name, type: on.name, text: `fragment ${name} on ${on.name} ${body}` })
  return name
}

function fieldOf(writer: Writer, type: GraphQLNamedType, depth: number): string {
  const { schema, random } = writer
  if (!isObjectType(type) && !('getFields' in type)) return ''
  if (type === schema.getQueryType() && random.oneIn(30) && writer.introspections < 2) {
    writer.introspections += 1
    const meta = schema.getField(type, random.pick(['__schema', '__type']))!
    return one(writer, meta as never, 2)
  }
  const fields = Object.values(
    (type as { getFields(): Record<string, GraphQLField<unknown, unknown>> }).getFields(),
  ).filter((each) => depth > 0 || !isCompositeType(getNamedType(each.type)))
  return fields.length === 0 ? '' : one(writer, random.pick(fields), depth)
}

function one(writer: Writer, definition: GraphQLField<unknown, unknown>, depth: number): string {
  const args = argumentsOf(writer, definition.args)
  const type = getNamedType(definition.type)
  const isIntrospection = type.name.startsWith('__')
  const below = isCompositeType(type)
    ? selectionSet(writer, type, isIntrospection ? Math.min(1, depth - 1) : depth - 1)
    : ''
  return field(writer, definition.name, args, below, String(definition.type))
}

function field(writer: Writer, name: string, args: string, below: string, type: string): string {
  const { random, keys } = writer
  const meaning = `${name}${args}:${type}`
  const wished = random.oneIn(3) ? random.pick(aliases) : name
  let key = wished
  for (let at = 0; (keys.get(key) ?? meaning) !== meaning; at += 1) key = `${wished}${at}`
  keys.set(key, meaning)
  return `${key === name ? '' : `${key}: `}${name}${args} ${condition(writer)} ${below}`
}

/** `@skip`, `@include`, both or neither. */
function condition(writer: Writer): string {
  const { random } = writer
  if (!random.oneIn(5)) return ''
  const test = () => (random.oneIn(4) ? String(random.oneIn(2)) : conditionVariable(writer))
  const skip = () => `@skip(if: ${test()})`
  const include = () => `@include(if: ${test()})`
  return random.pick([skip, include, () => `${skip()} ${include()}`])()
}

function conditionVariable(writer: Writer): string {
  const { random, declarations, variables } = writer
  if (writer.conditions > 0 && random.oneIn(2)) return `$c${random.below(writer.conditions)}`
  const name = `c${writer.conditions}`
  writer.conditions += 1
  if (random.oneIn(3)) {
    declarations.push(`$${name}: Boolean = ${random.oneIn(2)}`)
    const value = random.below(40)
    if (value > 20) variables[name] = random.oneIn(2)
    if (value === 0) variables[name] = null
  } else {
    declarations.push(`$${name}: Boolean!`)
    variables[name] = random.oneIn(2)
  }
  return `$${name}`
}

function argumentsOf(writer: Writer, args: readonly GraphQLArgument[]): string {
  const written = args
    .filter(({ type }) => isNonNullType(type) || writer.random.oneIn(2))
    .map((each) => `${each.name}: ${literalOf(writer, each.type, 2)}`)
  return written.length > 0 ? `(${written.join(', ')})` : ''
}

function literalOf(writer: Writer, type: GraphQLInputType, depth: number): string {
  const { random } = writer
  if (random.oneIn(4)) return argumentVariable(writer, type)
  if (isNonNullType(type)) return presentOf(writer, type.ofType, depth)
  return random.oneIn(12) ? 'null' : presentOf(writer, type, depth)
}

/** A literal that is not null. */
function presentOf(writer: Writer, type: GraphQLInputType, depth: number): string {
  const { random } = writer
  if (isListType(type))
    return `[${Array.from({ length: random.below(4) }, () => literalOf(writer, type.ofType, depth)).join(', ')}]`
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (each) => isNonNullType(each.type) || (depth > 0 && random.oneIn(3)),
    )
    return `{${fields.map((each) => `${each.name}: ${literalOf(writer, each.type, depth - 1)}`).join(', ')}}`
  }
  const value = inputOf(random, type, depth)
  return isEnumType(type) ? String(value) : JSON.stringify(value)
}

/** A variable of the type; sometimes nullable with a default where null is not allowed. */
function argumentVariable(writer: Writer, type: GraphQLInputType): string {
  const { random, declarations, variables } = writer
  const name = `v${declarations.length}`
  const isLoose = isNonNullType(type) && random.oneIn(6)
  const declared = isLoose ? type.ofType : type
  const inner = isNonNullType(type) ? type.ofType : type
  const canDefault = !isInputObjectType(getNamedType(type)) && (isLoose || random.oneIn(3))
  if (isLoose && !canDefault) return argumentVariable(writer, type)
  const literal = canDefault ? ` = ${plainLiteral(random, inner)}` : ''
  declarations.push(`$${name}: ${declared}${literal}`)
  const isNullable = !isNonNullType(declared)
  if ((isNullable || canDefault) && random.oneIn(3)) return `$${name}`
  variables[name] = isNullable && random.oneIn(isLoose ? 20 : 4) ? null : inputOf(random, inner, 2)
  return `$${name}`
}

function plainLiteral(random: Seeded, type: GraphQLInputType): string {
  if (isNonNullType(type)) return plainLiteral(random, type.ofType)
  if (isListType(type)) return `[${plainLiteral(random, type.ofType)}]`
  const value = inputOf(random, type, 1)
  return isEnumType(type) ? String(value) : JSON.stringify(value)
}

function inputOf(random: Seeded, type: GraphQLInputType, depth: number): unknown {
  if (isNonNullType(type)) return inputOf(random, type.ofType, depth)
  if (isListType(type))
    return Array.from({ length: random.below(4) }, () => inputOf(random, type.ofType, depth))
  if (isEnumType(type)) return random.pick(type.getValues()).name
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((each) => isNonNullType(each.type) || (depth > 0 && random.oneIn(3)))
        .map((each) => [each.name, inputOf(random, each.type, depth - 1)]),
    )
  if (type.name === 'Int') return random.below(60)
  if (type.name === 'Float') return random.below(60) / 4
  return type.name === 'Boolean' ? random.oneIn(2) : random.pick(['A', 'B', '', 'Entity'])
}
