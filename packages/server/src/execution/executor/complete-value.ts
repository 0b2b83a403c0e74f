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
import { cut, ignore, isTooLarge, itemsOf, measure } from './list-items.ts'
import {
  failNow,
  fillLater,
  goOn,
  type Holder,
  isPromiseLike,
  type Place,
  placeOf,
  type Run,
  turnOf,
} from './place.ts'
import { infoOf } from './resolve-info.ts'

/**
 * Converts a resolver's result into the answer's value, as CompleteValue of the GraphQL
 * specification does. Throws if it cannot.
 *
 * @param prev - response path of the enclosing object or list.
 * @param holder - the enclosing value, while it is filled.
 */
export type Complete = (
  run: Run,
  value: unknown,
  prev: Place | undefined,
  key: string | number,
  holder: Holder,
) => unknown

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
  if (isListType(type)) return listOf(type.ofType, planned, objects, isNonNull)
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

function listOf(
  itemType: GraphQLOutputType,
  planned: PlannedField,
  objects: Objects,
  isNonNull: boolean,
): Complete {
  const complete = completeOf(itemType, planned, objects)
  const { nodes } = planned
  const isItemNonNull = isNonNullType(itemType)

  return (run, value, prev, key, holder) => {
    if (value === null || value === undefined) return null
    if (value instanceof Error) throw value
    if (typeof value !== 'object' || !(Symbol.iterator in value))
      throw new GraphQLError(
        `Expected Iterable, but did not find one for field "${planned.coordinate}".`,
      )
    const items = Array.isArray(value) ? value : itemsOf(value as Iterable<unknown>, run)
    run.size.rows += items.length
    const list: unknown[] = []
    const itemHolder = list as unknown as Holder
    const place = placeOf(planned, prev, key, holder, isNonNull)
    const fillFrom = (from: number) => {
      for (let at = from; at < items.length; at += 1) {
        const turn = turnOf(run, 1)
        if (turn)
          return goOn(run, turn, () => fillFrom(at), { nodes, prev, key, isNonNull, holder })
        if (isTooLarge(run)) {
          ignore(items, at)
          throw cut(run)
        }
        const item: unknown = items[at]
        if (isPromiseLike(item)) {
          const next = (one: unknown) => complete(run, one, place, at, itemHolder)
          const slot = { nodes, prev: place, key: at, isNonNull: isItemNonNull, holder: itemHolder }
          list.push(fillLater(run, item, next, slot))
          continue
        }
        try {
          const row = complete(run, item, place, at, itemHolder)
          measure(run, row)
          list.push(row)
        } catch (raw) {
          if (isItemNonNull) ignore(items, at + 1)
          list.push(failNow(run, { raw, nodes, prev: place, key: at, isNonNull: isItemNonNull }))
        }
      }
    }
    fillFrom(0)
    return list
  }
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
    const judge = (isOne: unknown) => {
      if (isOne) return complete(run, value, prev, key, holder)
      throw new GraphQLError(`Expected value of type "${type}" but got: ${String(value)}.`, {
        nodes,
      })
    }
    const isOne = isTypeOf(value, run.context, infoOf(run, planned, prev, key, holder))
    return isPromiseLike(isOne)
      ? fillLater(run, isOne, judge, { nodes, isNonNull, prev, key, holder })
      : judge(isOne)
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
    const choose = (name: unknown) => {
      const complete = typeof name === 'string' ? branches.get(name) : undefined
      if (complete) return complete(run, value, prev, key, holder)
      throw notOneOf(run, type, planned, name)
    }
    const name = typeOf(value, run.context, infoOf(run, planned, prev, key, holder), type)
    return isPromiseLike(name)
      ? fillLater(run, name, choose, { nodes, isNonNull, prev, key, holder })
      : choose(name)
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
