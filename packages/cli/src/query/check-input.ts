import { patterns } from '@fiq/shared/catalog/patterns'
import type { InputSchema, Tool } from '@fiq/shared/catalog/tool'
import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { repeatedTicker } from '@fiq/shared/spelling/distinct-tickers'

/**
 * Checks the input of a tool before anything is sent. The server checks it again; here an error
 * costs no round trip.
 *
 * @throws FiqError `BAD_INPUT` naming the input and its bounds.
 */
export function checkInput(tool: Pick<Tool, 'name' | 'inputSchema'>, input: unknown): void {
  const fault = faultIn(tool.inputSchema, input, '')
  if (fault === undefined) return
  const { properties = {} } = tool.inputSchema
  const [name, about] = Object.entries(properties).find(([key]) => fault.startsWith(key)) ?? []
  const value = name === undefined ? undefined : (input as Record<string, unknown>)[name]
  throw new FiqError('BAD_INPUT', `${tool.name}: ${fault}.`, {
    facts: [
      ...didYouMean(typeof value === 'string' ? value : '', about?.enum ?? []),
      ...(about?.description ? [`${name}: ${about.description}`] : []),
      `Inputs: ${Object.keys(properties).join(', ') || 'none'}`,
    ],
  })
}

/** The first fault as text; `undefined` if the value is valid. */
function faultIn(schema: InputSchema, value: unknown, path: string): string | undefined {
  const at = path === '' ? 'the input' : path
  if (!isOfType(schema.type, value)) return `${at} must be ${articles[schema.type]}`
  if (schema.enum && !schema.enum.includes(value as string))
    return `${at} must be one of ${schema.enum.join(', ')}`
  if (typeof value === 'string') return lengthFault(schema, value, at)
  if (typeof value === 'number') return boundFault(schema, value, at)
  if (Array.isArray(value)) return listFault(schema, value, at)
  if (schema.type === 'object') return objectFault(schema, value as Record<string, unknown>, path)
  return undefined
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

function listFault(schema: InputSchema, items: readonly unknown[], at: string): string | undefined {
  const { minItems = 0, maxItems = Infinity } = schema
  if (items.length < minItems || items.length > maxItems)
    return `${at} needs ${minItems} to ${maxItems} items, got ${items.length}`
  for (const [index, item] of items.entries()) {
    const fault = schema.items && faultIn(schema.items, item, `${at}[${index}]`)
    if (fault) return fault
  }
  const repeated = schema.uniqueItems && repeatedTicker(items as readonly string[])
  return repeated ? `${at} contains ${String(items[repeated[1]]).slice(0, 32)} twice` : undefined
}

function objectFault(
  schema: InputSchema,
  value: Readonly<Record<string, unknown>>,
  path: string,
): string | undefined {
  const { properties = {}, required = [] } = schema
  const inside = (key: string) => (path === '' ? key : `${path}.${key}`)
  const missing = required.find((key) => value[key] === undefined)
  if (missing !== undefined) return `${inside(missing)} is required`
  for (const [key, inner] of Object.entries(value)) {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (!known && schema.properties) return `"${inside(key).slice(0, 60)}" is not an input`
    if (!known) continue
    const fault = faultIn(known, inner, inside(key))
    if (fault) return fault
  }
  return undefined
}
