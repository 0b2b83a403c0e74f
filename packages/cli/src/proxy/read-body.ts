import type { IncomingMessage } from 'node:http'
import { bounds } from '@fiq/shared/bounds'
import { FiqError } from '@fiq/shared/errors'
import { isObject, jsonInUtf8, jsonOf } from '@fiq/shared/json'
import { jsonNestsDeeper } from '@fiq/shared/nesting'

/** Larger requests are refused; the server has its own, smaller limit. */
export const bodyBytesMax = 1_048_576

/**
 * Reads a body whose type is JSON, as text.
 *
 * @throws FiqError `UNSUPPORTED_MEDIA_TYPE`, `BODY_TOO_LARGE`.
 */
export async function readJsonText(request: IncomingMessage): Promise<string> {
  checkType(request.headers)
  return readText(request)
}

/**
 * Parses the JSON of a request's body.
 *
 * @throws FiqError `BAD_JSON`, `BAD_REQUEST` if it nests too deeply, and errors of {@link
 * readJsonText}.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readJsonText(request)
  const { nestingMax } = bounds
  if (jsonNestsDeeper(text, nestingMax))
    throw new FiqError('BAD_REQUEST', `The body nests deeper than ${nestingMax} brackets.`)
  const value = jsonOf(text)
  if (value === undefined) throw new FiqError('BAD_JSON', 'The request body is not JSON.')
  return value
}

/** @throws FiqError `BAD_REQUEST` if the value is not an object. */
export function objectOf(value: unknown): Record<string, unknown> {
  if (isObject(value)) return value
  throw new FiqError('BAD_REQUEST', 'The request body is not a JSON object.')
}

/** Requires JSON: a web form can send other types without a preflight request. */
function checkType(headers: IncomingMessage['headers']): void {
  const isJson = jsonInUtf8.test(headers['content-type']?.trim() ?? '')
  if (isJson && headers['content-encoding'] === undefined) return
  throw new FiqError('UNSUPPORTED_MEDIA_TYPE', 'The body must be plain application/json.')
}

async function readText(request: IncomingMessage): Promise<string> {
  const tooLarge = () =>
    new FiqError('BODY_TOO_LARGE', `The body is larger than ${bodyBytesMax} bytes.`)
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) throw tooLarge()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes > bodyBytesMax) throw tooLarge()
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}
