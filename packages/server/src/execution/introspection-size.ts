import { bounds } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'
import type { PlannedField } from '@fiq/shared/pricing/plan-operation'
import { getNamedType, getNullableType, isLeafType, isListType } from 'graphql'

/** Items of the lists of the schema about itself; a test compares them with the schema. */
type Lengths = Readonly<Record<string, number>>

/** Below `__Schema.types`, which lists each type once: the mean. */
export const meanLengths: Lengths = {
  ...{ types: 100, directives: 10, locations: 20, fields: 8, args: 3 },
  ...{ inputFields: 1, enumValues: 2, interfaces: 1, possibleTypes: 1 },
}
/** Below any other field, which may lead to the same type again and again: the most. */
export const mostLengths: Lengths = {
  ...meanLengths,
  ...{ fields: 50, args: 10, inputFields: 20, enumValues: 60, interfaces: 5, possibleTypes: 20 },
}
const leafBytes = 48

/** Bytes of what a plan asks of the schema about itself, estimated from the lengths of its lists. */
export function introspectionBytes(fields: readonly PlannedField[]): number {
  return fields
    .filter(({ field }) => field.name === '__schema' || field.name === '__type')
    .reduce((sum, each) => sum + bytesOf(each, each.field.name === '__schema'), 0)
}

/** @throws FiqError `QUERY_TOO_LARGE` with the numbers, before the schema is read. */
export function refuseLargeIntrospection(bytes: number): void {
  if (bytes <= bounds.introspectionBytesMax) return
  throw new FiqError('QUERY_TOO_LARGE', 'The introspection could be larger than one may be.', {
    facts: [`Bytes: up to ${bytes}, at most ${bounds.introspectionBytesMax}`],
    remedy: 'Ask for fewer lists within lists; the introspection query of graphql-js is accepted.',
  })
}

/** @param isEvery - Whether the objects are those of `__Schema.types`, each once. */
function bytesOf({ key, field, branches }: PlannedField, isEvery: boolean): number {
  const { type, name } = field
  const isList = isListType(getNullableType(type))
  const count = isList ? ((isEvery ? meanLengths : mostLengths)[name] ?? 1) : 1
  const stays = isEvery && (isList || name === '__schema')
  const one = isLeafType(getNamedType(type))
    ? leafBytes
    : branches.flatMap(({ fields }) => fields).reduce((sum, each) => sum + bytesOf(each, stays), 4)
  return key.length + 4 + count * one
}
