import type { PlannedField } from '@fiq/shared/pricing/plan-operation'
import {
  defaultTypeResolver,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { listOf } from './list-items.ts'
import { type Complete, fillLater, isPromiseLike, type Run } from './place.ts'
import { infoOf } from './resolve-info.ts'

/** The function that completes objects of a concrete type, by the name of the type. */
export type Objects = ReadonlyMap<string, Complete>

/** @param isNonNull - Whether the value cannot be null. */
export function completeOf(
  type: GraphQLOutputType,
  planned: PlannedField,
  objects: Objects,
  isNonNull = false,
): Complete {
  if (isNonNullType(type))
    return nonNullOf(completeOf(type.ofType, planned, objects, true), planned)
  if (isListType(type))
    return listOf(completeOf(type.ofType, planned, objects), planned, {
      isNonNull,
      isItemNonNull: isNonNullType(type.ofType),
    })
  if (isLeafType(type)) return leafOf(type)
  if (isAbstractType(type)) return abstractOf(type, planned, objects, isNonNull)
  return objectOf(type, planned, objects, isNonNull)
}

function nonNullOf(complete: Complete, { coordinate }: PlannedField): Complete {
  return (run, value, prev, key, holder) => {
    const completed = complete(run, value, prev, key, holder)
    if (completed === null)
      throw new Error(`Cannot return null for non-nullable field ${coordinate}.`)
    return completed
  }
}

function leafOf(type: GraphQLLeafType): Complete {
  return (_, value) => coerceLeaf(type, value)
}

/** @throws The error of the type's serializer for a value that it cannot represent. */
export function coerceLeaf(type: GraphQLLeafType, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (value instanceof Error) throw value
  const coerced: unknown = type.coerceOutputValue(value)
  if (coerced === null || coerced === undefined)
    throw new Error(`Expected ${type.name} to return a value, returned: ${String(coerced)}`)
  return coerced
}

function objectOf(
  type: GraphQLObjectType,
  planned: PlannedField,
  objects: Objects,
  isNonNull: boolean,
): Complete {
  const complete = objects.get(type.name)!
  if (!type.isTypeOf) return complete
  const isTypeOf = type.isTypeOf.bind(type)
  return (run, value, prev, key, holder) => {
    if (value === null || value === undefined) return null
    if (value instanceof Error) throw value
    const { nodes } = planned
    const judge = (_: Run, isOne: unknown) => {
      if (isOne) return complete(run, value, prev, key, holder)
      throw new GraphQLError(`Expected value of type "${type}" but got: ${String(value)}.`, {
        nodes,
      })
    }
    const isOne = isTypeOf(value, run.context, infoOf(run, planned, prev, key, holder))
    return isPromiseLike(isOne)
      ? fillLater(run, isOne, judge, { nodes, isNonNull, prev, key, holder })
      : judge(run, isOne)
  }
}

function abstractOf(
  type: GraphQLAbstractType,
  planned: PlannedField,
  objects: Objects,
  isNonNull: boolean,
): Complete {
  const typeOf = type.resolveType?.bind(type) ?? defaultTypeResolver
  const branches = new Map(
    planned.branches.map((branch) => [
      branch.type.name,
      objectOf(branch.type, planned, objects, isNonNull),
    ]),
  )
  return (run, value, prev, key, holder) => {
    if (value === null || value === undefined) return null
    if (value instanceof Error) throw value
    const { nodes } = planned
    const choose = (_: Run, name: unknown) => {
      const complete = typeof name === 'string' ? branches.get(name) : undefined
      if (complete) return complete(run, value, prev, key, holder)
      throw notOneOf(run, type, planned, name)
    }
    const name = typeOf(value, run.context, infoOf(run, planned, prev, key, holder), type)
    return isPromiseLike(name)
      ? fillLater(run, name, choose, { nodes, isNonNull, prev, key, holder })
      : choose(run, name)
  }
}

function notOneOf(
  { schema }: Run,
  type: GraphQLAbstractType,
  { coordinate, nodes }: PlannedField,
  name: unknown,
): GraphQLError {
  if (name === null || name === undefined)
    return new GraphQLError(
      `Abstract type "${type}" must resolve to an Object type at runtime for field "${coordinate}". Either the "${type}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
      { nodes },
    )
  if (typeof name !== 'string')
    return new GraphQLError(
      `Abstract type "${type}" must resolve to an Object type at runtime for field "${coordinate}", received ${typeof name}, which is not a valid Object type name.`,
    )
  const found = schema.getType(name)
  if (!found)
    return new GraphQLError(
      `Abstract type "${type}" was resolved to a type "${name}" that does not exist inside the schema.`,
      { nodes },
    )
  if (!isObjectType(found))
    return new GraphQLError(
      `Abstract type "${type}" was resolved to a non-object type "${name}".`,
      { nodes },
    )
  return new GraphQLError(`Runtime Object type "${name}" is not a possible type for "${type}".`, {
    nodes,
  })
}
