import { type GraphQLOutputType, isLeafType, isListType, isNonNullType } from 'graphql'

/** How a value of a leaf is recognised that is answered as it is. */
export const Kind = {
  other: 0,
  string: 1,
  number: 2,
  integer: 3,
  boolean: 4,
  /** A leaf of another type, serialised by its own function. */
  leaf: 5,
  typename: 6,
} as const
export type Kind = (typeof Kind)[keyof typeof Kind]

/** The executor's view of a field's type. */
export type TypeShape = {
  isNonNull: boolean
  /** Whether an object of the field, or an item of its list, cannot be null. */
  isInnerNonNull: boolean
  /** `other` for types that are not leaves. */
  leaf: Kind
}

const builtIn: Readonly<Record<string, Kind>> = {
  ...{ String: Kind.string, ID: Kind.string, Float: Kind.number },
  ...{ Int: Kind.integer, Boolean: Kind.boolean },
}

const known = new WeakMap<GraphQLOutputType, TypeShape>()

/** Kept by type, since graphql's own questions take most of the time in which a plan is compiled. */
export function shapeOf(type: GraphQLOutputType): TypeShape {
  let shape = known.get(type)
  if (!shape) {
    const isNonNull = isNonNullType(type)
    const inner = isNonNull ? type.ofType : type
    shape = {
      isNonNull,
      isInnerNonNull: isListType(inner) ? shapeOf(inner.ofType).isInnerNonNull : isNonNull,
      leaf: isLeafType(inner) ? (builtIn[inner.name] ?? Kind.leaf) : Kind.other,
    }
    known.set(type, shape)
  }
  return shape
}
