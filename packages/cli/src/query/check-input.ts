import { patterns } from '@fiq/shared/catalog/patterns'
import type { InputSchema, Tool } from '@fiq/shared/catalog/tool'
import { InputError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { repeatedTicker } from '@fiq/shared/spelling/distinct-tickers'
import { orNames } from '@fiq/shared/spelling/name-list'

/**
 * Checks the input of a tool before anything is sent. The server checks it again; here an error
 * costs no round trip.
 *
 * @throws InputError naming the input and its bounds.
 */
export function checkInput(tool: Pick<Tool, 'name' | 'inputSchema'>, input: unknown): void {
  const fault = faultIn(tool.inputSchema, input, [])
  if (fault === undefined) return
  const { text, path, isUnknown } = fault
  const { properties = {} } = tool.inputSchema
  const name = isUnknown ? undefined : path[0]
  const about = name === undefined ? undefined : properties[name]
  const value = name === undefined ? undefined : (input as Record<string, unknown>)[name]
  throw new InputError(`${tool.name}: ${text}.`, path.map((key) => `/${key}`).join(''), [
    ...didYouMean(typeof value === 'string' ? value : '', about?.enum ?? []),
    ...(about?.description ? [`${name}: ${about.description}`] : []),
    `Inputs: ${Object.keys(properties).join(', ') || 'none'}`,
  ])
}

/** Keys from the input to a value; those of lists are numbers. */
type Path = readonly (string | number)[]

/** What is wrong with the value at a path. */
type Fault = { text: string; path: Path; isUnknown?: true }

/** The first fault; `undefined` if the value is valid. */
function faultIn(schema: InputSchema, value: unknown, path: Path): Fault | undefined {
  const at = path.length === 0 ? 'the input' : textOf(path)
  const fault = (text: string | undefined) => (text === undefined ? undefined : { text, path })
  if (!isOfType(schema.type, value)) return fault(`${at} must be ${articles[schema.type]}`)
  if (schema.enum && !schema.enum.includes(value as string))
    return fault(`${at} must be one of ${orNames(schema.enum)}`)
  if (typeof value === 'string') return fault(lengthFault(schema, value, at))
  if (typeof value === 'number') return fault(boundFault(schema, value, at))
  if (Array.isArray(value)) return listFault(schema, value, path)
  if (schema.type === 'object') return objectFault(schema, value as Record<string, unknown>, path)
  return undefined
}

/** @example textOf(['filter', 'tags', 0]) // 'filter.tags[0]' */
function textOf(path: Path): string {
  return path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`,
    '',
  )
}

const articles: Record<InputSchema['type'], string> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}

function isOfType(type: InputSchema['type'], value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return Number.isFinite(value)
  return typeof value === type
}

function lengthFault(schema: InputSchema, text: string, at: string): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern } = schema
  const length = [...text].length
  if (length < minLength)
    return length === 0 ? `${at} is empty` : `${at} has fewer than ${minLength} characters`
  if (length > maxLength) return `${at} has more than ${maxLength} characters`
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    return `${at} must be ${patterns[pattern]}`
  return undefined
}

function boundFault(schema: InputSchema, value: number, at: string): string | undefined {
  const { minimum = -Infinity, maximum = Infinity } = schema
  if (value >= minimum && value <= maximum) return undefined
  return Number.isFinite(maximum)
    ? `${at} must be from ${minimum} to ${maximum}`
    : `${at} must be at least ${minimum}`
}

function listFault(schema: InputSchema, items: readonly unknown[], path: Path): Fault | undefined {
  const { minItems = 0, maxItems = Infinity } = schema
  const at = textOf(path)
  if (items.length < minItems || items.length > maxItems)
    return { text: `${at} needs ${minItems} to ${maxItems} items, got ${items.length}`, path }
  for (const [index, item] of items.entries()) {
    const fault = schema.items && faultIn(schema.items, item, [...path, index])
    if (fault) return fault
  }
  const repeated = schema.uniqueItems && repeatedTicker(items as readonly string[])
  if (!repeated) return undefined
  return { text: `${at} contains ${String(items[repeated[1]]).slice(0, 32)} twice`, path }
}

function objectFault(
  schema: InputSchema,
  value: Readonly<Record<string, unknown>>,
  path: Path,
): Fault | undefined {
  const { properties = {}, required = [] } = schema
  const missing = required.find((key) => value[key] === undefined)
  if (missing !== undefined) {
    const at = [...path, missing]
    return { text: `${textOf(at)} is required`, path: at }
  }
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, key]
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (!known && schema.properties)
      return { text: `"${textOf(at).slice(0, 60)}" is not an input`, path: at, isUnknown: true }
    if (!known) continue
    const fault = faultIn(known, inner, at)
    if (fault) return fault
  }
  return undefined
}
