import { type GraphQLOutputType, isLeafType, isListType, isNonNullType } from 'graphql'

/** How the executor recognises a leaf value that needs no conversion. */
export const Kind = {
  other: 0,
  string: 1,
  number: 2,
  integer: 3,
  boolean: 4,
  /** A leaf of any other type; its own function serialises it. */
  leaf: 5,
  typename: 6,
} as const
export type Kind = (typeof Kind)[keyof typeof Kind]

/** The shape of a field's type, as the executor needs it. */
export type TypeShape = {
  isNonNull: boolean
  /** Whether an object of the field, or an item of its list, cannot be null. */
  isInnerNonNull: boolean
  /** `other` for types that are not leaves. */
  leaf: Kind
}

const builtIn: Readonly<Record<string, Kind>> = {
  String: Kind.string,
  ID: Kind.string,
  Float: Kind.number,
  Int: Kind.integer,
  Boolean: Kind.boolean,
}

const cache = new WeakMap<GraphQLOutputType, TypeShape>()

/** Cached by type, because graphql's type checks take most of the time of compiling a plan. */
export function shapeOf(type: GraphQLOutputType): TypeShape {
  let shape = cache.get(type)
  if (!shape) {
    const isNonNull = isNonNullType(type)
    const inner = isNonNull ? type.ofType : type
    shape = {
      isNonNull,
      isInnerNonNull: isListType(inner) ? shapeOf(inner.ofType).isInnerNonNull : isNonNull,
      leaf: isLeafType(inner) ? (builtIn[inner.name] ?? Kind.leaf) : Kind.other,
    }
    cache.set(type, shape)
  }
  return shape
}

/** Whether a leaf's value needs no conversion. A number minus itself is 0 only if it is finite. */
export function isAnswer(kind: Kind, value: unknown): boolean {
  if (typeof value === 'number')
    return kind === Kind.number
      ? value - value === 0
      : kind === Kind.integer && (value | 0) === value
  if (typeof value === 'string') return kind === Kind.string
  return typeof value === 'boolean' && kind === Kind.boolean
}
