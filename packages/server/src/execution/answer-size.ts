import { bounds } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'
import { argumentsOf, type BoundPlan } from '@fiq/shared/pricing/bind-plan'
import { limitOf } from '@fiq/shared/pricing/limit-of'
import type { PlannedField } from '@fiq/shared/pricing/plan-operation'
import {
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
} from 'graphql'
import type { Connector, ConnectorField } from '../sources/connector.ts'
import type { AnswerSize } from './executor/place.ts'
import { introspectionBytes } from './introspection-size.ts'

/** JSON bytes of a leaf, by the name of its type. Few values of the sources are longer. */
const leafBytes: Readonly<Record<string, number>> = { Float: 20, Int: 11, Boolean: 5, ID: 32 }
const textBytes = 48
/**
 * Assumed items of a list without a stated length: within a row, and for a field with its own
 * fetch.
 */
const innerRows = 10
const ownRows = 2_000

/**
 * Estimates the size of a plan's answer from limits, list lengths and types. Conditions are
 * evaluated and arguments coerced first, so the estimate covers exactly the executed fields.
 */
export function sizeOf(
  bound: BoundPlan,
  fields: ReadonlyMap<string, ConnectorField>,
  schema: GraphQLSchema,
): AnswerSize {
  return sizeWithin({ bound, fields, schema }, bound.plan.fields, {})
}

/** Returns a function that estimates the JSON bytes of the answer to a request. */
export function answerBytesOf(
  connectors: readonly Connector[],
  schema: GraphQLSchema,
): (priced: { bound: BoundPlan }) => number {
  const fields = new Map<string, ConnectorField>(
    connectors.flatMap((each) => Object.entries(each.fields)),
  )
  return ({ bound }) => sizeOf(bound, fields, schema).bytes
}

/** @throws FiqError `QUERY_TOO_LARGE` with the numbers, before payment. */
export function refuseTooLarge({ rows, bytes }: AnswerSize): void {
  const { answerRowsMax, answerBytesMax } = bounds
  if (rows <= answerRowsMax && bytes <= answerBytesMax) return
  throw new FiqError('QUERY_TOO_LARGE', 'The answer could exceed the maximum size.', {
    facts: [
      `Rows: up to ${rows}; limit ${answerRowsMax}`,
      `Bytes: up to ${bytes}; limit ${answerBytesMax}`,
    ],
    remedy: 'Split it into several queries, with fewer tickers, a lower limit or a shorter range.',
  })
}

type RowsBelow = Readonly<Record<string, number>>

type Sizing = {
  bound: BoundPlan
  fields: ReadonlyMap<string, ConnectorField>
  schema: GraphQLSchema
}

/** @param below - Items of inner lists by field name, as stated by the fields that enclose them. */
function sizeWithin(
  sizing: Sizing,
  planned: readonly PlannedField[],
  below: RowsBelow,
): AnswerSize {
  const size = { rows: 0, bytes: 2 }
  for (const each of planned) {
    if (sizing.bound.denied?.has(each)) continue
    const { rows, bytes } = sizeOfField(sizing, each, below)
    size.rows += rows
    size.bytes += each.key.length + 4 + bytes
  }
  return size
}

function sizeOfField(sizing: Sizing, planned: PlannedField, below: RowsBelow): AnswerSize {
  const { field, branches, coordinate } = planned
  if (field.name === '__schema' || field.name === '__type')
    return { rows: 0, bytes: introspectionBytes(sizing.schema, [planned]) }
  const { isList, leaf } = shapeOf(field.type)
  const answered = sizing.fields.get(coordinate)
  const stated = answered?.rowsBelow?.(argumentsOf(sizing.bound, planned))
  const within = stated ? { ...below, ...stated } : below
  const one =
    leaf ??
    branches
      .map(({ fields }) => sizeWithin(sizing, fields, within))
      .reduce(larger, { rows: 0, bytes: 4 })
  if (!isList) return one
  const rows = rowsIn(sizing, planned, below)
  return { rows: rows * (1 + one.rows), bytes: 2 + rows * (1 + one.bytes) }
}

function rowsIn({ bound, fields }: Sizing, planned: PlannedField, below: RowsBelow) {
  const { rate, coordinate, branches } = planned
  const answered = fields.get(coordinate)
  if (!rate && !answered)
    return below[planned.field.name] ?? (branches.length > 0 ? innerRows * innerRows : innerRows)
  const args = argumentsOf(bound, planned)
  const list = rate?.timesOf === undefined ? undefined : args[rate.timesOf]
  if (Array.isArray(list)) return list.length
  if (rate?.pagesOf === undefined) return answered?.rowsMax ?? ownRows
  const limit = limitOf(planned.field, args, rate) ?? 20
  return Math.min(limit, rate.limitMax ?? limit)
}

/** `leaf` is the size of one leaf; `undefined` for objects. */
type SizeShape = { isList: boolean; leaf: AnswerSize | undefined }

const shapes = new WeakMap<GraphQLOutputType, SizeShape>()

/** Cached by type, because every quote estimates the size of every field. */
function shapeOf(type: GraphQLOutputType): SizeShape {
  let shape = shapes.get(type)
  if (!shape) {
    const named = getNamedType(type)
    const bytes = leafBytes[named.name] ?? textBytes
    shape = {
      isList: isListType(getNullableType(type)),
      leaf: isLeafType(named) ? { rows: 0, bytes } : undefined,
    }
    shapes.set(type, shape)
  }
  return shape
}

function larger(one: AnswerSize, other: AnswerSize): AnswerSize {
  return { rows: Math.max(one.rows, other.rows), bytes: Math.max(one.bytes, other.bytes) }
}
