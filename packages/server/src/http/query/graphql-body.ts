import { bounds } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'
import { jsonNestsDeeper } from '@fiq/shared/nesting'
import * as z from 'zod'
import type { Operation } from './query-ports.ts'

const bodySchema = z.object({
  query: z.string(),
  variables: z.looseObject({}).nullish(),
  operationName: z.string().nullish(),
  extensions: z.looseObject({}).nullish(),
})

/** Parses the body of a POST. */
export function readBody(text: string): Operation | FiqError {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return new FiqError('BAD_JSON', 'The request body is not JSON.')
  }
  return readParameters(json)
}

/**
 * Parses the parameters of a GET. `variables` and `extensions` are JSON texts; empty ones count as
 * absent.
 */
export function readQuery(query: Readonly<Record<string, string>>): Operation | FiqError {
  const json: Record<string, unknown> = { ...query }
  const { nestingMax } = bounds
  for (const name of ['variables', 'extensions']) {
    if (jsonNestsDeeper(query[name] ?? '', nestingMax))
      return new FiqError('BAD_REQUEST', `"${name}" nests deeper than ${nestingMax} brackets.`)
    try {
      json[name] = query[name] ? JSON.parse(query[name]) : undefined
    } catch {
      return new FiqError('BAD_JSON', `The parameter "${name}" is not JSON.`)
    }
  }
  return readParameters(json)
}

function readParameters(json: unknown): Operation | FiqError {
  if (Array.isArray(json))
    return new FiqError(
      'BAD_REQUEST',
      'The server accepts no batches. Send one operation in each request.',
    )
  const parsed = bodySchema.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return new FiqError(
      'BAD_REQUEST',
      `The field "${issue?.path.join('.') || 'body'}" is not valid: ${issue?.message}.`,
    )
  }
  const { query, variables, operationName } = parsed.data
  // An empty name counts as absent: forms and some clients send one.
  return { query, variables: variables ?? {}, operationName: operationName || undefined }
}
