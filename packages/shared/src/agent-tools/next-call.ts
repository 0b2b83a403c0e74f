import type { InputSchema } from '../catalog/tool.ts'
import { type ErrorCode, errorTable, FiqError, InputError } from '../errors.ts'
import { orNames } from '../spelling/name-list.ts'
import { exampleOf, inputOf } from './newer-tools.ts'

// Errors for callers of MCP 2025-11-25 and later: each names the next call, of the tools listed.

/**
 * Reads the input of a tool for a caller that has `describe`.
 *
 * @throws FiqError `BAD_INPUT` which also states the expected form, a valid call and `describe`.
 */
export function readDescribed<read>(name: string, body: () => read): read {
  try {
    return body()
  } catch (error) {
    if (!(error instanceof FiqError) || error.code !== 'BAD_INPUT') throw error
    const { message, facts, remedy, funds, cause } = error
    const expected = error instanceof InputError ? expectedAt(inputOf(name), error.pointer) : []
    const all = [...new Set([...facts, ...expected])]
    const next = [
      `${validCall} ${callText(name, exampleOf(name))}`,
      `describe { "name": "${name}" } shows its arguments, and those that only graphql takes`,
    ]
    throw new FiqError('BAD_INPUT', message, { facts: [...all, ...next], remedy, funds, cause })
  }
}

/** A call as text, for an error. */
function callText(name: string, input: object): string {
  return `${name} ${JSON.stringify(input)}`
}

/** What a tool expects at a JSON pointer: the description of the input, or its members. */
function expectedAt(whole: InputSchema | undefined, pointer: string): readonly string[] {
  if (pointer === '' || !whole) return []
  const path = pointer.slice(1)
  let schema = whole
  for (const key of path.split('/')) {
    const members: Readonly<Record<string, InputSchema>> = schema.properties ?? {}
    if (Object.hasOwn(members, key)) schema = members[key]!
    else if (schema.items && /^\d+$/.test(key)) schema = schema.items
    else return [`${path} is one of ${orNames(Object.keys(members))}`]
  }
  return schema.description === undefined ? [] : [`${path}: ${schema.description}`]
}

/**
 * Facts that lead from the error of a call to the next one.
 *
 * @param tool - The called tool.
 * @param has - Whether the caller has a tool.
 */
export function nextCalls(
  { code, message, facts }: { code: string | undefined; message: string; facts: readonly string[] },
  tool: string,
  has: (tool: string) => boolean,
): readonly string[] {
  if (code === undefined || !correctable.has(code) || !inputOf(tool)) return []
  if (facts.some((fact) => fact.startsWith(validCall))) return []
  const [, name] = (/ticker|entity/.test(message) && quotedIn.exec(message)) || []
  return [
    ...(code === 'GRAPHQL_VALIDATION_FAILED' ? describesNamed(message) : []),
    ...(code === 'QUERY_TOO_EXPENSIVE' ? ['price tells, free, what a smaller call costs'] : []),
    ...(code === 'NOT_FOUND' && name !== undefined && has('searchEntities')
      ? [`${callText('searchEntities', { query: name })} finds tickers by name`]
      : []),
    ...(tool === 'answer' ? [] : [`${validCall} ${callText(tool, exampleOf(tool))}`]),
  ]
}

/** Errors that another input of the same tool avoids. */
const correctable: ReadonlySet<string> = new Set([
  'BAD_INPUT',
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'NOT_FOUND',
  'QUERY_TOO_EXPENSIVE',
  'QUERY_TOO_LARGE',
] satisfies ErrorCode[])

const validCall = 'A valid call:'

const quotedIn = /"([^"\\]{1,64})"/

/**
 * The remedy of an error for a caller of tools, which has no commands.
 *
 * @example remedyForTools('Check the spelling; search finds names and tickers.') // '… searchEntities finds …'
 */
export function remedyForTools(remedy: string): string {
  return remedies.get(remedy) ?? remedy
}

const remedies: ReadonlyMap<string, string> = new Map([
  [errorTable.NOT_FOUND.remedy, 'Check the spelling; searchEntities finds names and tickers.'],
  [errorTable.GRAPHQL_VALIDATION_FAILED.remedy, 'Correct the query; describe is free.'],
  [
    'Name one operation of the document: operationName, or fiq query --operation.',
    'Name one operation of the document with operationName.',
  ],
])

/** Facts that lead to the type or root field which an error of GraphQL's validation names. */
function describesNamed(message: string): readonly string[] {
  const [, parent, field] = /"(\w{1,64})\.(\w{1,64})\W/.exec(message) ?? []
  if (parent === 'Query')
    return [`describe { "name": "${field}", "kind": "field" } shows its arguments`]
  const [, named] = /(?:(?:on|of|by) type|in|Enum) "\[?(\w{1,64})\W/.exec(message) ?? []
  const type = parent ?? named
  if (type === undefined || scalars.has(type)) return []
  return [`describe { "name": "${type}", "kind": "type" } lists its fields and values`]
}

const scalars: ReadonlySet<string> = new Set(['String', 'Int', 'Float', 'Boolean', 'ID'])
