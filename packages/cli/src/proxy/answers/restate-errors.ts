import { defined } from '@fiq/shared/defined'
import type { Funds } from '@fiq/shared/errors'
import { isObject, jsonOf } from '@fiq/shared/json'
import { jsonNestsDeeper } from '@fiq/shared/nesting'
import { answerLevelsMax } from '@fiq/shared/payment/read-result'
import { cleanWords, serverCode, serverSays } from '../../http/server-says.ts'
import { untrusted } from './agent-words.ts'

/**
 * Rewrites the errors of a GraphQL response: the server's words as a quote, a code that servers
 * send, and the funds as this program knows them. Omits the server's own remedy and funds.
 *
 * @param funds - Where the money for this answer is.
 * @returns The body unchanged if it has no errors, or is not a GraphQL response.
 */
export function restateErrors(body: string, funds: Funds): string {
  if (!mayHaveErrors(body) || jsonNestsDeeper(body, answerLevelsMax)) return body
  const response = jsonOf(body)
  if (!isObject(response) || !Array.isArray(response['errors'])) return body
  const extensions = isObject(response['extensions']) ? response['extensions'] : {}
  return JSON.stringify({
    ...response,
    errors: response['errors'].map((error) => restate(error, funds)),
    extensions: { ...extensions, notice: untrusted },
  })
}

/** Whether a JSON text may have a member `errors`. An escape can hide its name. */
export function mayHaveErrors(body: string): boolean {
  return body.includes('"errors"') || body.includes('\\u')
}

function restate(error: unknown, funds: Funds) {
  const { message, path, locations, extensions } = isObject(error) ? error : {}
  const { code, facts } = isObject(extensions) ? extensions : {}
  const known = serverCode(code)
  return {
    message: serverSays(typeof message === 'string' ? message : 'no reason'),
    ...defined({ locations: placesIn(locations), path: pathIn(path) }),
    extensions: {
      ...defined({
        code: known,
        facts: Array.isArray(facts)
          ? facts.filter((fact) => typeof fact === 'string').map(serverSays)
          : undefined,
      }),
      funds,
    },
  }
}

/** The server's path of a field; nothing else may stand in its place. */
function pathIn(path: unknown): readonly (string | number)[] | undefined {
  if (!Array.isArray(path)) return undefined
  return path
    .filter((step: unknown) => typeof step === 'number' || typeof step === 'string')
    .map((step) => (typeof step === 'number' ? step : cleanWords(step)))
}

/** Lines and columns of the query. */
function placesIn(locations: unknown): readonly { line: number; column: number }[] | undefined {
  if (!Array.isArray(locations)) return undefined
  return locations.flatMap((place: unknown) => {
    const { line, column } = isObject(place) ? place : {}
    return typeof line === 'number' && typeof column === 'number' ? [{ line, column }] : []
  })
}
