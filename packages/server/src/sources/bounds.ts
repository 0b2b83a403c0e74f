import { toolNamed } from '@fiq/shared/catalog/catalog'
import { patterns } from '@fiq/shared/catalog/patterns'
import type { InputSchema } from '@fiq/shared/catalog/tool'
import { FiqError, refuseArgument } from '@fiq/shared/errors'
import { repeatedTicker } from '@fiq/shared/spelling/distinct-tickers'
import { orNames } from '@fiq/shared/spelling/name-list'
import { foldText } from '../names/fold-text.ts'
import { arrayFilterBounds } from './array-filter.ts'

/**
 * The bounds of a tool's inputs in the catalog, for the root field of the same name. One table
 * serves tools, GraphQL and the documentation.
 *
 * @example bounds: boundsOf('quotes')
 * @throws FiqError `BAD_INPUT` naming the argument, e.g. `tickers` or `filter.limit`
 */
export function boundsOf(toolName: string): (args: Readonly<Record<string, unknown>>) => void {
  const schema = toolNamed(toolName)?.inputSchema
  if (!schema) throw new Error(`The catalog has no tool ${toolName}.`)
  return (args) => {
    checkObject(schema, args, '')
    // JSON Schema cannot express these dates; the list filter checks them.
    const filter = schema.properties?.['filter']?.properties
    if (filter?.['since']) arrayFilterBounds(args['filter'], filter['limit']?.maximum)
  }
}

function check(schema: InputSchema, value: unknown, path: string): void {
  if (schema.enum && !schema.enum.includes(value as string))
    refuseArgument(path, `one of ${orNames(schema.enum)}`, value)
  if (schema.type === 'string') checkText(schema, value, path)
  else if (schema.type === 'integer' || schema.type === 'number') checkNumber(schema, value, path)
  else if (schema.type === 'array') checkList(schema, value, path)
  else if (schema.type === 'object') checkObject(schema, value, path)
  else if (typeof value !== 'boolean') refuseArgument(path, 'true or false', value)
}

function checkText(
  { minLength = 0, maxLength, pattern }: InputSchema,
  value: unknown,
  path: string,
) {
  if (typeof value !== 'string') return refuseArgument(path, 'text', value)
  if (value.trim().length < minLength)
    return refuseArgument(
      path,
      `at least ${minLength} character${minLength === 1 ? '' : 's'} long`,
      value,
    )
  if (maxLength !== undefined && value.length > maxLength)
    return refuseArgument(path, `at most ${maxLength} characters long`, `${value.slice(0, 40)}…`)
  if (pattern && !new RegExp(pattern).test(value)) refuseArgument(path, patterns[pattern], value)
}

function checkNumber({ type, minimum, maximum }: InputSchema, value: unknown, path: string) {
  const low = minimum ?? -Number.MAX_VALUE
  const high = maximum ?? Number.MAX_VALUE
  const kind = type === 'integer' ? 'a whole number' : 'a number'
  if (typeof value !== 'number' || Number.isNaN(value)) return refuseArgument(path, kind, value)
  if (type === 'integer' && !Number.isInteger(value)) return refuseArgument(path, kind, value)
  if (value >= low && value <= high) return
  const from = minimum === undefined ? '' : ` from ${minimum}`
  refuseArgument(path, `${kind}${from}${maximum === undefined ? '' : ` to ${maximum}`}`, value)
}

function checkList(schema: InputSchema, value: unknown, path: string) {
  const { items, minItems = 0, maxItems, uniqueItems } = schema
  if (!Array.isArray(value)) return refuseArgument(path, 'a list', value)
  const limits = `a list of ${minItems} to ${maxItems ?? 'any number of'} items`
  if (value.length < minItems || value.length > (maxItems ?? Infinity))
    return refuseArgument(path, limits, `${value.length} items`)
  if (items) for (const [index, item] of value.entries()) check(items, item, `${path}[${index}]`)
  if (uniqueItems) refuseTwice(value, path)
}

function refuseTwice(items: readonly string[], path: string): void {
  const repeated = repeatedTicker(items)
  if (repeated) throw twice(items, repeated, path)
}

/** The error of a ticker that is in a list twice, in one spelling or in two. */
export function twice(
  items: readonly string[],
  [first, second]: readonly [number, number],
  path: string,
): FiqError {
  return new FiqError('BAD_INPUT', `${path} must not name a ticker twice.`, {
    facts: [
      `Argument: ${path}`,
      ...[first, second].map((at) => `${path}[${at}]: ${JSON.stringify(items[at])}`),
    ],
    remedy: `Leave ${path}[${second}] out: its row would be the same, and is charged again.`,
  })
}

function checkObject(
  { properties = {}, required = [] }: InputSchema,
  value: unknown,
  path: string,
) {
  if (typeof value !== 'object' || value === null) return refuseArgument(path, 'an object', value)
  const fields = value as Readonly<Record<string, unknown>>
  for (const [name, schema] of Object.entries(properties)) {
    const inner = path === '' ? name : `${path}.${name}`
    if (fields[name] != null) check(schema, fields[name], inner)
    else if (required.includes(name)) refuseArgument(inner, 'given', fields[name])
  }
}

/** Longest text that connectors search for, in characters. */
export const searchTextMax = 200

/** @throws FiqError `BAD_INPUT` naming the argument, for text that is too long or has no words */
export function checkSearchText(argument: string, text: unknown): void {
  const isText = typeof text === 'string' && text.length <= searchTextMax && foldText(text) !== ''
  if (!isText) refuseArgument(argument, `text of 1 to ${searchTextMax} characters`, text)
}
