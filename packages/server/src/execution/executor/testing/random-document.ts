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

/** Values of variables, by name. */
export type Values = Readonly<Record<string, unknown>>

/**
 * A document with two sets of values for its variables. Most are valid; validation drops the rest.
 */
export type RandomDocument = { query: string; variables: Values; otherVariables: Values }

type Writer = {
  schema: GraphQLSchema
  random: Seeded
  /** Texts to draw as arguments. */
  words: readonly string[]
  /** Declaration of each variable, by name. */
  declarations: Map<string, string>
  /** Both sets of values, as entries: an assignment to `__proto__` would lose its value. */
  values: [name: string, value: unknown][][]
  conditions: string[]
  fragments: { name: string; type: string; text: string }[]
  /** The field of each response key: two fields with the same key must be the same field. */
  keys: Map<string, string>
  introspections: number
}

/** Names of properties that every object, or every promise, inherits. */
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'toJSON', 'then']
const aliases = ['a', 'b', 'c', 'd', 'e', 'f', ...inherited]

/** Writes a document: aliases, merged duplicates, fragments, conditions, variables, introspection. */
export function randomDocument(
  schema: GraphQLSchema,
  random: Seeded,
  words: readonly string[] = ['A', 'B', '', 'Entity'],
): RandomDocument {
  const writer: Writer = {
    schema,
    random,
    words,
    declarations: new Map(),
    values: [[], []],
    conditions: [],
    fragments: [],
    keys: new Map(),
    introspections: 0,
  }
  const body = selectionSet(writer, schema.getQueryType()!, 4)
  const declarations = [...writer.declarations].map(([name, type]) => `$${name}: ${type}`)
  const declared = declarations.length > 0 ? `(${declarations.join(', ')})` : ''
  const operation = `query${declared} ${body}`
  const fragments = writer.fragments.map(({ text }) => text)
  const parts = random.oneIn(2) ? [...fragments, operation] : [operation, ...fragments.toReversed()]
  const [variables = {}, otherVariables = {}] = writer.values.map((set) => Object.fromEntries(set))
  return { query: parts.join('\n'), variables, otherVariables }
}

/** An unused name; sometimes the name of an inherited property. */
function newName({ random }: Writer, prefix: string, taken: readonly string[]): string {
  const name = random.oneIn(6) ? random.pick(inherited) : `${prefix}${taken.length}`
  return taken.includes(name) ? `${prefix}${taken.length}` : name
}

/** @param draw - Draws one value; `undefined` leaves the variable out. */
function declare(writer: Writer, prefix: string, type: string, draw: () => unknown): string {
  const name = newName(writer, prefix, [...writer.declarations.keys()])
  writer.declarations.set(name, type)
  for (const set of writer.values) {
    const value = draw()
    if (value !== undefined) set.push([name, value])
  }
  return name
}

function selectionSet(writer: Writer, type: GraphQLNamedType, depth: number): string {
  const { random } = writer
  const count = 1 + random.below(4)
  const heads: Head[] = []
  const written = Array.from({ length: count }, () =>
    heads.length > 0 && random.oneIn(5)
      ? field(writer, random.pick(heads), depth)
      : selection(writer, type, depth, heads),
  )
  const kept = written.filter((text) => text !== '')
  return `{ ${kept.length > 0 ? kept.join(' ') : '__typename'} }`
}

/** A field as written before its conditions and selections, which may be written again. */
type Head = { text: string; below: GraphQLNamedType | undefined }

/** @param heads - Receives the field, if the selection is one. */
function selection(writer: Writer, type: GraphQLNamedType, depth: number, heads: Head[]): string {
  const { random } = writer
  const kind = random.below(10)
  if (kind === 0) return `... ${condition(writer)} ${selectionSet(writer, type, depth - 1)}`
  if ((kind === 1 || (isAbstractType(type) && random.oneIn(3))) && depth > 0) {
    const on = random.pick(applicable(writer, type))
    return `... on ${on.name} ${condition(writer)} ${selectionSet(writer, on, depth - 1)}`
  }
  if (kind === 2 && depth > 0) return `...${fragment(writer, type, depth)} ${condition(writer)}`
  const head =
    kind === 3
      ? headOf(writer, '__typename', '', 'String!', undefined)
      : headWithin(writer, type, depth)
  if (!head) return ''
  heads.push(head)
  return field(writer, head, depth)
}

/** Types that a fragment in this type may be on. */
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
  const taken = fragments.map((each) => each.name)
  const name = newName(writer, 'F', taken)
  fragments.push({ name, type: on.name, text: `fragment ${name} on ${on.name} ${body}` })
  return name
}

function headWithin(writer: Writer, type: GraphQLNamedType, depth: number): Head | undefined {
  const { schema, random } = writer
  if (!isObjectType(type) && !('getFields' in type)) return undefined
  if (type === schema.getQueryType() && random.oneIn(30) && writer.introspections < 2) {
    writer.introspections += 1
    const meta = schema.getField(type, random.pick(['__schema', '__type']))!
    return headFor(writer, meta as never)
  }
  const fields = Object.values(
    (type as { getFields(): Record<string, GraphQLField<unknown, unknown>> }).getFields(),
  ).filter((each) => depth > 0 || !isCompositeType(getNamedType(each.type)))
  return fields.length === 0 ? undefined : headFor(writer, random.pick(fields))
}

function headFor(writer: Writer, { name, args, type }: GraphQLField<unknown, unknown>): Head {
  const named = getNamedType(type)
  const below = isCompositeType(named) ? named : undefined
  return headOf(writer, name, argumentsOf(writer, args), String(type), below)
}

function headOf(
  { random, keys }: Writer,
  name: string,
  args: string,
  type: string,
  below: Head['below'],
): Head {
  const meaning = `${name}${args}:${type}`
  const wished = random.oneIn(3) ? random.pick(aliases) : name
  let key = wished
  for (let at = 0; (keys.get(key) ?? meaning) !== meaning; at += 1) key = `${wished}${at}`
  keys.set(key, meaning)
  return { text: `${key === name ? '' : `${key}: `}${name}${args}`, below }
}

function field(writer: Writer, { text, below }: Head, depth: number): string {
  const depthBelow = below?.name.startsWith('__') ? Math.min(1, depth - 1) : depth - 1
  return `${text} ${condition(writer)} ${below ? selectionSet(writer, below, depthBelow) : ''}`
}

/** Draws `@skip`, `@include`, both or neither. */
function condition(writer: Writer): string {
  const { random } = writer
  if (!random.oneIn(5)) return ''
  const test = () => (random.oneIn(4) ? String(random.oneIn(2)) : conditionVariable(writer))
  const skip = () => `@skip(if: ${test()})`
  const include = () => `@include(if: ${test()})`
  return random.pick([skip, include, () => `${skip()} ${include()}`])()
}

function conditionVariable(writer: Writer): string {
  const { random, conditions } = writer
  if (conditions.length > 0 && random.oneIn(2)) return `$${random.pick(conditions)}`
  const boolean = () => random.oneIn(2)
  const name = random.oneIn(3)
    ? declare(writer, 'c', `Boolean = ${boolean()}`, () => {
        if (random.oneIn(2)) return undefined
        return random.oneIn(20) ? null : boolean()
      })
    : declare(writer, 'c', 'Boolean!', () => (random.oneIn(100) ? 'yes' : boolean()))
  conditions.push(name)
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

/** A literal other than null. */
function presentOf(writer: Writer, type: GraphQLInputType, depth: number): string {
  const { random } = writer
  if (isListType(type))
    return `[${Array.from({ length: lengthOf(random) }, () => literalOf(writer, type.ofType, depth)).join(', ')}]`
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (each) => isNonNullType(each.type) || (depth > 0 && random.oneIn(3)),
    )
    return `{${fields.map((each) => `${each.name}: ${literalOf(writer, each.type, depth - 1)}`).join(', ')}}`
  }
  const value = inputOf(writer, type, depth)
  return isEnumType(type) ? String(value) : JSON.stringify(value)
}

/** Draws a length. Most are short, so that lists within lists stay small. */
function lengthOf(random: Seeded): number {
  return random.below(random.oneIn(4) ? 8 : 4)
}

/** A variable of the type; sometimes nullable with a default where null is not allowed. */
function argumentVariable(writer: Writer, type: GraphQLInputType): string {
  const { random } = writer
  const isLoose = isNonNullType(type) && random.oneIn(6)
  const declared = isLoose ? type.ofType : type
  const inner = isNonNullType(type) ? type.ofType : type
  const canDefault = !isInputObjectType(getNamedType(type)) && (isLoose || random.oneIn(3))
  if (isLoose && !canDefault) return argumentVariable(writer, type)
  const literal = canDefault ? ` = ${plainLiteral(writer, inner)}` : ''
  const isNullable = !isNonNullType(declared)
  const name = declare(writer, 'v', `${declared}${literal}`, () => {
    if (random.oneIn(60)) return random.pick(misfits)
    if ((isNullable || canDefault) && random.oneIn(3)) return undefined
    return isNullable && random.oneIn(isLoose ? 20 : 4) ? null : inputOf(writer, inner, 2)
  })
  return `$${name}`
}

/** Values that few types accept. `undefined` leaves a required variable out. */
const misfits = [undefined, null, 'NONE', -1.5, 2 ** 31, true, [null], [['A']], { constructor: 1 }]

function plainLiteral(writer: Writer, type: GraphQLInputType): string {
  if (isNonNullType(type)) return plainLiteral(writer, type.ofType)
  if (isListType(type)) return `[${plainLiteral(writer, type.ofType)}]`
  const value = inputOf(writer, type, 1)
  return isEnumType(type) ? String(value) : JSON.stringify(value)
}

function inputOf(writer: Writer, type: GraphQLInputType, depth: number): unknown {
  const { random, words } = writer
  if (isNonNullType(type)) return inputOf(writer, type.ofType, depth)
  if (isListType(type))
    return Array.from({ length: lengthOf(random) }, () => inputOf(writer, type.ofType, depth))
  if (isEnumType(type)) return random.pick(type.getValues()).name
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((each) => isNonNullType(each.type) || (depth > 0 && random.oneIn(3)))
        .map((each) => [each.name, inputOf(writer, each.type, depth - 1)]),
    )
  if (type.name === 'Int') return random.below(60)
  if (type.name === 'Float') return random.below(60) / 4
  return type.name === 'Boolean' ? random.oneIn(2) : random.pick(words)
}
