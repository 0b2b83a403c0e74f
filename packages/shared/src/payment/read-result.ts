import { isObject, jsonOf } from '../json.ts'
import { jsonNestsDeeper } from '../nesting.ts'

/** An HTTP response. Header names are lower case; a repeated header is joined with `, `. */
export type HttpAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/** Path of the GraphQL endpoint. Its response must be a GraphQL response. */
const graphqlPath = '/api/graphql'

/** Maximum nesting of a response. The deepest query that a server accepts needs less. */
export const answerLevelsMax = 200

/**
 * The kind of body of a 2xx response.
 *
 * - `data`: a GraphQL response with data, or the JSON object of another endpoint.
 * - `errors`: a GraphQL response with errors and no data.
 * - `unreadable`: anything else.
 */
type BodyResult =
  | { is: 'data' }
  | { is: 'errors'; errors: readonly unknown[] }
  | { is: 'unreadable'; reason: string }

/** Classifies the body of a 2xx response. Never throws. */
export function readResult({ headers, body }: HttpAnswer, url: string): BodyResult {
  if (!jsonType.test(headers['content-type'] ?? ''))
    return unreadable('its content type is not JSON')
  if (body.trim() === '') return unreadable('it is empty')
  if (jsonNestsDeeper(body, answerLevelsMax))
    return unreadable(`it nests deeper than ${answerLevelsMax} levels`)
  const value = jsonOf(body)
  if (value === undefined) return unreadable('it is not JSON')
  if (!isObject(value)) return unreadable('it is not a JSON object')
  if (!new URL(url).pathname.endsWith(graphqlPath)) return { is: 'data' }
  return readResponse(value)
}

function readResponse(response: Readonly<Record<string, unknown>>): BodyResult {
  const { data, errors } = response
  const hasErrors = Array.isArray(errors) && errors.length > 0
  if (errors !== undefined && !(hasErrors && errors.every(isObject)))
    return unreadable('its errors are not those of GraphQL')
  if (isObject(data) && !(hasErrors && Object.values(data).every((value) => value === null)))
    return { is: 'data' }
  if (hasErrors && (data === undefined || data === null || isObject(data)))
    return { is: 'errors', errors }
  return unreadable('it is not a GraphQL response')
}

const jsonType = /^application\/([\w.+-]+\+)?json\s*(;|$)/i

function unreadable(reason: string): BodyResult {
  return { is: 'unreadable', reason: `The answer cannot be read: ${reason}` }
}
