import { bounds } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'
import type { PlannedField } from '@fiq/shared/pricing/plan-operation'
import {
  __Schema,
  __Type,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  isType,
  isWrappingType,
} from 'graphql'

/** Lists that contain each part of the schema once when read over all parents. */
const onceLists = new Set([
  ...['__Schema.types', '__Schema.directives', '__Type.fields', '__Type.inputFields'],
  ...['__Type.enumValues', '__Field.args', '__Directive.args'],
])
/** Name of the root field. Stands for the list of the root's parts. */
const root = '__schema'
/** JSON bytes of `__typename`, slightly more than the longest name. */
const typenameBytes = 24

/**
 * Estimates the JSON bytes of the planned introspection fields from the schema. A part below {@link
 * onceLists} alone is read once, so its mean size counts. Any other field may reach the same part
 * repeatedly, so its largest size counts. Deprecated parts always count.
 */
export function introspectionBytes(schema: GraphQLSchema, fields: readonly PlannedField[]): number {
  const roots = fields.filter(({ field }) => field.name === root || field.name === '__type')
  if (roots.length === 0) return 0
  const sizes = sizesIn(schema)
  return Math.ceil(roots.reduce((sum, each) => sum + bytesOf(each, undefined, sizes), 0))
}

/** @throws FiqError `QUERY_TOO_LARGE` with the numbers, before the schema is read. */
export function refuseLargeIntrospection(bytes: number): void {
  if (bytes <= bounds.introspectionBytesMax) return
  throw new FiqError('QUERY_TOO_LARGE', 'The introspection result could exceed the maximum size.', {
    facts: [`Bytes: up to ${bytes}; limit ${bounds.introspectionBytesMax}`],
    remedy: 'Select fewer nested lists. The introspection query of graphql-js is accepted.',
  })
}

/**
 * @param list - The list of {@link onceLists} whose items have the field, if every list above is
 * one too.
 */
function bytesOf(planned: PlannedField, list: string | undefined, sizes: Sizes): number {
  const { key, coordinate, field, branches } = planned
  const keyBytes = key.length + 4
  if (isLeaf(field.type)) return keyBytes + (sizes.of(coordinate, list) ?? typenameBytes)
  const isRead = list !== undefined && onceLists.has(coordinate)
  const below = field.name === root ? root : isRead ? coordinate : undefined
  const one = branches
    .flatMap(({ fields }) => fields)
    .reduce((sum, each) => sum + bytesOf(each, below, sizes), 4)
  return keyBytes + (isList(field.type) ? 4 + (sizes.of(coordinate, list) ?? 0) * one : one)
}

/**
 * Sizes of the introspection fields: JSON bytes of a leaf, number of items of a list.
 *
 * @param list - Returns the mean over the items of this list. Without it, returns the maximum.
 */
type Sizes = { of(coordinate: string, list: string | undefined): number | undefined }

const cache = new WeakMap<GraphQLSchema, Sizes>()

function sizesIn(schema: GraphQLSchema): Sizes {
  const sizes = cache.get(schema) ?? measure(schema)
  cache.set(schema, sizes)
  return sizes
}

/** Reads every part of the schema once, like an introspection query. */
function measure(schema: GraphQLSchema): Sizes {
  const means = new Map<string, number>()
  const most = new Map<string, number>()
  const info = { schema } as GraphQLResolveInfo

  const read = (type: GraphQLObjectType, parts: readonly unknown[], list: string | undefined) => {
    for (const field of Object.values(type.getFields())) {
      const coordinate = `${type.name}.${field.name}`
      const values = parts.map((part) =>
        field.resolve?.(part, { includeDeprecated: true }, undefined, info),
      )
      const named = getNamedType(field.type)
      if (isLeaf(field.type) || isList(field.type)) {
        const sizes = values.map((value) =>
          isLeaf(field.type) ? jsonBytes(value) : Array.isArray(value) ? value.length : 0,
        )
        const sum = sizes.reduce((total, size) => total + size, 0)
        if (list !== undefined) means.set(`${list} ${coordinate}`, sum / parts.length)
        const largest = sizes.reduce((a, b) => Math.max(a, b), most.get(coordinate) ?? 0)
        most.set(coordinate, largest)
      }
      if (list !== undefined && onceLists.has(coordinate) && isObjectType(named)) {
        const below = values.flatMap((value) => (Array.isArray(value) ? value : []))
        if (below.length > 0) read(named, below, coordinate)
      } else if (named === __Type && !isList(field.type)) {
        // The list of all types has no wrapped types, but fields have.
        const wrappers = values.filter((value) => isType(value) && isWrappingType(value))
        if (wrappers.length > 0) read(__Type, wrappers, undefined)
      }
    }
  }
  read(__Schema, [schema], root)
  return {
    of: (coordinate, list) =>
      (list === undefined ? undefined : means.get(`${list} ${coordinate}`)) ?? most.get(coordinate),
  }
}

/** Whether the type is a leaf or a list of leaves. Its JSON is measured as a whole. */
function isLeaf(type: GraphQLOutputType): boolean {
  return isLeafType(getNamedType(type))
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type))
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value ?? null))
}
