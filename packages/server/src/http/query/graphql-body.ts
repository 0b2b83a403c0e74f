import { bounds } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'
import { isObject, jsonOf } from '@fiq/shared/json'
import { jsonNestsDeeper } from '@fiq/shared/nesting'
import { parseBody } from '../../accounts/parse-body.ts'
import type { Operation, UnreadOperation } from './query-ports.ts'

/** The operation in the body of a POST. */
export function bodyOf(text: string): UnreadOperation {
  return { characters: text.length, read: () => readParameters(parseBody(text)) }
}

/**
 * The operation in the parameters of a GET. `variables` and `extensions` are JSON texts; empty ones
 * count as absent.
 */
export function parametersOf(query: Readonly<Record<string, unknown>>): UnreadOperation {
  return {
    characters: 0,
    read() {
      const [variables, extensions] = [jsonIn(query, 'variables'), jsonIn(query, 'extensions')]
      return readParameters({ ...query, variables, extensions })
    },
  }
}

/** @throws FiqError `BAD_REQUEST`, `BAD_JSON` */
function jsonIn(query: Readonly<Record<string, unknown>>, name: string): unknown {
  const text = query[name]
  if (!text) return undefined
  // A repeated parameter is a list of texts.
  if (typeof text !== 'string') throw notAs(name, 'a text')
  const { nestingMax } = bounds
  if (jsonNestsDeeper(text, nestingMax))
    throw new FiqError('BAD_REQUEST', `"${name}" nests deeper than ${nestingMax} brackets.`)
  const value = jsonOf(text)
  if (value === undefined) throw new FiqError('BAD_JSON', `The parameter "${name}" is not JSON.`)
  return value
}

/**
 * Checks the members without copying them: a schema of zod takes 80 ms for the members of the
 * largest body.
 */
function readParameters(json: unknown): Operation {
  if (Array.isArray(json))
    throw new FiqError(
      'BAD_REQUEST',
      'The server accepts no batches. Send one operation in each request.',
    )
  if (!isObject(json)) throw notAs('body', 'an object')
  const { query, variables, operationName, extensions } = json
  if (typeof query !== 'string') throw notAs('query', 'a text')
  if (!isAbsent(variables) && !isObject(variables)) throw notAs('variables', 'an object')
  if (!isAbsent(extensions) && !isObject(extensions)) throw notAs('extensions', 'an object')
  if (!isAbsent(operationName) && typeof operationName !== 'string')
    throw notAs('operationName', 'a text')
  // An empty name counts as absent: forms and some clients send one.
  return { query, variables: variables ?? {}, operationName: operationName || undefined }
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

function notAs(field: string, form: string): FiqError {
  return new FiqError('BAD_REQUEST', `The field "${field}" is not ${form}.`)
}
